internal import Basics

/// The names of classes, and what is made of them.
///
/// `_typeName` is what a text of a type is made of. `String(describing:)` first searches the program for conformances of each
/// metatype, which takes longer than the rest of a class.
enum ClassNames {
  private struct Names {
    let name: String
    let propertyName: String
  }

  private static let looks = ByAddress<Look>()
  private static let names = ByAddress<Names>()
  private static let frameworkClasses = ByAddress<Bool>()

  /// What a view's element has because of its class.
  struct Look {
    /// The class attribute, such as `TodoCell UICollectionViewCell`: the names of the class and its superclasses, up to the first one of
    /// UIKit.
    let markup: String
    /// The raw value of `TouchHandling`.
    let touches: UInt8
  }

  /// - Parameter touches: Finds the value for the class.
  static func look(of type: AnyClass, touches: () -> UInt8) -> Look {
    looks.value(of: type) { Look(markup: lineage(of: type).joined(separator: " "), touches: touches()) }
  }

  private static func lineage(of type: AnyClass) -> [String] {
    var names: [String] = []
    var current: AnyClass? = type
    while let type = current {
      names.append(name(of: type))
      if isFrameworkClass(type) { break }
      current = _getSuperclass(type)
    }
    return names
  }

  /// The name of a class without its module and its generic arguments.
  static func name(of type: AnyClass) -> String { names(of: type).name }

  /// The name of a class as a property would have it: `uiLabel` for `UILabel`, and `listView` for `ListView`.
  static func propertyName(of type: AnyClass) -> String { names(of: type).propertyName }

  private static func names(of type: AnyClass) -> Names {
    names.value(of: type) {
      let name = String(_typeName(type, qualified: false).prefix { $0 != "<" && $0 != " " && $0 != "(" })
      let capitals = name.prefix { $0.isUppercase }.count
      let count = capitals > 1 && capitals < name.count ? capitals - 1 : capitals
      return Names(name: name, propertyName: name.prefix(count).lowercased() + name.dropFirst(count))
    }
  }

  /// Classes with rules in the built-in style sheet that apply in any view. A view in a property of such a name, as in
  /// `let icon = UIImageView()`, does not get the name as its class.
  static let ofStyleSheet: Set<String> = [
    "accessory", "announcement", "attachment", "background", "badge", "br", "buttons", "cancel", "canvas", "checkmark",
    "clear",
    "destructive", "disclosure", "drawing", "ellipsis", "exact", "flips", "framed", "highlighted", "hint", "hyphen",
    "icon",
    "layer", "link", "menu", "more", "normal", "notice", "outside", "paragraph", "pinned", "placed", "preferred",
    "problem",
    "passes", "reorder", "room", "section", "set", "stretched", "strut", "swipe", "turning", "unseen", "wheel",
  ]

  /// Whether a view in a property of a name gets that name as its class.
  static func isFree(_ name: String) -> Bool { !ofStyleSheet.contains(name) && !isStyleNumber(name) }

  /// Whether a name is that of declarations of the page, such as `s12`.
  private static func isStyleNumber(_ name: String) -> Bool {
    name.utf8.first == UInt8(ascii: "s") && name.utf8.count > 1
      && name.utf8.dropFirst().allSatisfy { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
  }

  /// Whether a class is one of UIKit's.
  static func isFrameworkClass(_ type: AnyClass) -> Bool {
    frameworkClasses.value(of: type) { _typeName(type).hasPrefix("TempuraUI.") }
  }
}
