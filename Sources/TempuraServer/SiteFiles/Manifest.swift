internal import Foundation
internal import TempuraUI

/// A web application manifest (W3C).
struct Manifest: Encodable {
  struct Icon: Encodable {
    var src, sizes, type, purpose: String
  }

  var id, startURL, scope: String
  var display = "standalone"
  var name, shortName, lang, dir, themeColor, backgroundColor: String
  var icons: [Icon]

  enum CodingKeys: String, CodingKey {
    case id, scope, display, name, lang, dir, icons
    case startURL = "start_url"
    case shortName = "short_name"
    case themeColor = "theme_color"
    case backgroundColor = "background_color"
  }

  /// - Parameter root: The path below which all pages are.
  init(name: String, language: Language, options: InstallationOptions, icons: [AppIcon], root: String) {
    (id, startURL, scope) = (root, root, root)
    self.name = name
    shortName = options.shortName ?? name
    lang = language.tag
    dir = language.isRightToLeft ? "rtl" : "ltr"
    themeColor = options.themeColor.appearances.light
    backgroundColor = options.backgroundColor.appearances.light
    self.icons = icons.map { icon in
      Icon(
        src: icon.url, sizes: icon.side.map { "\($0)x\($0)" } ?? "any", type: icon.mediaType,
        purpose: icon.isMaskable ? "maskable" : "any")
    }
  }

  /// The JSON of the file.
  var data: Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    return (try? encoder.encode(self)) ?? Data("{}".utf8)
  }
}
