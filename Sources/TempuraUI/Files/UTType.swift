/// A type of data, such as that of a file: on a phone the module UniformTypeIdentifiers has it.
///
/// Types that are not among the declared ones exist, too: a type for an unknown ending is one of its own.
public struct UTType: Sendable {
  /// Such as `public.png`.
  public let identifier: String

  /// What a type that the app declares is a kind of.
  private let parentOfApp: String?

  /// The type of an identifier.
  ///
  /// - Returns: nil if it is not one of the declared ones, nor that of an unknown ending or media type.
  public init?(_ identifier: String) {
    guard Self.declarations[identifier] != nil || identifier.hasPrefix(Self.dynamicPrefix) else { return nil }
    self.init(declared: identifier)
  }

  /// The type of files whose names have an ending, written without its dot.
  ///
  /// - Returns: nil for an empty ending, or if the declared types of it do not conform to `supertype`.
  public init?(filenameExtension: String, conformingTo supertype: UTType = .data) {
    let types = Self.types(filenameExtension: filenameExtension)
    guard let type = types.first(where: { $0.conforms(to: supertype) }) else { return nil }
    self = type
  }

  /// The type of a media type, such as `image/png`.
  ///
  /// - Returns: nil for an empty media type, or if the declared types of it do not conform to `supertype`.
  public init?(mimeType: String, conformingTo supertype: UTType = .data) {
    let mimeType = mimeType.lowercased()
    let declared = Self.declared(mimeType: mimeType)
    let types = declared.isEmpty ? [UTType(declared: Self.dynamicPrefix + "mime." + mimeType)] : declared
    guard mimeType.contains("/"), let type = types.first(where: { $0.conforms(to: supertype) }) else { return nil }
    self = type
  }

  /// A type that the app declares. Which endings it has is not known here: for a file picker take
  /// `UTType(filenameExtension:)`.
  public init(exportedAs identifier: String, conformingTo parentType: UTType? = nil) {
    self.identifier = identifier
    parentOfApp = parentType?.identifier
  }

  /// A type that another app declares. Which endings it has is not known here: for a file picker take
  /// `UTType(filenameExtension:)`.
  public init(importedAs identifier: String, conformingTo parentType: UTType? = nil) {
    self.init(exportedAs: identifier, conformingTo: parentType)
  }

  init(declared identifier: String) {
    self.identifier = identifier
    parentOfApp = nil
  }

  // MARK: - What it is

  /// The ending that names of such files should have, without its dot.
  public var preferredFilenameExtension: String? { endings.first }

  /// The media type of such data, such as `image/png`.
  public var preferredMIMEType: String? { mediaTypes.first }

  /// Whether the type is one of the declared ones.
  public var isDeclared: Bool { Self.declarations[identifier] != nil }

  /// Whether the type is that of an ending or a media type that is not declared.
  public var isDynamic: Bool { identifier.hasPrefix(Self.dynamicPrefix) }

  /// Whether the type belongs to no company.
  public var isPublic: Bool { identifier.hasPrefix("public.") }

  /// All types that this one is a kind of.
  public var supertypes: Set<UTType> {
    var found: Set<UTType> = []
    var left = parents
    while let type = left.popLast() {
      if found.insert(type).inserted { left += type.parents }
    }
    return found
  }

  /// Whether the type is another one, or a kind of it.
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

// MARK: - Looking types up

extension UTType {
  /// The types of an ending: those that are declared, or else one of its own.
  static func types(filenameExtension ending: String) -> [UTType] {
    let ending = ending.lowercased()
    guard !ending.isEmpty else { return [] }
    let types = declared.filter { $0.endings.contains(ending) }
    return types.isEmpty ? [UTType(declared: dynamicPrefix + "ending." + ending)] : types
  }

  /// The declared types that come as a media type, those that should be called so first.
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
    if let parentOfApp { return [UTType(declared: parentOfApp)] }
    return isDynamic ? [.data] : []
  }

  /// The endings of all declared kinds of the type, with their dots.
  var acceptedEndings: [String] {
    let kinds = Self.declared.filter { $0.conforms(to: self) } + (isDeclared ? [] : [self])
    return kinds.flatMap { kind in kind.endings.map { "." + $0 } }
  }

  /// What the `accept` attribute of a file field has for the type: a whole family, or endings and media types.
  var acceptTokens: [String] {
    let families: [(UTType, String)] = [
      (.image, "image/*"), (.audio, "audio/*"), (.movie, "video/*"), (.text, "text/*"),
    ]
    let family = families.first { $0.0 == self }.map { [$0.1] } ?? []
    let kinds = Self.declared.filter { $0.conforms(to: self) } + (isDeclared ? [] : [self])
    return family + (family.isEmpty ? kinds.flatMap(\.mediaTypes) : []) + acceptedEndings
  }
}
