public import Foundation

extension AttributeScopes {
  /// UIKit's attributes of an `AttributedString`.
  public var uiKit: UIKitAttributes.Type { UIKitAttributes.self }

  /// The attributes that titles of buttons show, and those of Foundation.
  public struct UIKitAttributes: AttributeScope {
    public let font: FontAttribute
    public let foregroundColor: ForegroundColorAttribute
    public let backgroundColor: BackgroundColorAttribute
    public let kern: KerningAttribute
    public let foundation: FoundationAttributes

    public enum FontAttribute: AttributedStringKey {
      public typealias Value = UIFont
      public static let name = NSAttributedString.Key.font.rawValue
    }

    public enum ForegroundColorAttribute: AttributedStringKey {
      public typealias Value = UIColor
      public static let name = NSAttributedString.Key.foregroundColor.rawValue
    }

    public enum BackgroundColorAttribute: AttributedStringKey {
      public typealias Value = UIColor
      public static let name = NSAttributedString.Key.backgroundColor.rawValue
    }

    public enum KerningAttribute: AttributedStringKey {
      public typealias Value = CGFloat
      public static let name = NSAttributedString.Key.kern.rawValue
    }
  }
}

extension AttributeDynamicLookup {
  public subscript<Key: AttributedStringKey>(
    dynamicMember keyPath: KeyPath<AttributeScopes.UIKitAttributes, Key>
  ) -> Key { self[Key.self] }
}

extension AttributedString {
  /// The text with the attributes that views can show.
  package var uiKit: NSAttributedString {
    let text = NSMutableAttributedString(string: "")
    for run in runs {
      text.append(NSAttributedString(string: String(self[run.range].characters), attributes: run.attributes.uiKit))
    }
    return text
  }
}

extension AttributeContainer {
  /// The attributes that views can show.
  var uiKit: [NSAttributedString.Key: Any] {
    typealias UIKitAttributes = AttributeScopes.UIKitAttributes
    var attributes: [NSAttributedString.Key: Any] = [:]
    attributes[.font] = self[UIKitAttributes.FontAttribute.self]
    attributes[.foregroundColor] = self[UIKitAttributes.ForegroundColorAttribute.self]
    attributes[.backgroundColor] = self[UIKitAttributes.BackgroundColorAttribute.self]
    attributes[.kern] = self[UIKitAttributes.KerningAttribute.self]
    return attributes
  }
}
