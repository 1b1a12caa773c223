internal import Glibc

/// Reads a multipart body while it comes: text into memory, files into files. Confined to the thread of its connection.
final class MultipartForm {
  private(set) var fields: [FormField] = []
  private(set) var problem: RequestProblem?

  private let limits: HTTPLimits
  private let folder: String
  private var parser: MultipartParser
  private var part: Part?
  private var textBytes = 0
  private var fileBytes = 0

  /// The field that is coming.
  private struct Part {
    let head: PartHead
    var value: [UInt8] = []
    /// Where a file goes; below 0 for text.
    var descriptor: Int32 = -1
    var size = 0
    var isComplete = true
  }

  init(boundary: UnsafeRawBufferPointer, limits: HTTPLimits, folder: String) {
    self.limits = limits
    self.folder = folder
    parser = MultipartParser(boundary: boundary)
  }

  deinit {
    if let part, part.descriptor >= 0 { close(part.descriptor) }
  }

  /// Takes the next bytes of the body. After a problem they are ignored.
  func read(_ bytes: UnsafeRawBufferPointer) {
    if problem != nil { return }
    let isFine = parser.read(bytes) { [self] event in
      do throws(RequestProblem) {
        switch event {
        case .head(let head): try begin(head)
        case .content(let content): try add(content)
        case .end: try finishPart()
        }
        return true
      } catch {
        problem = error
        return false
      }
    }
    if !isFine { problem = problem ?? .malformedForm }
  }

  /// The body is complete.
  func finish() {
    if !parser.isComplete { problem = problem ?? .malformedForm }
  }

  private func begin(_ bytes: UnsafeRawBufferPointer) throws(RequestProblem) {
    if fields.count >= limits.fieldCount { throw .tooManyFields }
    let head = try PartHead(bytes)
    if head.name.utf8.count > limits.fieldNameBytes { throw .fieldNameTooLong }
    var part = Part(head: head)
    if head.filename != nil {
      part.descriptor = UploadedFile.make(in: folder)
      if part.descriptor < 0 { throw .storageFailed }
    }
    self.part = part
  }

  private func add(_ bytes: UnsafeRawBufferPointer) throws(RequestProblem) {
    guard let descriptor = part?.descriptor else { throw .malformedForm }
    if descriptor < 0 {
      textBytes += bytes.count
      part?.value.append(contentsOf: bytes)
      if textBytes > limits.bodyBytes { throw .bodyTooLarge }
      if let part, part.value.count > limits.fieldBytes { throw .fieldTooLarge }
      return
    }
    fileBytes += bytes.count
    if fileBytes > limits.uploadBytes + limits.uploadExcessBytes { throw .uploadTooLarge }
    part?.size += bytes.count
    if fileBytes > limits.uploadBytes {
      if part?.isComplete == true { ftruncate(descriptor, 0) }
      part?.isComplete = false
      return
    }
    var rest = bytes
    while !rest.isEmpty {
      let written = write(descriptor, rest.baseAddress, rest.count)
      if written < 0 {
        if errno == EINTR { continue }
        throw .storageFailed
      }
      rest = UnsafeRawBufferPointer(rebasing: rest[written...])
    }
  }

  private func finishPart() throws(RequestProblem) {
    guard let part else { throw .malformedForm }
    self.part = nil
    if let filename = part.head.filename {
      lseek(part.descriptor, 0, SEEK_SET)
      let file = UploadedFile(
        filename: UploadedFile.lastComponent(filename), contentType: part.head.contentType, size: part.size,
        isComplete: part.isComplete, descriptor: part.descriptor)
      fields.append(FormField(name: part.head.name, value: "", file: file))
      return
    }
    if part.value.contains(0) { throw .zeroByte }
    guard let value = UTF8Text.string(part.value) else { throw .malformedEncoding }
    fields.append(FormField(name: part.head.name, value: value, file: nil))
  }
}
