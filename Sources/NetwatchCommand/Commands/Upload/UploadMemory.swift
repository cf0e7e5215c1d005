/// Where one upload is, from one start of the program to the next.
///
/// That it cannot be kept is said and is no reason not to upload.
struct UploadMemory: Sendable {
  /// The URL to go on from, or `nil` to begin.
  let url: String?

  private let records: UploadRecords?
  private let file: UploadedFile.Identity
  private let target: String

  /// Looks up what is known of an upload of a file to a target.
  init(of file: UploadedFile, to target: String) {
    self.file = file.identity
    self.target = target
    do throws(UploadRecordError) {
      records = try UploadRecords.open()
    } catch {
      StandardError.write("where the upload is cannot be kept: \(error)")
      (records, url) = (nil, nil)
      return
    }
    url = Self.url(of: file.identity, to: target, in: records)
  }

  /// Keeps where the upload is.
  func keep(_ url: String) {
    guard let records else { return }
    do throws(UploadRecordError) {
      try records.write(UploadRecord(file: file, target: target, url: url), as: name)
    } catch {
      StandardError.write("where the upload is cannot be kept: \(error)")
    }
  }

  /// The upload is done.
  func forget() { records?.remove(name) }

  private var name: String { UploadRecord.name(of: file, to: target) }

  private static func url(
    of file: UploadedFile.Identity,
    to target: String,
    in records: UploadRecords?
  ) -> String? {
    do throws(UploadRecordError) {
      let record = try records?.read(UploadRecord.name(of: file, to: target))
      // A file that has changed is begun anew.
      guard let record, record.file == file, record.target == target else { return nil }
      return record.url
    } catch {
      StandardError.write("\(error); the upload begins anew")
      return nil
    }
  }
}
