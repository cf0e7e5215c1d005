/// Whether a terminal would show the text as it is: no control character is in it but line feeds.
func isPlain(_ text: String) -> Bool {
  text.unicodeScalars.allSatisfy { scalar in
    scalar == "\n" || scalar.properties.generalCategory != .control
  }
}
