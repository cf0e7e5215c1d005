extension BadConfiguration {
  /// Values that a key cannot have.
  static let values = entries(
    #"""
    { stateDirectory: 5 }
      stateDirectory: is 5; expected a folder: a path from the root without '.' and '..', of at
      most 4095 bytes
    { stateDirectory: '' }
      stateDirectory: is ''; expected a folder: a path from the root without '.' and '..', of at
      most 4095 bytes
    { stateDirectory: 'var' }
      stateDirectory: is 'var'; expected a folder: a path from the root without '.' and '..', of
      at most 4095 bytes
    { stateDirectory: '/var/../etc' }
      stateDirectory: is '/var/../etc'; expected a folder: a path from the root without '.' and
      '..', of at most 4095 bytes
    { stateDirectory: '/var//lib' }
      stateDirectory: is '/var//lib'; expected a folder: a path from the root without '.' and
      '..', of at most 4095 bytes
    { stateDirectory: '/a\u0000b' }
      stateDirectory: is '/a\u{0}b'; expected a folder: a path from the root without '.' and
      '..', of at most 4095 bytes
    { store: true }
      store: is true; expected the path of a file, or a postgres:// URL without a password
    { store: '../a' }
      store: is not what it has to be; expected the path of a file, or a postgres:// URL without
      a password
    { store: 'mysql://host/db' }
      store: is not what it has to be; expected the path of a file, or a postgres:// URL without
      a password
    { store: 'host=db password=secret' }
      store: is not what it has to be; expected the path of a file, or a postgres:// URL without
      a password
    { store: 'postgres://u:secret@h/db' }
      store: has a password in it, which other users could read; expected it in a password file
      (passfile=…) or a service file (service=…)
    { store: 'postgres://u:secret@\u0301h/db' }
      store: has a password in it, which other users could read; expected it in a password file
      (passfile=…) or a service file (service=…)
    { store: 'jobs/../\u0301x.db' }
      store: is not what it has to be; expected the path of a file, or a postgres:// URL without
      a password
    { store: 'postgresql://h/db?password=secret' }
      store: has a password in it, which other users could read; expected it in a password file
      (passfile=…) or a service file (service=…)
    { store: 'postgres://h/db?p%61ssword=secret' }
      store: has a password in it, which other users could read; expected it in a password file
      (passfile=…) or a service file (service=…)
    { store: 'postgres://h/db?sslPassword=secret' }
      store: has a password in it, which other users could read; expected it in a password file
      (passfile=…) or a service file (service=…)
    { listen: { mode: 660 } }
      listen.mode: is 660; expected octal permissions in quotes, such as "0660", with none for
      others
    { listen: { mode: '0666' } }
      listen.mode: is '0666'; expected octal permissions in quotes, such as "0660", with none
      for others
    { listen: { mode: '0689' } }
      listen.mode: is '0689'; expected octal permissions in quotes, such as "0660", with none
      for others
    { listen: { mode: '4660' } }
      listen.mode: is '4660'; expected octal permissions in quotes, such as "0660", with none
      for others
    { listen: { group: -1 } }
      listen.group: is -1; expected the name or the number of a group
    { listen: { group: 4294967295 } }
      listen.group: is 4294967295; expected the name or the number of a group
    { listen: { group: 'a b' } }
      listen.group: is 'a b'; expected the name or the number of a group
    { listen: { tcpPort: 0 } }
      listen.tcpPort: is 0; expected a whole number from 1 to 65535
    { listen: { tcpPort: 65536 } }
      listen.tcpPort: is 65536; expected a whole number from 1 to 65535
    { listen: { tcpPort: 80.5 } }
      listen.tcpPort: is 80.5; expected a whole number from 1 to 65535
    { listen: { tcpPort: '80' } }
      listen.tcpPort: is '80'; expected a whole number from 1 to 65535
    { listen: { tcpPort: NaN } }
      listen.tcpPort: is NaN; expected a whole number from 1 to 65535
    { listen: { tcpPort: 1e400 } }
      listen.tcpPort: is Infinity; expected a whole number from 1 to 65535
    { listen: { tokenFile: 'token' } }
      listen.tokenFile: is 'token'; expected a file: a path from the root without '.' and '..',
      of at most 4095 bytes
    { administrators: 'root' }
      administrators: is 'root'; expected a list of users
    { administrators: ['ops', 5, {}] }
      administrators[2]: is an object; expected the name or the number of a user
    { administrators: ['ops', 'ops'] }
      administrators[1]: stands in the list already
    { administrators: [1.5] }
      administrators[0]: is 1.5; expected the name or the number of a user
    { administrators: ['-ops'] }
      administrators[0]: is '-ops'; expected the name or the number of a user
    { logLevel: 'warn' }
      logLevel: is 'warn'; expected trace, debug, info, notice, warning, error or critical
    { logLevel: 3 }
      logLevel: is 3; expected trace, debug, info, notice, warning, error or critical
    { probes: ['example.com'] }
      probes[0]: is 'example.com'; expected an endpoint: http://…, https://… or tcp://HOST:PORT
    { probes: ['http://'] }
      probes[0]: is 'http://'; expected an endpoint: http://…, https://… or tcp://HOST:PORT
    { probes: ['tcp://a:1', 'tcp://a:1'] }
      probes[1]: stands in the list already
    { probeInterval: 'soon' }
      probeInterval: is 'soon'; expected a duration such as 250ms, 3s, 5m, 1h or 7d
    { probeInterval: '1m30s' }
      probeInterval: is '1m30s'; expected a duration such as 250ms, 3s, 5m, 1h or 7d
    { probeInterval: '\u001b[2J' }
      probeInterval: is '\u{1b}[2J'; expected a duration such as 250ms, 3s, 5m, 1h or 7d
    { probeInterval: 0 }
      probeInterval: is 0; expected a duration from 1s to 3650d
    { probeInterval: -1 }
      probeInterval: is -1; expected a duration such as 250ms, 3s, 5m, 1h or 7d
    { probeInterval: NaN }
      probeInterval: is NaN; expected a duration such as 250ms, 3s, 5m, 1h or 7d
    { probeInterval: Infinity }
      probeInterval: is Infinity; expected a duration such as 250ms, 3s, 5m, 1h or 7d
    { probeInterval: [] }
      probeInterval: is a list; expected a duration such as 250ms, 3s, 5m, 1h or 7d
    { probeTimeout: '0' }
      probeTimeout: is '0'; expected a duration from 1ms to 3650d
    { lossDelay: true }
      lossDelay: is true; expected a duration such as 250ms, 3s, 5m, 1h or 7d
    { recoveryDelay: null }
      recoveryDelay: is null; expected a duration such as 250ms, 3s, 5m, 1h or 7d
    { interface: 'averyverylongname' }
      interface: is 'averyverylongname'; expected the name of an interface, of at most 15 bytes
    { interface: 'a/b' }
      interface: is 'a/b'; expected the name of an interface, of at most 15 bytes
    { family: 'ipv5' }
      family: is 'ipv5'; expected ipv4 or ipv6
    { family: 4 }
      family: is 4; expected ipv4 or ipv6
    { targets: ['example.com'] }
      targets[0]: is 'example.com'; expected an IPv4 or IPv6 address of a host elsewhere
    { targets: ['127.0.0.1'] }
      targets[0]: is a loopback address; expected an IPv4 or IPv6 address of a host elsewhere
    { targets: ['fe80::1'] }
      targets[0]: is a link-local address; expected an IPv4 or IPv6 address of a host elsewhere
    { targets: ['192.0.2.1', '192.0.2.1'] }
      targets[1]: stands in the list already
    """#
  )
}
