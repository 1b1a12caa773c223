internal import Basics

/// Reads an urlencoded body while it arrives (URL Standard, section 5.1).
///
/// libmicrohttpd's post processor would not do. It refuses `a=b=c` and a last name without `=`, ends a value at a line feed,
/// and takes malformed escapes for text.
struct URLEncodedForm {
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

  mutating func read(_ bytes: UnsafeRawBufferPointer) -> RequestError? {
    for byte in bytes {
      var decoded = byte
      switch escape {
      case .none:
        switch byte {
        case 0x26:
          if let problem = finishField() { return problem }
          continue
        case 0x3d where isName:
          (isName, isStarted) = (false, true)
          continue
        case 0x25:
          (escape, isStarted) = (.begun, true)
          continue
        case 0x2b: decoded = 0x20
        default: break
        }
      case .begun:
        guard let digit = PercentEncoding.digit(byte) else { return .malformedEncoding }
        escape = .high(digit)
        continue
      case .high(let high):
        guard let digit = PercentEncoding.digit(byte) else { return .malformedEncoding }
        decoded = high << 4 | digit
        escape = .none
      }
      if decoded == 0 { return .zeroByte }
      isStarted = true
      if isName {
        if name.count == limits.fieldNameBytes { return .fieldNameTooLong }
        name.append(decoded)
      } else {
        if value.count == limits.fieldBytes { return .fieldTooLarge }
        value.append(decoded)
      }
    }
    return nil
  }

  /// Ends the form after the last byte of the body.
  mutating func finish() -> RequestError? {
    guard case .none = escape else { return .malformedEncoding }
    return finishField()
  }

  private mutating func finishField() -> RequestError? {
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
