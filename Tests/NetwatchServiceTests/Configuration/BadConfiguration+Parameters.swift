extension BadConfiguration {
  /// Parameters of a template that are wrong.
  static let parameters = entries(
    #"""
    { name: 'n' }
      arguments[0]: is no whole parameter; expected a name and a type
    { name: '-n', type: 'word' }
      arguments[0].name: is '-n'; expected a letter, then letters, digits, '_' and '-', 64 at
      most
    { name: 'n', type: 'string' }
      arguments[0].type: is 'string'; expected integer, word, path or choice
    { name: 'n', type: 'integer', pattern: 'a' }
      arguments[0].pattern: means nothing for the type integer
    { name: 'n', type: 'integer', minimum: -1 }
      arguments[0].minimum: is -1; expected a whole number from 0 to 9007199254740992
    { name: 'n', type: 'integer', minimum: 5, maximum: 4 }
      arguments[0].maximum: is 4; expected a whole number from 5 to 9007199254740992
    { name: 'n', type: 'integer', maximum: 1e300 }
      arguments[0].maximum: is 1e+300; expected a whole number from 0 to 9007199254740992
    { name: 'n', type: 'choice' }
      arguments[0]: has no choices; expected a list of words
    { name: 'n', type: 'choice', choices: [] }
      arguments[0].choices: is empty; expected at least one word
    { name: 'n', type: 'choice', choices: ['-rf'] }
      arguments[0].choices[0]: is '-rf'; expected a word of at most 256 bytes that does not
      begin with '-'
    { name: 'n', type: 'word' }, { name: 'n', type: 'path' }
      arguments[1]: has the name 'n' of an earlier parameter
    """#
  )
}
