extension BadConfiguration {
  /// Texts that are no JSON5.
  static let syntax = entries(
    #"""
    []
      the text is no object; expected { key: value, … }
    5
      the text is no object; expected { key: value, … }
    {
      the text ends where a name was expected
    { store }
      '}' stands where ':' behind the name 'store' was expected
    { store: }
      '}' stands where a value was expected
    { store: a.db }
      'a.db' is no value; text has to stand in quotes
    { store: 'a }
      the text in quotes that begins here has no end
    { store: 'a\qb' }
      a text in quotes has an unknown escape in it
    { store: 'a\u12' }
      an escape needs 4 hexadecimal digits
    { store: '\ud800' }
      a text in quotes has half a surrogate pair in it
    { store: '\udc00\ud800' }
      a text in quotes has half a surrogate pair in it
    { store: '\x4' }
      an escape needs 2 hexadecimal digits
    { /* open
      the comment that begins here has no end
    { / }
      '/' stands where a comment or a value was expected
    {} {}
      '{' stands where the end of the text was expected
    { store: 'a',, }
      ',' stands where a name was expected
    { 1a: 2 }
      ':' stands where a name was expected
    { probes: [1 2] }
      '2' stands where ',' or ']' was expected
    { history: { maximum: 010 } }
      '010' is no value; text has to stand in quotes
    { history: { maximum: 1e } }
      '1e' is no value; text has to stand in quotes
    { history: { maximum: 0x } }
      '0x' is no value; text has to stand in quotes
    { history: { maximum: --1 } }
      '--1' is no value; text has to stand in quotes
    { store: 'a', store: 'b' }
      the name 'store' stands twice, first on line 1
    { listen: {}, listen: {} }
      the name 'listen' stands twice, first on line 1
    """#
  )
}
