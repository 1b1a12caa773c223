public import Foundation

extension NSAttributedString {
  /// The type of a document.
  public struct DocumentType: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    public static let plain = DocumentType(rawValue: "NSPlainText")
    public static let html = DocumentType(rawValue: "NSHTML")
    /// Unsupported.
    public static let rtf = DocumentType(rawValue: "NSRTF")
    /// Unsupported.
    public static let rtfd = DocumentType(rawValue: "NSRTFD")
  }

  /// The name of an option for reading a document.
  public struct DocumentReadingOptionKey: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    /// A `DocumentType`.
    public static let documentType = DocumentReadingOptionKey(rawValue: "DocumentType")
    /// The raw value of a `String.Encoding`. Default: UTF-8.
    public static let characterEncoding = DocumentReadingOptionKey(rawValue: "CharacterEncoding")
    /// No effect.
    public static let defaultAttributes = DocumentReadingOptionKey(rawValue: "DefaultAttributes")
  }

  /// The name of an attribute of a document.
  public struct DocumentAttributeKey: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    public static let documentType = DocumentAttributeKey(rawValue: "DocumentType")
    public static let characterEncoding = DocumentAttributeKey(rawValue: "CharacterEncoding")
  }

  /// Reads a plain text, or the text of an HTML document with its paragraphs, lists, links, and bold, italic, underlined and
  /// struck parts. Other elements count as their text, and style sheets have no effect.
  ///
  /// - Parameters:
  ///   - options: The type and the encoding. Without a type, the text is plain.
  ///   - dict: Not used.
  /// - Throws: `CocoaError` if the encoding does not fit, or the type is not supported.
  public convenience init(
    data: Data, options: [DocumentReadingOptionKey: Any] = [:],
    documentAttributes dict: UnsafeMutablePointer<NSDictionary?>?
  ) throws {
    let value = options[.characterEncoding]
    let number = value as? UInt ?? (value as? NSNumber)?.uintValue ?? (value as? String.Encoding)?.rawValue
    guard let text = String(data: data, encoding: number.map(String.Encoding.init) ?? .utf8) else {
      throw CocoaError(.fileReadInapplicableStringEncoding)
    }
    switch options[.documentType] as? DocumentType ?? .plain {
    case .plain: self.init(string: text)
    case .html:
      var reader = HTMLTextReader(text)
      self.init(attributedString: reader.read())
    default: throw CocoaError(.fileReadUnsupportedScheme)
    }
  }
}
