extension BadConfiguration {
  /// Flags that are wrong, and what is said of each in full.
  static let flags: [([(String, String)], String)] = [
    (
      [("colour", "red")],
      "--colour: is no flag that there is"
    ),
    (
      [("tcp-port", "http")],
      "--tcp-port: is 'http'; expected a whole number from 1 to 65535"
    ),
    (
      [("tcp-port", "-1")],
      "--tcp-port: is '-1'; expected a whole number from 1 to 65535"
    ),
    (
      [("tcp-port", "99999999999999999999")],
      "--tcp-port: is '99999999999999999999'; expected a whole number from 1 to 65535"
    ),
    (
      [("http-allow-private", "yes")],
      "--http-allow-private: is 'yes'; expected true or false"
    ),
    (
      [("interval", "0")],
      "--interval: is '0'; expected a duration from 1s to 3650d"
    ),
    (
      [("probe", "tcp://a:1"), ("probe", "tcp://a:1")],
      "--probe: stands in the list already"
    ),
    (
      [("exec-templates", "{")],
      "--exec-templates: the text ends where a name was expected"
    ),
    (
      [("exec-templates", "{ a: {} }")],
      "--exec-templates.a: has no program; expected its path from the root"
    ),
    (
      [("store", "postgres://u:secret@h/db")],
      "--store: has a password in it, which other users could read; expected it in a "
        + "password file (passfile=…) or a service file (service=…)"
    ),
    (
      [("socket-mode", "rw")],
      "--socket-mode: is 'rw'; expected octal permissions in quotes, such as \"0660\", "
        + "with none for others"
    ),
    (
      [("administrator", "")],
      "--administrator: is ''; expected the name or the number of a user"
    ),
    (
      [("token-file", "/t\u{1B}[2J")],
      "--token-file: is '/t\\u{1b}[2J'; expected a file: a path from the root without "
        + "'.' and '..', of at most 4095 bytes"
    ),
  ]
}
