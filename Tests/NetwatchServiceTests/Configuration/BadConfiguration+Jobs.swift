extension BadConfiguration {
  /// Settings of jobs, and of what is kept, that are wrong.
  static let jobs = entries(
    #"""
    { http: { allowLoopback: 'true' } }
      http.allowLoopback: is 'true'; expected true or false
    { http: { allowPrivate: 1 } }
      http.allowPrivate: is 1; expected true or false
    { http: { timeout: '999ms' } }
      http.timeout: is '999ms'; expected a duration from 1s to 3650d
    { http: { bodyLimit: '8MB' } }
      http.bodyLimit: is '8MB'; expected a number of bytes such as 64KiB, 8MiB or 1GiB, from
      1KiB to 1GiB
    { http: { bodyLimit: 1 } }
      http.bodyLimit: is 1; expected a number of bytes such as 64KiB, 8MiB or 1GiB, from 1KiB to
      1GiB
    { http: { bodyLimit: '99999999999999999999GiB' } }
      http.bodyLimit: is '99999999999999999999GiB'; expected a number of bytes such as 64KiB,
      8MiB or 1GiB, from 1KiB to 1GiB
    { http: { headers: { Accept: 'a' } } }
      http.headers.Accept: is no origin; expected one such as https://api.example.com, in lower
      case, without a path and without the scheme's own port
    { http: { headers: { 'https://a/b': {} } } }
      http.headers["https://a/b"]: is no origin; expected one such as https://api.example.com,
      in lower case, without a path and without the scheme's own port
    { http: { headers: { 'https://u@a': {} } } }
      http.headers["https://u@a"]: is no origin; expected one such as https://api.example.com,
      in lower case, without a path and without the scheme's own port
    { http: { headers: { 'https://a': { 'a b': 'c' } } } }
      http.headers["https://a"]["a b"]: is no name of a header field
    { http: { headers: { 'https://a': { Host: 'c' } } } }
      http.headers["https://a"].Host: is a field that netwatch sets itself
    { http: { headers: { 'https://a': { A: '1', a: '2' } } } }
      http.headers["https://a"].a: is a field that stands here already, in another case
    { http: { headers: { 'https://a': { A: 'secret\r\nB: c' } } } }
      http.headers["https://a"].A: is not what it has to be; expected text of one line, or
      @credential:NAME
    { http: { headers: { 'https://a': { A: '@credential:../x' } } } }
      http.headers["https://a"].A: is not what it has to be; expected @credential:NAME with the
      name of a file in $CREDENTIALS_DIRECTORY
    { http: { headers: { 'https://a': { A: '@credential:a:b' } } } }
      http.headers["https://a"].A: is not what it has to be; expected @credential:NAME with the
      name of a file in $CREDENTIALS_DIRECTORY
    { exec: { templates: [] } }
      exec.templates: is a list; expected an object of templates by name
    { exec: { templates: { '1': {} } } }
      exec.templates.1: is no name of a template; expected a letter, then letters, digits, '_'
      and '-', 64 at most
    { exec: { templates: { a: {} } } }
      exec.templates.a: has no program; expected its path from the root
    { exec: { templates: { a: { program: 'sh' } } } }
      exec.templates.a.program: is 'sh'; expected a program: a path from the root without '.'
      and '..', of at most 4095 bytes
    { exec: { templates: { a: { program: '/sh', argument: [] } } } }
      exec.templates.a.argument: is no key that there is; did you mean 'arguments'?
    { exec: { templates: { a: { program: '/sh', arguments: [5] } } } }
      exec.templates.a.arguments[0]: is 5; expected text, or an object that describes a
      parameter
    { exec: { templates: { a: { program: '/sh', environment: { '1': '' } } } } }
      exec.templates.a.environment.1: is no name of a variable
    { exec: { templates: { a: { program: '/sh', timeout: 0 } } } }
      exec.templates.a.timeout: is 0; expected a duration from 1s to 3650d
    { exec: { templates: { a: { program: '/sh', requirement: 'lan' } } } }
      exec.templates.a.requirement: is 'lan'; expected internet or nothing
    { exec: { templates: { a: { program: '/sh', workingDirectory: '.' } } } }
      exec.templates.a.workingDirectory: is '.'; expected a folder: a path from the root without
      '.' and '..', of at most 4095 bytes
    { quotas: { owner: { jobs: 0 } } }
      quotas.owner.jobs: is 0; expected a whole number of jobs from 1 to 10000000
    { quotas: { destination: { bytes: '1KiB' } } }
      quotas.destination.bytes: is '1KiB'; expected a number of bytes such as 64KiB, 8MiB or
      1GiB, from 1MiB to 1TiB
    { history: { retention: '1m' } }
      history.retention: is '1m'; expected a duration from 1h to 3650d
    { history: { maximum: 1e9 } }
      history.maximum: is 1000000000; expected a whole number of entries from 1000 to 100000000
    """#
  )
}
