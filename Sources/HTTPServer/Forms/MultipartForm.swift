internal import Basics
internal import Glibc

/// Reads a multipart body while it arrives: text into memory, and files into files. Confined to the thread of its connection.
final class MultipartForm {
  private(set) var fields: [FormField] = []

  private let folder: String
  private let capacity: Capacity
  private let address: NetworkAddress?
  private var parser: MultipartParser
  private var part: Part?
  /// The bytes of texts and heads of parts, which are in memory.
  private(set) var textBytes = 0
  private var fileBytes = 0
  private var fileCount = 0

  /// The part that is arriving.
  private struct Part {
    let head: PartHead
    var value: [UInt8] = []
    /// The file of a part that is one, from its first byte on.
    var file: TemporaryFile?
    var size = 0
    var isComplete = true
    /// Of the bytes of a file.
    var hash = StableHash()
  }

  /// - Parameters:
  ///   - folder: The folder of files that arrive.
  ///   - address: The address that files are limited by; nil for one without a limit.
  init(boundary: UnsafeRawBufferPointer, folder: String, _ capacity: Capacity, for address: NetworkAddress? = nil) {
    self.folder = folder
    self.capacity = capacity
    self.address = address
    parser = MultipartParser(boundary: boundary)
  }

  private var limits: HTTPLimits { capacity.limits }

  /// Reads the next bytes of the body. The form must be dropped after an error.
  func read(_ bytes: UnsafeRawBufferPointer) throws(RequestError) {
    try parser.read(bytes) { event throws(RequestError) in
      switch event {
      case .head(let head): try begin(head)
      case .content(let content): try add(content)
      case .end: try finishPart()
      }
    }
  }

  /// Ends the form after the last byte of the body.
  func finish() throws(RequestError) { if !parser.isComplete { throw .malformedForm } }

  private func begin(_ bytes: UnsafeRawBufferPointer) throws(RequestError) {
    if fields.count >= limits.fieldCount { throw .tooManyFields }
    textBytes += bytes.count
    if textBytes > limits.bodyBytes { throw .bodyTooLarge }
    let head = try PartHead(bytes)
    if head.name.utf8.count > limits.fieldNameBytes { throw .fieldNameTooLong }
    if head.filename != nil, limits.uploadBytes == 0 { throw .filesNotTaken }
    part = Part(head: head)
  }

  private func add(_ bytes: UnsafeRawBufferPointer) throws(RequestError) {
    // The part stays in the property, so that its text has one owner while it grows.
    guard part != nil else { throw .malformedForm }
    if part?.head.filename == nil { try addText(bytes) } else { try addToFile(bytes) }
  }

  private func addText(_ bytes: UnsafeRawBufferPointer) throws(RequestError) {
    textBytes += bytes.count
    part?.value.append(contentsOf: bytes)
    if textBytes > limits.bodyBytes { throw .bodyTooLarge }
    if part?.value.count ?? 0 > limits.fieldBytes { throw .fieldTooLarge }
  }

  private func addToFile(_ bytes: UnsafeRawBufferPointer) throws(RequestError) {
    fileBytes += bytes.count
    if fileBytes > limits.uploadBytes + limits.uploadExcessBytes { throw .uploadTooLarge }
    part?.size += bytes.count
    part?.hash.combine(bytes)
    if fileBytes > limits.uploadBytes {
      part?.file = nil
      part?.isComplete = false
      return
    }
    if part?.file == nil { part?.file = try open() }
    guard let file = part?.file, file.write(bytes) else { throw .storageFailed }
  }

  private func open() throws(RequestError) -> TemporaryFile {
    fileCount += 1
    if fileCount > limits.formFiles { throw .tooManyFiles }
    return try TemporaryFile(in: folder, capacity, for: address)
  }

  private func finishPart() throws(RequestError) {
    guard let part else { throw .malformedForm }
    self.part = nil
    if let filename = part.head.filename {
      // A file that was chosen has a file, even if it is empty.
      let file = part.file == nil && part.isComplete && !filename.isEmpty ? try open() : part.file
      file?.rewind()
      let uploaded = UploadedFile(
        filename: UploadedFile.lastComponent(filename), contentType: part.head.contentType, size: part.size,
        isComplete: part.isComplete, contentHash: part.hash.value, file: file)
      fields.append(FormField(name: part.head.name, value: "", file: uploaded))
      return
    }
    if part.value.contains(0) { throw .zeroByte }
    guard let value = String(utf8: part.value) else { throw .malformedEncoding }
    fields.append(FormField(name: part.head.name, value: value, file: nil))
  }
}

/// The head of a part (RFC 7578, section 4).
struct PartHead {
  let name: String
  /// Nil for a part that is not a file.
  let filename: String?
  let contentType: String?

  init(_ head: UnsafeRawBufferPointer) throws(RequestError) {
    var disposition: UnsafeRawBufferPointer?
    var contentType: UnsafeRawBufferPointer?
    for line in head.split(whereSeparator: { $0 == 0x0d || $0 == 0x0a }) {
      guard let colon = line.firstIndex(of: 0x3a) else { throw .malformedForm }
      let field = UnsafeRawBufferPointer(rebasing: line[..<colon])
      let value = ASCII.trimmed(UnsafeRawBufferPointer(rebasing: line[(colon + 1)...]))
      if ASCII.matches(field, "content-disposition") {
        if disposition != nil { throw .malformedForm }
        disposition = value
      } else if ASCII.matches(field, "content-type") {
        contentType = value
      } else if ASCII.matches(field, "content-transfer-encoding") {
        let isPlain = ASCII.matches(value, "binary") || ASCII.matches(value, "8bit") || ASCII.matches(value, "7bit")
        if !isPlain { throw .malformedForm }
      }
    }
    guard let disposition, ASCII.hasPrefix(disposition, "form-data") else { throw .malformedForm }
    let parameters = try Self.parameters(UnsafeRawBufferPointer(rebasing: disposition[9...]))
    guard let name = parameters.name else { throw .malformedForm }
    self.name = try Self.text(name)
    filename = try parameters.filename.map { bytes throws(RequestError) in try Self.text(bytes) }
    self.contentType = try contentType.map { bytes throws(RequestError) in try Self.text(Array(bytes)) }
  }

  /// Reads `; name="…"; filename="…"`. In the values browsers write a quote as `%22`, and other clients as `\"`.
  private static func parameters(
    _ bytes: UnsafeRawBufferPointer
  ) throws(RequestError) -> (name: [UInt8]?, filename: [UInt8]?) {
    var name: [UInt8]?
    var filename: [UInt8]?
    var index = 0
    func skipBlanks() { while index < bytes.count, ASCII.isBlank(bytes[index]) { index += 1 } }
    while true {
      skipBlanks()
      if index == bytes.count { return (name, filename) }
      guard bytes[index] == 0x3b else { throw .malformedForm }
      index += 1
      skipBlanks()
      if index == bytes.count { return (name, filename) }
      let start = index
      while index < bytes.count, HTTPToken.contains(bytes[index]) { index += 1 }
      let key = UnsafeRawBufferPointer(rebasing: bytes[start..<index])
      guard index < bytes.count, bytes[index] == 0x3d else { throw .malformedForm }
      index += 1
      var value: [UInt8] = []
      if index < bytes.count, bytes[index] == 0x22 {
        index += 1
        while index < bytes.count, bytes[index] != 0x22 {
          if bytes[index] == 0x5c, index + 1 < bytes.count, bytes[index + 1] == 0x22 { index += 1 }
          value.append(bytes[index])
          index += 1
        }
        if index == bytes.count { throw .malformedForm }
        index += 1
      } else {
        while index < bytes.count, HTTPToken.contains(bytes[index]) {
          value.append(bytes[index])
          index += 1
        }
      }
      if ASCII.matches(key, "name") {
        if name != nil { throw .malformedForm }
        name = value
      } else if ASCII.matches(key, "filename") {
        if filename != nil { throw .malformedForm }
        filename = value
      }
    }
  }

  private static func text(_ bytes: [UInt8]) throws(RequestError) -> String {
    if bytes.contains(0) { throw .zeroByte }
    guard let text = String(utf8: bytes) else { throw .malformedEncoding }
    return text
  }
}
