/// A transfer that was started.
package struct CurlExchange: Sendable {
  let mailbox: Mailbox
  let id: TransferID

  /// Ends the transfer at once, in whatever phase it is, with an error of the kind `cancelled`.
  ///
  /// Nothing happens if it has ended already.
  package func cancel() {
    mailbox.cancel(id)
  }
}
