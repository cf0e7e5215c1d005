extension BadConfiguration {
  /// Keys that there are not.
  static let keys = entries(
    #"""
    { probeIntervall: '1s' }
      probeIntervall: is no key that there is; did you mean 'probeInterval'?
    { probe_interval: '1s' }
      probe_interval: is no key that there is; did you mean 'probeInterval'?
    { mode: '0660' }
      mode: is no key that there is; did you mean 'listen.mode'?
    { tcpPort: 80 }
      tcpPort: is no key that there is; did you mean 'listen.tcpPort'?
    { quotas: { jobs: 5 } }
      quotas.jobs: is no key that there is; did you mean 'quotas.owner.jobs'?
    { listen: { sokcet: '/a' } }
      listen.sokcet: is no key that there is; did you mean 'listen.socket'?
    { listen: { port: 80 } }
      listen.port: is no key that there is; did you mean 'listen.tcpPort'?
    { 'listen.mode': '0660' }
      ["listen.mode"]: is no key that there is
    { '': 1 }
      [""]: is no key that there is
    { 'a\u001b[31m\u202e': 1 }
      ["a\u{1b}[31m\u{202e}"]: is no key that there is
    { listen: 5 }
      listen: is 5; expected an object of keys
    { listen: null }
      listen: is null; expected an object of keys
    { http: [] }
      http: is a list; expected an object of keys
    """#
  )
}
