/// A stream that gives what a test says, and lets it wait for the reader.
struct Feed<Element: Sendable>: Sendable {
  private let questions = ScriptedFetch<Element>()
  private let given = Journal<Element>()

  /// The stream, for one reader.
  var stream: AsyncStream<Element> {
    AsyncStream { [questions] in try? await questions() }
  }

  /// Gives a value, and returns once the reader has done with it.
  func give(_ element: Element) async {
    let number = given.append(element)
    await questions.calls(number)
    questions.succeed(number, with: element)
    await questions.calls(number + 1)
  }
}
