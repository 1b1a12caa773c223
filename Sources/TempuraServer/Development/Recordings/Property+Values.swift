internal import Basics
internal import Foundation

extension Step.Property {
  /// The stored properties of an item, by reflection. An enumeration has one, without a name: the item itself.
  package static func all(of item: Any, redaction: Redaction = Redaction()) -> [Step.Property] {
    let mirror = Mirror(reflecting: item)
    guard mirror.displayStyle == .struct || mirror.displayStyle == .class else {
      return [property("", item, redaction)]
    }
    return ((mirror.superclassMirror?.children.map { $0 } ?? []) + mirror.children).map { child in
      property(child.label ?? "", child.value, redaction)
    }
  }

  /// A readable text of a value, shortened.
  package static func text(of value: Any, redaction: Redaction = Redaction()) -> String {
    property("", value, redaction).text
  }

  private static func property(_ name: String, _ value: Any, _ redaction: Redaction) -> Step.Property {
    var writer = ValueWriter(redaction)
    let written = writer.write(value, named: name, depth: 0)
    return Step.Property(
      name, text: written.text.shortened(to: 200), source: written.source.flatMap { $0.utf8.count > 4000 ? nil : $0 })
  }
}

extension Step.Dispatch {
  /// - Parameter item: The updater or side effect.
  package init(of item: Any, scope: String? = nil, redaction: Redaction = Redaction()) {
    let type = Swift.type(of: item)
    self.init(
      type: String(reflecting: type), properties: Step.Property.all(of: item, redaction: redaction), scope: scope)
    if properties.first?.name == "" {
      source = properties[0].source
    } else if let name = self.type.typeNameInSource,
      let labels = Initializers.shared.bestLabels(properties.map(\.name), of: type)
    {
      let arguments = labels.compactMap { label in
        let property = label.isEmpty ? properties[0] : properties.first { $0.name == label }
        return property?.source.map { label.isEmpty ? $0 : "\(label): \($0)" }
      }
      source = arguments.count == labels.count ? "\(name)(\(arguments.joined(separator: ", ")))" : nil
    }
  }
}

extension String {
  func shortened(to limit: Int) -> String { utf8.count > limit && count > limit ? "\(prefix(limit - 1))…" : self }

  /// The text as a literal of Swift.
  package var swiftLiteral: String {
    var literal = "\""
    for scalar in unicodeScalars {
      switch scalar {
      case "\"": literal += "\\\""
      case "\\": literal += "\\\\"
      case "\n": literal += "\\n"
      case "\r": literal += "\\r"
      case "\t": literal += "\\t"
      case " "..."~": literal.unicodeScalars.append(scalar)
      default:
        switch scalar.properties.generalCategory {
        // Also those that turn the direction of a text: they would show other code than is there.
        case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned, .surrogate:
          literal += "\\u{\(String(scalar.value, radix: 16))}"
        default: literal.unicodeScalars.append(scalar)
        }
      }
    }
    return literal + "\""
  }

  /// The name of a type as source needs it: without modules, which a type of the same name would hide. Nil for one that other
  /// files cannot name.
  package var typeNameInSource: String? {
    if contains("(") { return nil }
    var (name, part) = ("", "")
    // The first name of each path of names is a module.
    var isModule = true
    for character in self {
      if character.isLetter || character.isNumber || character == "_" {
        part.append(character)
      } else if character == "." {
        if !isModule { name += part + "." }
        (part, isModule) = ("", false)
      } else {
        name += part + String(character)
        (part, isModule) = ("", true)
      }
    }
    return name + part
  }
}

@_silgen_name("swift_EnumCaseName")
private func enumCaseName<T>(_ value: T) -> UnsafePointer<CChar>?

/// Writes values for readers and as source.
private struct ValueWriter {
  typealias Written = (text: String, source: String?)

  private static let maxDepth = 8
  private static let maxElements = 50

  private let redaction: Redaction
  /// How many values are still written.
  private var rest = 400

  init(_ redaction: Redaction) { self.redaction = redaction }

  mutating func write(_ value: Any, named name: String, depth: Int) -> Written {
    guard !name.isEmpty, redaction.keys.contains(name) else { return write(value, depth: depth) }
    return (Redaction.mark, value is String ? Redaction.mark.swiftLiteral : nil)
  }

  private mutating func write(_ value: Any, depth: Int) -> Written {
    rest -= 1
    guard depth < Self.maxDepth, rest > 0 else { return ("…", nil) }
    switch value {
    case let value as String: return text(value)
    case let value as Bool: return ("\(value)", "\(value)")
    case let value as any FixedWidthInteger: return ("\(value)", "\(value)")
    case let value as Double: return number(value)
    case let value as Float: return number(Double(value), "\(value)")
    case let value as Character: return text(String(value))
    case let value as Substring: return text(String(value))
    case let value as UUID: return (value.uuidString, "UUID(uuidString: \"\(value.uuidString)\")!")
    case let value as Date:
      return (value.ISO8601Format(), "Date(timeIntervalSinceReferenceDate: \(value.timeIntervalSinceReferenceDate))")
    case let value as URL:
      let text = redaction.text(value.absoluteString)
      return (text, "URL(string: \(text.swiftLiteral))!")
    case let value as Data:
      let source = "Data(base64Encoded: \"\(value.count > 1000 ? "" : value.base64EncodedString())\")!"
      return ("\(value.count) bytes", value.count > 1000 ? nil : source)
    case let value as Decimal: return ("\(value)", "Decimal(string: \"\(value)\")!")
    default: return parts(of: value, depth: depth)
    }
  }

  private func text(_ value: String) -> Written {
    let value = redaction.text(value)
    return ("“\(value.shortened(to: 100))”", value.utf8.count > 4000 ? nil : value.swiftLiteral)
  }

  private func number(_ value: Double, _ text: String? = nil) -> Written {
    let text = text ?? "\(value)"
    guard !value.isFinite else { return (text, text) }
    return (text, value.isNaN ? ".nan" : value > 0 ? ".infinity" : "-.infinity")
  }

  private mutating func parts(of value: Any, depth: Int) -> Written {
    let mirror = Mirror(reflecting: value)
    switch mirror.displayStyle {
    case .optional:
      return mirror.children.first.map { write($0.value, depth: depth) } ?? ("nil", "nil")
    case .collection:
      let list = elements(of: mirror, depth: depth)
      let isLiteral = value is any ExpressibleByArrayLiteral
      return ("[\(list.text)]", isLiteral ? list.source.map { "[\($0)]" } : nil)
    case .set:
      let list = elements(of: mirror, depth: depth, isSorted: true)
      return ("[\(list.text)]", list.source.map { "[\($0)]" })
    case .dictionary: return entries(of: mirror, depth: depth)
    case .tuple:
      let list = arguments(of: mirror, depth: depth)
      return ("(\(list.text))", list.source.map { "(\($0))" })
    case .enum: return enumeration(value, mirror, depth: depth)
    case .struct: return structure(value, mirror, depth: depth)
    default: return (Self.name(of: value), nil)
    }
  }

  private static func name(of value: Any) -> String { String(describing: type(of: value)) }

  private mutating func elements(of mirror: Mirror, depth: Int, isSorted: Bool = false) -> Written {
    var list = mirror.children.prefix(Self.maxElements).map { write($0.value, depth: depth + 1) }
    if isSorted { list.sort { $0.text < $1.text } }
    return join(list, isWhole: mirror.children.count <= Self.maxElements)
  }

  private func join(_ list: [Written], isWhole: Bool) -> Written {
    let sources = list.compactMap(\.source)
    return (
      (list.map(\.text) + (isWhole ? [] : ["…"])).joined(separator: ", "),
      isWhole && sources.count == list.count ? sources.joined(separator: ", ") : nil
    )
  }

  private mutating func entries(of mirror: Mirror, depth: Int) -> Written {
    var list: [Written] = []
    for child in mirror.children.prefix(Self.maxElements) {
      let pair = Mirror(reflecting: child.value).children.map(\.value)
      guard pair.count == 2 else { return (Self.name(of: child.value), nil) }
      let key = write(pair[0], depth: depth + 1)
      let value = write(pair[1], named: pair[0] as? String ?? "", depth: depth + 1)
      list.append(("\(key.text): \(value.text)", key.source.flatMap { key in value.source.map { "\(key): \($0)" } }))
    }
    list.sort { $0.text < $1.text }
    let joined = join(list, isWhole: mirror.children.count <= Self.maxElements)
    return list.isEmpty ? ("[:]", "[:]") : ("[\(joined.text)]", joined.source.map { "[\($0)]" })
  }

  /// With labels, as in a call.
  private mutating func arguments(of mirror: Mirror, depth: Int) -> Written {
    var list: [Written] = []
    for child in mirror.children {
      let label = child.label.flatMap { $0.hasPrefix(".") ? nil : $0 } ?? ""
      let written = write(child.value, named: label, depth: depth + 1)
      let start = label.isEmpty ? "" : "\(label): "
      list.append((start + written.text, written.source.map { start + $0 }))
    }
    return join(list, isWhole: true)
  }

  private mutating func enumeration(_ value: Any, _ mirror: Mirror, depth: Int) -> Written {
    func caseName<T>(_ value: T) -> String? { enumCaseName(value).map { String(cString: $0) } }
    guard let name = mirror.children.first?.label ?? _openExistential(value, do: caseName) else {
      return (Self.name(of: value), nil)
    }
    let type = String(reflecting: type(of: value)).typeNameInSource
    let isKeyword = ["init", "self", "Type", "Protocol"].contains(name)
    let source = type.map { "\($0).\(isKeyword ? "`\(name)`" : name)" }
    guard let payload = mirror.children.first?.value else { return (".\(name)", source) }
    let content = Mirror(reflecting: payload)
    let list =
      content.displayStyle == .tuple ? arguments(of: content, depth: depth) : write(payload, depth: depth + 1)
    return (".\(name)(\(list.text))", source.flatMap { source in list.source.map { "\(source)(\($0))" } })
  }

  private mutating func structure(_ value: Any, _ mirror: Mirror, depth: Int) -> Written {
    let type = String(reflecting: type(of: value))
    if let value = value as? any LosslessStringConvertible {
      let text = redaction.text(value.description)
      return ("“\(text.shortened(to: 100))”", type.typeNameInSource.map { "\($0)(\(text.swiftLiteral))!" })
    }
    // Their properties are not what they are made of.
    if type.hasPrefix("Foundation.") || type.hasPrefix("Swift.") || type.hasPrefix("FoundationEssentials.") {
      return (redaction.text("\(value)").shortened(to: 100), nil)
    }
    let children = mirror.children.map { (label: $0.label ?? "", value: $0.value) }
    let parts = children.map { write($0.value, named: $0.label, depth: depth + 1) }
    let text = zip(children, parts).map { "\($0.label): \($1.text)" }.joined(separator: ", ")
    let labels = Initializers.shared.labels(children.map(\.label), of: Swift.type(of: value))
    let arguments = labels?.compactMap { label in
      children.firstIndex { $0.label == label }.flatMap { parts[$0].source }.map { "\(label): \($0)" }
    }
    guard let name = type.typeNameInSource, let arguments, arguments.count == parts.count else {
      return ("\(Self.name(of: value))(\(text))", nil)
    }
    return ("\(Self.name(of: value))(\(text))", "\(name)(\(arguments.joined(separator: ", ")))")
  }
}
