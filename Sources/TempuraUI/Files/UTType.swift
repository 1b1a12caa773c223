/// A type of data, such as the type of a file. On iOS it is in the module UniformTypeIdentifiers.
///
/// Besides the declared types there are dynamic ones: every unknown ending and media type has its own.
public struct UTType: Sendable {
  /// The identifier, such as `public.png`.
  public let identifier: String

  /// The supertype of a type that the app declares.
  private let parentDeclaredByApp: String?

  /// Creates the type of an identifier. Nil if the identifier is neither declared nor dynamic.
  public init?(_ identifier: String) {
    guard Self.declarations[identifier] != nil || identifier.hasPrefix(Self.dynamicPrefix) else { return nil }
    self.init(declared: identifier)
  }

  /// Creates the type of a filename extension, written without a dot. Nil if the extension is empty, or if none of its
  /// types conforms to `supertype`.
  public init?(filenameExtension: String, conformingTo supertype: UTType = .data) {
    let types = Self.types(filenameExtension: filenameExtension)
    guard let type = types.first(where: { $0.conforms(to: supertype) }) else { return nil }
    self = type
  }

  /// Creates the type of a media type, such as `image/png`. Nil if the text has no slash, or if none of the types of
  /// the media type conforms to `supertype`.
  public init?(mimeType: String, conformingTo supertype: UTType = .data) {
    let mimeType = mimeType.lowercased()
    let declared = Self.declared(mimeType: mimeType)
    let types = declared.isEmpty ? [UTType(declared: Self.dynamicPrefix + "mime." + mimeType)] : declared
    guard mimeType.contains("/"), let type = types.first(where: { $0.conforms(to: supertype) }) else { return nil }
    self = type
  }

  /// Creates a type that the app declares. It has no filename extensions: for a file picker, use
  /// `UTType(filenameExtension:)`.
  public init(exportedAs identifier: String, conformingTo parentType: UTType? = nil) {
    self.identifier = identifier
    parentDeclaredByApp = parentType?.identifier
  }

  /// Creates a type that another app declares. It has no filename extensions: for a file picker, use
  /// `UTType(filenameExtension:)`.
  public init(importedAs identifier: String, conformingTo parentType: UTType? = nil) {
    self.init(exportedAs: identifier, conformingTo: parentType)
  }

  init(declared identifier: String) {
    self.identifier = identifier
    parentDeclaredByApp = nil
  }

  // MARK: - Properties

  /// The preferred filename extension, without a dot; nil if the type has none.
  public var preferredFilenameExtension: String? { endings.first }

  /// The preferred media type, such as `image/png`; nil if the type has none.
  public var preferredMIMEType: String? { mediaTypes.first }

  /// Whether the type is declared.
  public var isDeclared: Bool { Self.declarations[identifier] != nil }

  /// Whether the type was made for an unknown filename extension or media type.
  public var isDynamic: Bool { identifier.hasPrefix(Self.dynamicPrefix) }

  /// Whether the identifier begins with `public.`, that is, the type belongs to no company.
  public var isPublic: Bool { identifier.hasPrefix("public.") }

  /// All types to which this one conforms, without itself.
  public var supertypes: Set<UTType> {
    var found: Set<UTType> = []
    var left = parents
    while let type = left.popLast() {
      if found.insert(type).inserted { left += type.parents }
    }
    return found
  }

  /// Returns whether the type equals another one, or is a subtype of it.
  public func conforms(to type: UTType) -> Bool { self == type || supertypes.contains(type) }

  public func isSubtype(of type: UTType) -> Bool { self != type && conforms(to: type) }
  public func isSupertype(of type: UTType) -> Bool { self != type && type.conforms(to: self) }
}

extension UTType: Hashable {
  public static func == (left: UTType, right: UTType) -> Bool { left.identifier == right.identifier }
  public func hash(into hasher: inout Hasher) { hasher.combine(identifier) }
}

extension UTType: CustomStringConvertible {
  public var description: String { identifier }
}

extension UTType: Codable {
  public init(from decoder: any Decoder) throws {
    self.init(declared: try decoder.singleValueContainer().decode(String.self))
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(identifier)
  }
}

// MARK: - Lookup

extension UTType {
  /// Returns the declared types of a filename extension, or else its dynamic type.
  static func types(filenameExtension ending: String) -> [UTType] {
    let ending = ending.lowercased()
    guard !ending.isEmpty else { return [] }
    let types = declared.filter { $0.endings.contains(ending) }
    return types.isEmpty ? [UTType(declared: dynamicPrefix + "ending." + ending)] : types
  }

  /// Returns the declared types that browsers send as a media type. Types that prefer the media type are first.
  static func declared(mimeType: String) -> [UTType] {
    let mimeType = mimeType.lowercased()
    let types = declared.filter { $0.mediaTypes.contains(mimeType) }
    return types.filter { $0.preferredMIMEType == mimeType } + types.filter { $0.preferredMIMEType != mimeType }
  }

  fileprivate static let dynamicPrefix = "dyn."

  fileprivate var endings: [String] {
    if let declaration = Self.declarations[identifier] { return declaration.endings }
    let prefix = Self.dynamicPrefix + "ending."
    return identifier.hasPrefix(prefix) ? [String(identifier.dropFirst(prefix.count))] : []
  }

  fileprivate var mediaTypes: [String] {
    if let declaration = Self.declarations[identifier] { return declaration.mediaTypes }
    let prefix = Self.dynamicPrefix + "mime."
    return identifier.hasPrefix(prefix) ? [String(identifier.dropFirst(prefix.count))] : []
  }

  fileprivate var parents: [UTType] {
    if let declaration = Self.declarations[identifier] { return declaration.parents.map(UTType.init(declared:)) }
    if let parentDeclaredByApp { return [UTType(declared: parentDeclaredByApp)] }
    return isDynamic ? [.data] : []
  }

  /// The filename extensions of the type and its declared subtypes, with dots.
  var acceptedFilenameExtensions: [String] {
    let kinds = Self.declared.filter { $0.conforms(to: self) } + (isDeclared ? [] : [self])
    return kinds.flatMap { kind in kind.endings.map { "." + $0 } }
  }

  /// The tokens of the `accept` attribute for the type: a family such as `image/*` or media types, and filename
  /// extensions.
  var acceptTokens: [String] {
    let families: [(UTType, String)] = [
      (.image, "image/*"), (.audio, "audio/*"), (.movie, "video/*"), (.text, "text/*"),
    ]
    let family = families.first { $0.0 == self }.map { [$0.1] } ?? []
    let kinds = Self.declared.filter { $0.conforms(to: self) } + (isDeclared ? [] : [self])
    return family + (family.isEmpty ? kinds.flatMap(\.mediaTypes) : []) + acceptedFilenameExtensions
  }
}
