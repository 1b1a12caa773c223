/// Describes values in one line, with all their properties, by reflection. It does not use their own descriptions.
package struct ValueText {
  private static let maxValues = 400
  private static let maxCharacters = 200

  private let redaction: Redaction
  /// Whether the text is for a reader who looks at many: it is cut off, and objects are named only.
  private let isShort: Bool
  /// How many values are still described.
  private var rest: Int
  /// The objects that the value is in.
  private var surroundings: Set<ObjectIdentifier> = []

  package static func of(_ value: Any) -> String {
    var text = ValueText(redaction: Redaction(), isShort: false, rest: .max)
    return text.describe(value)
  }

  /// The beginning of a value's text, without secrets.
  ///
  /// - Parameters:
  ///   - name: The name of the property that has the value.
  ///   - limit: The number of characters.
  package static func shortened(
    _ value: Any, named name: String = "", to limit: Int = maxCharacters, _ redaction: Redaction = Redaction()
  ) -> String {
    var text = ValueText(redaction: redaction, isShort: true, rest: maxValues)
    return text.describe(value, named: name).shortened(to: limit)
  }

  /// Whether a value is compared and described as a whole, and not by its properties.
  ///
  /// Types of Foundation are: equal values of them can differ in their internal properties.
  static func isAtomic(_ value: Any, _ mirror: Mirror) -> Bool {
    switch mirror.displayStyle {
    case .optional, .collection, .set, .dictionary: false
    default: mirror.children.isEmpty && mirror.superclassMirror == nil || isOfFoundation(value)
    }
  }

  private static func isOfFoundation(_ value: Any) -> Bool {
    value is any Equatable && String(reflecting: type(of: value)).hasPrefix("Foundation")
  }

  /// The properties of a value, the inherited ones first.
  static func parts(of mirror: Mirror) -> [Mirror.Child] {
    (mirror.superclassMirror.map(parts) ?? []) + mirror.children
  }

  /// The keys and values of a dictionary.
  static func entries(of mirror: Mirror, limit: Int = .max) -> [(key: Any, value: Any)] {
    mirror.children.prefix(limit).map { child in
      let pair = Mirror(reflecting: child.value).children.map(\.value)
      return (pair[0], pair[1])
    }
  }

  private mutating func describe(_ value: Any, named name: String) -> String {
    redaction.keys.contains(name) ? Redaction.mark : describe(value)
  }

  private mutating func describe(_ value: Any) -> String {
    rest -= 1
    guard rest > 0 else { return "…" }
    let mirror = Mirror(reflecting: value)
    switch mirror.displayStyle {
    case .optional: return mirror.children.first.map { describe($0.value) } ?? "nil"
    case .collection: return "[\(elements(of: mirror).joined(separator: ", "))]"
    case .set: return "[\(elements(of: mirror).sorted().joined(separator: ", "))]"
    case .dictionary:
      let pairs = Self.entries(of: mirror, limit: rest).map { key, value in
        "\(describe(key)): \(describe(value, named: key as? String ?? ""))"
      }
      return pairs.isEmpty ? "[:]" : "[\(pairs.sorted().joined(separator: ", "))]"
    case .enum where !Self.isOfFoundation(value):
      func caseName<Value>(of value: Value) -> String? { enumCaseName(value).map { String(cString: $0) } }
      guard let payload = mirror.children.first else {
        return ".\(_openExistential(value, do: caseName) ?? "\(value)")"
      }
      let content = describe(payload.value)
      let isTuple = Mirror(reflecting: payload.value).displayStyle == .tuple
      return ".\(payload.label ?? "")\(isTuple ? content : "(\(content))")"
    case .class where isShort: return String(describing: type(of: value))
    case .struct where !Self.isOfFoundation(value), .tuple: return properties(of: value, mirror)
    case .class where !Self.isOfFoundation(value):
      let object = ObjectIdentifier(value as AnyObject)
      guard surroundings.insert(object).inserted else { return "…" }
      defer { surroundings.remove(object) }
      return properties(of: value, mirror)
    default:
      let text = redaction.text(String(describing: value))
      guard value is any StringProtocol || value is Character else { return text }
      return String(reflecting: isShort ? text.shortened(to: Self.maxCharacters / 2) : text)
    }
  }

  private mutating func elements(of mirror: Mirror) -> [String] {
    mirror.children.prefix(rest).map { describe($0.value) }
  }

  private mutating func properties(of value: Any, _ mirror: Mirror) -> String {
    let list = Self.parts(of: mirror).map { part in
      let label = part.label.flatMap { $0.hasPrefix(".") ? nil : $0 } ?? ""
      return (label.isEmpty ? "" : "\(label): ") + describe(part.value, named: label)
    }
    let name = mirror.displayStyle == .tuple ? "" : String(describing: type(of: value))
    return "\(name)(\(list.joined(separator: ", ")))"
  }
}

@_silgen_name("swift_EnumCaseName")
private func enumCaseName<T>(_ value: T) -> UnsafePointer<CChar>?

extension String {
  package func shortened(to limit: Int) -> String {
    utf8.count > limit && count > limit ? "\(prefix(limit - 1))…" : self
  }
}
