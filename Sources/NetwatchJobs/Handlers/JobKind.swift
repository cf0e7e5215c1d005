import FoundationEssentials

/// A kind of job: its name, and what its payload is.
///
/// The name is stored with each job, and must stay the same from one release of a program to the next.
public struct JobKind<Payload: Sendable>: Sendable {
  /// Names the handler; from 1 to 255 bytes of UTF-8.
  public let name: String

  private let encoder: @Sendable (Payload) throws -> [UInt8]
  private let decoder: @Sendable ([UInt8]) throws -> Payload

  /// Creates a kind whose payload is written in a form of its own.
  ///
  /// - Parameters:
  ///   - name: Names the handler.
  ///   - encode: Writes a payload; its error is thrown by whoever submits the job.
  ///   - decode: Reads one; where it throws, the job is dead.
  public init(
    _ name: String,
    encode: @escaping @Sendable (Payload) throws -> [UInt8],
    decode: @escaping @Sendable ([UInt8]) throws -> Payload
  ) {
    self.name = name
    encoder = encode
    decoder = decode
  }

  /// A job of this kind, to be submitted by itself or with others.
  ///
  /// - Parameters:
  ///   - payload: What the handler is given.
  ///   - options: What is asked for besides.
  /// - Returns: The job.
  /// - Throws: What the encoder throws.
  public func job(_ payload: Payload, options: JobOptions = JobOptions()) throws -> NewJob {
    NewJob(kind: name, payload: try encoder(payload), options: options)
  }

  /// What a payload says.
  func decode(_ payload: [UInt8]) throws -> Payload { try decoder(payload) }
}

extension JobKind where Payload: Codable {
  /// Creates a kind whose payload is stored as JSON.
  ///
  /// - Parameter name: Names the handler.
  public init(_ name: String) {
    self.init(
      name,
      encode: { Array(try JSONEncoder().encode($0)) },
      decode: { try JSONDecoder().decode(Payload.self, from: Data($0)) }
    )
  }
}

extension JobKind where Payload == [UInt8] {
  /// Creates a kind whose payload is stored as it is.
  ///
  /// - Parameter name: Names the handler.
  public init(bytes name: String) {
    self.init(name, encode: { $0 }, decode: { $0 })
  }
}
