internal import Foundation
internal import TempuraGraphics

/// What moves between two styles of an element: the properties that browsers can animate.
enum StyleChange {
  /// Properties that may be missing in a style, with the value that they have then.
  private static let defaults = [
    "opacity": "1", "background-color": "transparent", "border-radius": "0", "box-shadow": "none", "transform": "none",
    "visibility": "visible", "rotate": "none", "scale": "none",
  ]
  /// Properties that move only if both styles have them.
  private static let others: Set<String> = ["color", "width", "height", "font-size", "clip-path"]

  /// Returns the properties that differ. `from` is nil if only the page knows the value.
  ///
  /// A view that moves is drawn elsewhere, which takes no layout: `move` is how far it is from where the page has it.
  ///
  /// - Parameter last: The style that the page has.
  static func all(
    from before: String, to after: String, last: String
  ) -> [(property: String, from: String?, to: String)] {
    guard before != after else { return [] }
    let (old, new) = (declarations(in: before), declarations(in: after))
    let place = place(in: last == after ? new : declarations(in: last))
    var changes: [(String, String?, String)] = []
    if let place, let from = self.place(in: old), let to = self.place(in: new), from != to {
      let ways = [from, to].map { "\(CSS.rem($0.x - place.x)) \(CSS.rem($0.y - place.y))" }
      changes.append(("move", ways[0], ways[1]))
    }
    for (property, initial) in defaults where old[property] != new[property] {
      // An element may have a background of the style sheet's.
      let from = old[property] ?? (property == "background-color" ? nil : initial)
      changes.append((property, from, new[property] ?? initial))
    }
    for property in others where old[property] != new[property] {
      if let from = old[property], let to = new[property] { changes.append((property, from, to)) }
    }
    return changes
  }

  /// Returns the value of a property that may be missing.
  static func value(of property: String, in css: String) -> String? {
    declarations(in: css)[property] ?? defaults[property]
  }

  /// Returns the values by their properties. A semicolon in parentheses or quotes ends none.
  private static func declarations(in css: String) -> [String: String] {
    var result: [String: String] = [:]
    var (name, text, depth, quote) = ("", "", 0, Character?.none)
    for character in css {
      switch character {
      case ";" where depth == 0 && quote == nil:
        result[name] = text
        (name, text) = ("", "")
        continue
      case ":" where name.isEmpty && depth == 0:
        (name, text) = (text, "")
        continue
      case "(" where quote == nil: depth += 1
      case ")" where quote == nil: depth -= 1
      case "\"", "'":
        if quote == nil { quote = character } else if quote == character { quote = nil }
      default: break
      }
      text.append(character)
    }
    return result
  }

  /// The points of a length such as `1.5rem`; nil for one that depends on something else.
  private static func points(_ length: String) -> CGFloat? {
    if length == "0" { return 0 }
    return length.hasSuffix("rem") ? Double(length.dropLast(3)).map { CGFloat($0 * 16) } : nil
  }

  /// Where an element is drawn; nil if the browser places it.
  private static func place(in style: [String: String]) -> CGPoint? {
    let moved = (style["translate"] ?? "0 0").split(separator: " ").map { points(String($0)) ?? 0 }
    guard let x = points(style["left"] ?? "0"), let y = points(style["top"] ?? "0") else { return nil }
    return CGPoint(x: x + moved[0], y: y + (moved.count > 1 ? moved[1] : 0))
  }
}
