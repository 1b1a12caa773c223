internal import Basics

/// Reads the form in a request's body while it arrives, and counts its memory. Confined to the thread of its connection.
struct FormReader {
  private enum Form {
    /// The method of the request has no use for a body, but the next request begins after it.
    case ignored
    case urlencoded(URLEncodedForm)
    case multipart(MultipartForm)
  }

  /// The bytes of a form that are not counted, and of each step in which the others are.
  private static let countedStep = 16 * 1024

  private var form: Form
  private let capacity: Capacity
  private let address: NetworkAddress?
  private var bytes = 0
  private var countedBytes = 0

  /// - Parameters:
  ///   - type: The Content-Type of the form; nil for a body that is ignored.
  ///   - folder: The folder of files that arrive.
  ///   - address: The address that the memory and files are limited by; nil for one without a limit.
  init(_ type: FormContentType?, folder: String, _ capacity: Capacity, for address: NetworkAddress?) {
    self.capacity = capacity
    self.address = address
    form =
      switch type {
      case nil: .ignored
      case .urlencoded: .urlencoded(URLEncodedForm(limits: capacity.limits))
      case .multipart(let boundary):
        .multipart(MultipartForm(boundary: boundary, folder: folder, capacity, for: address))
      }
  }

  /// The largest body.
  var maxBytes: Int {
    let limits = capacity.limits
    if case .multipart = form { return limits.bodyBytes + limits.uploadBytes + limits.uploadExcessBytes }
    return limits.bodyBytes
  }

  /// The problem of a larger body.
  var excess: RequestError {
    if case .multipart = form, capacity.limits.uploadBytes > 0 { .uploadTooLarge } else { .bodyTooLarge }
  }

  /// The time that the body has beyond that of other requests, in nanoseconds: a form with files has a second for each
  /// 32 KiB that have arrived.
  var extraTime: UInt64 {
    if case .multipart = form { UInt64(bytes / (32 * 1024)) * 1_000_000_000 } else { 0 }
  }

  /// Reads the next bytes of the body.
  mutating func read(_ bytes: UnsafeRawBufferPointer) throws(RequestError) {
    self.bytes += bytes.count
    if self.bytes > maxBytes { throw excess }
    switch form {
    case .ignored: break
    case .urlencoded(let form):
      try form.read(bytes)
      try count(self.bytes, form.fields)
    case .multipart(let form):
      try form.read(bytes)
      try count(form.textBytes, form.fields)
    }
  }

  /// Counts the memory of a form of which so many bytes and these fields have arrived.
  private mutating func count(_ bytes: Int, _ fields: [FormField]) throws(RequestError) {
    let bytes = bytes + fields.count * MemoryLayout<FormField>.stride
    while countedBytes + Self.countedStep < bytes {
      guard capacity.take(Self.countedStep, of: .forms, for: address) else { throw .tooMuchInFlight }
      countedBytes += Self.countedStep
    }
  }

  /// Ends the form after the last byte of the body, and returns its fields.
  mutating func finish() throws(RequestError) -> [FormField] {
    defer { form = .ignored }
    switch form {
    case .ignored: return []
    case .urlencoded(let form):
      try form.finish()
      return form.fields
    case .multipart(let form):
      try form.finish()
      return form.fields
    }
  }

  /// Drops the form, and gives back its memory. The rest of the body is ignored.
  mutating func drop() {
    form = .ignored
    capacity.giveBack(countedBytes, of: .forms, for: address)
    countedBytes = 0
  }
}

/// The two kinds of forms that browsers send (HTML Standard, section 4.10.21.8).
enum FormContentType {
  case urlencoded
  case multipart(boundary: UnsafeRawBufferPointer)

  /// Nil for any other type, and for a malformed boundary (RFC 2046, section 5.1.1).
  init?(_ field: UnsafeRawBufferPointer) {
    let end = field.firstIndex(of: 0x3b) ?? field.count
    let type = ASCII.trimmed(UnsafeRawBufferPointer(rebasing: field[..<end]))
    if ASCII.matches(type, "application/x-www-form-urlencoded") {
      self = .urlencoded
    } else if ASCII.matches(type, "multipart/form-data"), let boundary = Self.boundary(in: field, from: end) {
      self = .multipart(boundary: boundary)
    } else {
      return nil
    }
  }

  private static func boundary(in field: UnsafeRawBufferPointer, from start: Int) -> UnsafeRawBufferPointer? {
    var index = start
    while index < field.count {
      index += 1  // the semicolon
      while index < field.count, ASCII.isBlank(field[index]) { index += 1 }
      let name = index
      let isBoundary = ASCII.hasPrefix(UnsafeRawBufferPointer(rebasing: field[name...]), "boundary=")
      var isQuoted = false
      while index < field.count, isQuoted || field[index] != 0x3b {
        if field[index] == 0x22 { isQuoted.toggle() }
        index += 1
      }
      if isQuoted { return nil }
      if isBoundary {
        var value = ASCII.trimmed(UnsafeRawBufferPointer(rebasing: field[(name + 9)..<index]))
        if value.count >= 2, value.first == 0x22, value.last == 0x22 {
          value = UnsafeRawBufferPointer(rebasing: value[1..<(value.count - 1)])
        }
        let isValid = (1...70).contains(value.count) && value.last != 0x20 && value.allSatisfy(isBoundaryCharacter)
        return isValid ? value : nil
      }
    }
    return nil
  }

  private static func isBoundaryCharacter(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5a, 0x61...0x7a, 0x20, 0x27...0x29, 0x2b...0x2f, 0x3a, 0x3d, 0x3f, 0x5f: true
    default: false
    }
  }
}

/// Reads an urlencoded body while it arrives (URL Standard, section 5.1).
///
/// libmicrohttpd's post processor would not do. It refuses `a=b=c` and a last name without `=`, ends a value at a line feed,
/// and takes malformed escapes for text.
final class URLEncodedForm {
  private(set) var fields: [FormField] = []
  private let limits: HTTPLimits
  private var name: [UInt8] = []
  private var value: [UInt8] = []
  private var isName = true
  private var isStarted = false
  private var escape: Escape = .none

  private enum Escape {
    case none
    case begun
    case high(UInt8)
  }

  init(limits: HTTPLimits) {
    self.limits = limits
    // Of usual forms, so that they do not grow step by step.
    fields.reserveCapacity(4)
    name.reserveCapacity(16)
    value.reserveCapacity(128)
  }

  func read(_ bytes: UnsafeRawBufferPointer) throws(RequestError) {
    var next = 0
    while next < bytes.count {
      let byte = bytes[next]
      switch escape {
      case .none:
        switch byte {
        case 0x26: try finishField()
        case 0x3d where isName: (isName, isStarted) = (false, true)
        case 0x25: (escape, isStarted) = (.begun, true)
        case 0x2b: try append(CollectionOfOne(0x20))
        default:
          let start = next
          while next < bytes.count, isPlain(bytes[next]) { next += 1 }
          if next == start { throw .zeroByte }
          try append(bytes[start..<next])
          next -= 1
        }
      case .begun:
        guard let digit = PercentEncoding.digit(byte) else { throw .malformedEncoding }
        escape = .high(digit)
      case .high(let high):
        guard let digit = PercentEncoding.digit(byte) else { throw .malformedEncoding }
        escape = .none
        if high << 4 | digit == 0 { throw .zeroByte }
        try append(CollectionOfOne(high << 4 | digit))
      }
      next += 1
    }
  }

  /// Whether a byte stands for itself.
  private func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case 0, 0x25, 0x26, 0x2b: false
    case 0x3d: !isName
    default: true
    }
  }

  private func append(_ bytes: some Collection<UInt8>) throws(RequestError) {
    isStarted = true
    if isName {
      if name.count + bytes.count > limits.fieldNameBytes { throw .fieldNameTooLong }
      name.append(contentsOf: bytes)
    } else {
      if value.count + bytes.count > limits.fieldBytes { throw .fieldTooLarge }
      value.append(contentsOf: bytes)
    }
  }

  /// Ends the form after the last byte of the body.
  func finish() throws(RequestError) {
    guard case .none = escape else { throw .malformedEncoding }
    try finishField()
  }

  private func finishField() throws(RequestError) {
    guard isStarted else { return }
    if fields.count == limits.fieldCount { throw .tooManyFields }
    guard let name = String(utf8: name), let value = String(utf8: value) else { throw .malformedEncoding }
    fields.append(FormField(name: name, value: value, file: nil))
    self.name.removeAll(keepingCapacity: true)
    self.value.removeAll(keepingCapacity: true)
    (isName, isStarted) = (true, false)
  }
}
