import CNetlink

/// The kernel's refusal of a request: `struct nlmsgerr`, with the sentence that may follow it.
struct ErrorMessage {
  /// The positive error number; 0 is an acknowledgement.
  let code: CInt

  /// The kernel's own explanation (NETLINK_EXT_ACK), where it gives one.
  let text: String?

  /// Reads what follows the header of a message of type NLMSG_ERROR.
  init?(_ header: MessageHeader, _ payload: RawSpan) {
    guard CInt(header.type) == NLMSG_ERROR, let status = payload.field(at: 0, as: CInt.self)
    else { return nil }
    code = status == .min ? .max : abs(status)
    text = Self.text(header, payload)
  }

  private static func text(_ header: MessageHeader, _ payload: RawSpan) -> String? {
    guard CInt(header.flags) & NLM_F_ACK_TLVS != 0 else { return nil }
    guard let length = payload.field(at: 4, as: UInt32.self).map(Int.init) else { return nil }
    // An answer that is not capped repeats the whole request, not only its header.
    let isCapped = CInt(header.flags) & NLM_F_CAPPED != 0
    let start = 4 + (isCapped ? MessageHeader.size : aligned(length))
    var text: String?
    forEachAttribute(in: payload, from: start) { type, value in
      if type == NLMSGERR_ATTR_MSG.rawValue { text = value.text }
    }
    return text
  }
}
