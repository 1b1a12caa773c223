/// Describes values in one line, with all their properties. It does not use their own descriptions.
enum ValueText {
  static func of(_ value: Any) -> String { text(of: value, in: []) }

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

  private static func text(of value: Any, in surroundings: Set<ObjectIdentifier>) -> String {
    let mirror = Mirror(reflecting: value)
    var surroundings = surroundings
    if mirror.displayStyle == .class, !surroundings.insert(ObjectIdentifier(value as AnyObject)).inserted { return "…" }
    let texts = { parts(of: mirror).map { text(of: $0.value, in: surroundings) } }
    switch mirror.displayStyle {
    case .optional: return mirror.children.first.map { text(of: $0.value, in: surroundings) } ?? "nil"
    case .collection: return "[\(texts().joined(separator: ", "))]"
    case .set: return "[\(texts().sorted().joined(separator: ", "))]"
    case .dictionary:
      let pairs = mirror.children.map { child in
        Mirror(reflecting: child.value).children.map { text(of: $0.value, in: surroundings) }.joined(separator: ": ")
      }
      return pairs.isEmpty ? "[:]" : "[\(pairs.sorted().joined(separator: ", "))]"
    case .enum:
      guard let payload = mirror.children.first, !isAtomic(value, mirror) else { return ".\(value)" }
      let content = text(of: payload.value, in: surroundings)
      let isTuple = Mirror(reflecting: payload.value).displayStyle == .tuple
      return ".\(payload.label ?? "")\(isTuple ? content : "(\(content))")"
    case .struct, .class, .tuple:
      if isOfFoundation(value) { return String(describing: value) }
      let list = parts(of: mirror).map { part in
        let label = part.label.map { $0.hasPrefix(".") ? "" : "\($0): " } ?? ""
        return label + text(of: part.value, in: surroundings)
      }
      let name = mirror.displayStyle == .tuple ? "" : String(describing: type(of: value))
      return "\(name)(\(list.joined(separator: ", ")))"
    default: return isText(value) ? String(reflecting: value) : String(describing: value)
    }
  }

  private static func isText(_ value: Any) -> Bool { value is any StringProtocol || value is Character }
}
