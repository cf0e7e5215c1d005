extension NetworkResponse {
  init(_ head: ResponseHead, body: [UInt8], url: String, attempts: Int = 1) {
    self.init(
      status: head.status,
      headers: head.headers,
      body: body,
      url: url,
      attempts: attempts,
      httpVersion: head.httpVersion,
      remoteAddress: head.remoteAddress
    )
  }

  init(_ answer: Answer, attempts: Int) {
    let body: [UInt8] =
      switch answer.reply {
      case .collected(_, let body): body
      case .streamed: []
      }
    self.init(answer.reply.head, body: body, url: answer.url, attempts: attempts)
  }
}
