import CLinux
import Glibc
import NetwatchNetlink
import Testing

@testable import NetwatchLinux

/// Which failures mean that netlink is not to be had, so that the manager polls.
struct RefusalTests {
  @Test(arguments: [
    NetlinkError(.allocate, code: EPROTONOSUPPORT), .init(.connect, code: EPERM),
    .init(.configure, code: EINVAL), .init(.join, code: EACCES), .init(.send, code: EACCES),
    .init(.send, code: EPERM), .init(.receive, code: EACCES), .init(.describe, code: EPERM),
  ])
  func `what is forbidden or not supported is a refusal`(_ error: NetlinkError) {
    #expect(error.isRefusal)
  }

  @Test(arguments: [
    NetlinkError(.connect, code: EMFILE), .init(.join, code: EINVAL), .init(.send, code: ENOBUFS),
    .init(.receive, code: ETIMEDOUT), .init(.describe, code: EINVAL),
    .init(.openNamespace, code: EACCES), .init(.enterNamespace, code: EPERM),
  ])
  func `what passes, or is about something else, is none`(_ error: NetlinkError) {
    #expect(!error.isRefusal)
  }
}
