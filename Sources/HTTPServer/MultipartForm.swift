internal import CMicroHTTPD
internal import Glibc

/// Reads a multipart body while it comes, with libmicrohttpd's post processor. Confined to the thread of its connection.
final class MultipartForm {
  private(set) var fields: [FormField] = []
  private(set) var problem: RequestProblem?

  private let limits: HTTPLimits
  private let folder: String
  private var processor: OpaquePointer?
  private var part: Part?
  private var textBytes = 0
  private var fileBytes = 0

  /// The field that is coming.
  private struct Part {
    var name: String
    var value: [UInt8] = []
    var file: File?
  }

  private struct File {
    let filename: String
    let contentType: String?
    let descriptor: Int32
    var size = 0
  }

  /// - Parameters:
  ///   - field: the request's Content-Type, in the connection's memory.
  ///   - boundary: where in there the parameter is.
  init(
    _ field: UnsafeRawBufferPointer, boundary: Range<Int>, connection: OpaquePointer, limits: HTTPLimits,
    folder: String
  ) {
    self.limits = limits
    self.folder = folder
    // Safe because the exchange that owns this object has the processor destroyed before it lets go of it.
    let context = Unmanaged.passUnretained(self).toOpaque()
    // A whole header line of a part has to fit in, with a field's name and a file's.
    processor = Self.makeProcessor(
      connection, field, boundary, bufferSize: limits.fieldNameBytes + 2048, context: context)
    if processor == nil { problem = .malformedForm }
  }

  /// The request ended before its body did. Without this call, or `finish`, the processor would leak.
  func abandon() {
    problem = problem ?? .malformedForm  // so that the last piece, which comes from the next call, is not looked at
    if let processor { MHD_destroy_post_processor(processor) }
    processor = nil
    if let file = part?.file { close(file.descriptor) }
    part = nil
  }

  /// Takes the next bytes of the body. After a problem they are ignored.
  func read(_ bytes: UnsafeRawBufferPointer) {
    guard problem == nil, let processor else { return }
    if MHD_post_process(processor, bytes.baseAddress, bytes.count) != .YES {
      problem = problem ?? .malformedForm
    }
  }

  /// The body is complete.
  func finish() {
    guard let processor else { return }
    self.processor = nil
    // This hands over the last value, too.
    let isComplete = MHD_destroy_post_processor(processor) == .YES
    finishPart()
    if !isComplete { problem = problem ?? .malformedForm }
  }

  /// libmicrohttpd looks for the boundary by itself. It takes "boundary=" in these letters only, and all that follows for
  /// the boundary. So while it looks, the field says so; and that has to be the first place with this text.
  private static func makeProcessor(
    _ connection: OpaquePointer, _ field: UnsafeRawBufferPointer, _ boundary: Range<Int>, bufferSize: Int,
    context: UnsafeMutableRawPointer
  ) -> OpaquePointer? {
    // Safe because the head lies in memory that libmicrohttpd itself writes to, and the zero after a field is its own.
    let bytes = UnsafeMutableRawBufferPointer(mutating: field)
    for index in boundary.lowerBound..<(boundary.lowerBound + 8) { bytes[index] = ASCII.lower(bytes[index]) }
    guard let start = bytes.baseAddress else { return nil }
    let first = strstr(start.assumingMemoryBound(to: CChar.self), "boundary=")
    guard UnsafeMutableRawPointer(first) == start + boundary.lowerBound else { return nil }
    let after = start.load(fromByteOffset: boundary.upperBound, as: UInt8.self)
    start.storeBytes(of: 0, toByteOffset: boundary.upperBound, as: UInt8.self)
    defer { start.storeBytes(of: after, toByteOffset: boundary.upperBound, as: UInt8.self) }
    return MHD_create_post_processor(connection, bufferSize, readPiece, context)
  }

  // MARK: From the post processor

  fileprivate func read(
    name: UnsafePointer<CChar>?, filename: UnsafePointer<CChar>?, contentType: UnsafePointer<CChar>?,
    coding: UnsafePointer<CChar>?, bytes: UnsafeRawBufferPointer, isFirst: Bool
  ) -> RequestProblem? {
    if isFirst {
      finishPart()
      if let problem { return problem }
      if let found = begin(name: name, filename: filename, contentType: contentType, coding: coding) { return found }
    }
    if part == nil { return .malformedForm }
    if part?.file != nil { return store(bytes) }
    textBytes += bytes.count
    part?.value.append(contentsOf: bytes)
    if textBytes > limits.bodyBytes { return .bodyTooLarge }
    return part.map { $0.value.count > limits.fieldBytes } ?? false ? .fieldTooLarge : nil
  }

  fileprivate func note(_ found: RequestProblem) { problem = problem ?? found }

  private func begin(
    name: UnsafePointer<CChar>?, filename: UnsafePointer<CChar>?, contentType: UnsafePointer<CChar>?,
    coding: UnsafePointer<CChar>?
  ) -> RequestProblem? {
    guard let name else { return .malformedForm }
    if fields.count >= limits.fieldCount { return .tooManyFields }
    if ASCII.count(name) > limits.fieldNameBytes { return .fieldNameTooLong }
    guard let text = Self.text(name) else { return .malformedEncoding }
    part = Part(name: text)
    if let coding, !Self.isPlain(coding) { return .malformedForm }
    guard let filename else { return nil }
    guard let original = Self.text(filename) else { return .malformedEncoding }
    let descriptor = UploadedFile.make(in: folder)
    if descriptor < 0 { return .storageFailed }
    part?.file = File(
      filename: UploadedFile.lastComponent(original), contentType: contentType.flatMap(Self.text),
      descriptor: descriptor)
    return nil
  }

  private func store(_ bytes: UnsafeRawBufferPointer) -> RequestProblem? {
    fileBytes += bytes.count
    if fileBytes > limits.uploadBytes { return .uploadTooLarge }
    guard let descriptor = part?.file?.descriptor else { return .storageFailed }
    var rest = bytes
    while !rest.isEmpty {
      let written = write(descriptor, rest.baseAddress, rest.count)
      if written < 0 {
        if errno == EINTR { continue }
        return .storageFailed
      }
      rest = UnsafeRawBufferPointer(rebasing: rest[written...])
    }
    part?.file?.size += bytes.count
    return nil
  }

  private func finishPart() {
    guard let part else { return }
    self.part = nil
    if let file = part.file {
      lseek(file.descriptor, 0, SEEK_SET)
      let upload = UploadedFile(
        filename: file.filename, contentType: file.contentType, size: file.size, descriptor: file.descriptor)
      if problem == nil { fields.append(FormField(name: part.name, value: "", file: upload)) }
    } else if part.value.contains(0) {
      problem = problem ?? .zeroByte
    } else if let value = UTF8Text.string(part.value) {
      if problem == nil { fields.append(FormField(name: part.name, value: value, file: nil)) }
    } else {
      problem = problem ?? .malformedEncoding
    }
  }

  private static func text(_ text: UnsafePointer<CChar>) -> String? {
    UTF8Text.string(UnsafeRawBufferPointer(start: text, count: ASCII.count(text)))
  }

  /// Whether the bytes of a part are sent as they are (RFC 7578, section 4.7).
  private static func isPlain(_ coding: UnsafePointer<CChar>) -> Bool {
    let coding = UnsafeRawBufferPointer(start: coding, count: ASCII.count(coding))
    return ASCII.matches(coding, "binary") || ASCII.matches(coding, "8bit") || ASCII.matches(coding, "7bit")
  }
}

private let readPiece:
  @convention(c) @Sendable (
    UnsafeMutableRawPointer?, MHD_ValueKind, UnsafePointer<CChar>?, UnsafePointer<CChar>?, UnsafePointer<CChar>?,
    UnsafePointer<CChar>?, UnsafePointer<CChar>?, UInt64, Int
  ) -> MHD_Result = { context, _, name, filename, contentType, coding, data, offset, size in
    guard let context else { return .NO }
    // Safe because the processor, which calls this, does not outlive the form.
    let reader = Unmanaged<MultipartForm>.fromOpaque(context).takeUnretainedValue()
    if reader.problem != nil { return .NO }
    let problem = reader.read(
      name: name, filename: filename, contentType: contentType, coding: coding,
      bytes: UnsafeRawBufferPointer(start: data, count: data == nil ? 0 : size), isFirst: offset == 0)
    guard let problem else { return .YES }
    reader.note(problem)
    return .NO
  }
