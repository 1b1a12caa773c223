internal import Basics

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

  init(limits: HTTPLimits) { self.limits = limits }

  func read(_ bytes: UnsafeRawBufferPointer) -> RequestError? {
    var next = 0
    while next < bytes.count {
      let byte = bytes[next]
      var problem: RequestError?
      switch escape {
      case .none:
        switch byte {
        case 0x26: problem = finishField()
        case 0x3d where isName: (isName, isStarted) = (false, true)
        case 0x25: (escape, isStarted) = (.begun, true)
        case 0x2b: problem = append(CollectionOfOne(0x20))
        default:
          let start = next
          while next < bytes.count, isPlain(bytes[next]) { next += 1 }
          if next == start { return .zeroByte }
          problem = append(bytes[start..<next])
          next -= 1
        }
      case .begun:
        guard let digit = PercentEncoding.digit(byte) else { return .malformedEncoding }
        escape = .high(digit)
      case .high(let high):
        guard let digit = PercentEncoding.digit(byte) else { return .malformedEncoding }
        escape = .none
        problem = high << 4 | digit == 0 ? .zeroByte : append(CollectionOfOne(high << 4 | digit))
      }
      if let problem { return problem }
      next += 1
    }
    return nil
  }

  /// Whether a byte stands for itself.
  private func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case 0, 0x25, 0x26, 0x2b: false
    case 0x3d: !isName
    default: true
    }
  }

  private func append(_ bytes: some Collection<UInt8>) -> RequestError? {
    isStarted = true
    if isName {
      if name.count + bytes.count > limits.fieldNameBytes { return .fieldNameTooLong }
      name.append(contentsOf: bytes)
    } else {
      if value.count + bytes.count > limits.fieldBytes { return .fieldTooLarge }
      value.append(contentsOf: bytes)
    }
    return nil
  }

  /// Ends the form after the last byte of the body.
  func finish() -> RequestError? {
    guard case .none = escape else { return .malformedEncoding }
    return finishField()
  }

  private func finishField() -> RequestError? {
    guard isStarted else { return nil }
    if fields.count == limits.fieldCount { return .tooManyFields }
    guard let name = String(utf8: name), let value = String(utf8: value) else { return .malformedEncoding }
    fields.append(FormField(name: name, value: value, file: nil))
    self.name.removeAll(keepingCapacity: true)
    self.value.removeAll(keepingCapacity: true)
    (isName, isStarted) = (true, false)
    return nil
  }
}
