// swift-format-ignore-file
// Because each name has one line.

public import Foundation

extension AttributeScopes {
  /// UIKit's attributes of an `AttributedString`.
  public var uiKit: UIKitAttributes.Type { UIKitAttributes.self }

  /// The attributes that pages show, and those of Foundation. `NSAttributedString.Key` describes them.
  public struct UIKitAttributes: AttributeScope {
    public let font: FontAttribute
    public let paragraphStyle: ParagraphStyleAttribute
    public let foregroundColor: ForegroundColorAttribute
    public let backgroundColor: BackgroundColorAttribute
    public let ligature: LigatureAttribute
    public let kern: KerningAttribute
    public let tracking: TrackingAttribute
    public let underlineStyle: UnderlineStyleAttribute
    public let underlineColor: UnderlineColorAttribute
    public let strikethroughStyle: StrikethroughStyleAttribute
    public let strikethroughColor: StrikethroughColorAttribute
    public let strokeColor: StrokeColorAttribute
    public let strokeWidth: StrokeWidthAttribute
    public let shadow: ShadowAttribute
    public let baselineOffset: BaselineOffsetAttribute
    public let obliqueness: ObliquenessAttribute
    public let expansion: ExpansionAttribute
    public let foundation: FoundationAttributes

    public enum FontAttribute: Named { public typealias Value = UIFont; public static let key = NSAttributedString.Key.font }
    public enum ParagraphStyleAttribute: Named { public typealias Value = NSParagraphStyle; public static let key = NSAttributedString.Key.paragraphStyle }
    public enum ForegroundColorAttribute: Named { public typealias Value = UIColor; public static let key = NSAttributedString.Key.foregroundColor }
    public enum BackgroundColorAttribute: Named { public typealias Value = UIColor; public static let key = NSAttributedString.Key.backgroundColor }
    public enum LigatureAttribute: Named { public typealias Value = Int; public static let key = NSAttributedString.Key.ligature }
    public enum KerningAttribute: Named { public typealias Value = CGFloat; public static let key = NSAttributedString.Key.kern }
    public enum TrackingAttribute: Named { public typealias Value = CGFloat; public static let key = NSAttributedString.Key.tracking }
    public enum UnderlineStyleAttribute: Named { public typealias Value = NSUnderlineStyle; public static let key = NSAttributedString.Key.underlineStyle }
    public enum UnderlineColorAttribute: Named { public typealias Value = UIColor; public static let key = NSAttributedString.Key.underlineColor }
    public enum StrikethroughStyleAttribute: Named { public typealias Value = NSUnderlineStyle; public static let key = NSAttributedString.Key.strikethroughStyle }
    public enum StrikethroughColorAttribute: Named { public typealias Value = UIColor; public static let key = NSAttributedString.Key.strikethroughColor }
    public enum StrokeColorAttribute: Named { public typealias Value = UIColor; public static let key = NSAttributedString.Key.strokeColor }
    public enum StrokeWidthAttribute: Named { public typealias Value = CGFloat; public static let key = NSAttributedString.Key.strokeWidth }
    public enum ShadowAttribute: Named { public typealias Value = NSShadow; public static let key = NSAttributedString.Key.shadow }
    public enum BaselineOffsetAttribute: Named { public typealias Value = CGFloat; public static let key = NSAttributedString.Key.baselineOffset }
    public enum ObliquenessAttribute: Named { public typealias Value = CGFloat; public static let key = NSAttributedString.Key.obliqueness }
    public enum ExpansionAttribute: Named { public typealias Value = CGFloat; public static let key = NSAttributedString.Key.expansion }

    /// An attribute that has a name in an `NSAttributedString`, too.
    public protocol Named: AttributedStringKey where Value: Sendable { static var key: NSAttributedString.Key { get } }

    fileprivate static let named: [any Named.Type] = [
      FontAttribute.self, ParagraphStyleAttribute.self, ForegroundColorAttribute.self, BackgroundColorAttribute.self,
      LigatureAttribute.self, KerningAttribute.self, TrackingAttribute.self, UnderlineStyleAttribute.self,
      UnderlineColorAttribute.self, StrikethroughStyleAttribute.self, StrikethroughColorAttribute.self, StrokeColorAttribute.self,
      StrokeWidthAttribute.self, ShadowAttribute.self, BaselineOffsetAttribute.self,
      ObliquenessAttribute.self, ExpansionAttribute.self, FoundationAttributes.LinkAttribute.self,
    ]
  }
}

extension AttributeScopes.FoundationAttributes.LinkAttribute: AttributeScopes.UIKitAttributes.Named {
  public static var key: NSAttributedString.Key { .link }
}

extension AttributeScopes.UIKitAttributes.Named {
  public static var name: String { key.rawValue }

  /// Puts the value from the attributes of an `NSAttributedString` into a container. Apps write numbers of any type there.
  fileprivate static func move(_ attributes: [NSAttributedString.Key: Any], to container: inout AttributeContainer) {
    guard let value = attributes[key] else { return }
    let converted: Any? =
      switch Value.self {
      case is CGFloat.Type: TextAttribute.length(value)
      case is Int.Type: TextAttribute.number(value).map { Int($0) }
      case is NSUnderlineStyle.Type: TextAttribute.lineStyle(value)
      case is URL.Type: value as? URL ?? (value as? String).flatMap { URL(string: $0) }
      default: value
      }
    container[Self.self] = converted as? Value
  }

  fileprivate static func move(_ container: AttributeContainer, to attributes: inout [NSAttributedString.Key: Any]) {
    attributes[key] = container[Self.self]
  }
}

extension AttributeDynamicLookup {
  public subscript<Key: AttributedStringKey>(
    dynamicMember keyPath: KeyPath<AttributeScopes.UIKitAttributes, Key>
  ) -> Key { self[Key.self] }
}

extension AttributedString {
  /// A text with the attributes that pages show.
  public init(_ text: NSAttributedString) {
    self.init()
    let whole = NSRange(location: 0, length: text.length)
    text.enumerateAttributes(in: whole) { attributes, range, _ in
      append(AttributedString(text.attributedSubstring(from: range).string, attributes: AttributeContainer(attributes)))
    }
  }
}

extension NSAttributedString {
  /// A text with the attributes that pages show.
  public convenience init(_ text: AttributedString) {
    let copy = NSMutableAttributedString(string: "")
    for run in text.runs {
      copy.append(NSAttributedString(string: String(text[run.range].characters), attributes: run.attributes.uiKit))
    }
    self.init(attributedString: copy)
  }
}

extension AttributeContainer {
  /// The attributes that pages show.
  public init(_ dictionary: [NSAttributedString.Key: Any]) {
    self.init()
    for key in AttributeScopes.UIKitAttributes.named { key.move(dictionary, to: &self) }
  }

  fileprivate var uiKit: [NSAttributedString.Key: Any] {
    var attributes: [NSAttributedString.Key: Any] = [:]
    for key in AttributeScopes.UIKitAttributes.named { key.move(self, to: &attributes) }
    return attributes
  }
}
