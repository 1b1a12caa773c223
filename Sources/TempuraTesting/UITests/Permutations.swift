public import Foundation
public import TempuraUI

extension UITests {
  /// The circumstances to show screens in: all combinations of these values.
  ///
  /// Pictures are compared in all of them. Markup and accessibility tree are compared in the first of each language
  /// only, because they hardly depend on the rest.
  public struct Permutations: Sendable {
    public var devices: [Device]
    public var orientations: [UIDeviceOrientation]
    public var contentSizeCategories: [UIContentSizeCategory]
    public var styles: [UIUserInterfaceStyle]
    /// Language tags (RFC 5646). Languages that are written from right to left mirror the screens.
    public var languages: [String]

    /// By default a small phone, a large phone and a laptop, light and dark, in the language of the settings.
    public init(
      devices: [Device] = [.iPhoneSE1.scaled(1), .iPhone14.scaled(1), .desktop],
      orientations: [UIDeviceOrientation] = [.portrait], contentSizeCategories: [UIContentSizeCategory] = [.large],
      styles: [UIUserInterfaceStyle] = [.light, .dark], languages: [String] = [UITests.settings.language]
    ) {
      self.devices = devices
      self.orientations = orientations
      self.contentSizeCategories = contentSizeCategories
      self.styles = styles
      self.languages = languages
    }

    /// All combinations.
    var circumstances: [Circumstances] {
      var all: [Circumstances] = []
      for device in devices {
        for orientation in orientations {
          for language in languages {
            let isFirst = !all.contains { $0.language == language }
            for category in contentSizeCategories {
              for style in styles {
                let circumstances = Circumstances(
                  device: device, orientation: orientation, language: language, category: category, style: style,
                  hasTexts: isFirst && category == contentSizeCategories[0] && style == styles[0])
                // Two combinations can have the same files: a desktop does not turn, and names contain only the whole
                // part of the scale.
                if !all.contains(where: { $0.hasFiles(of: circumstances) }) { all.append(circumstances) }
              }
            }
          }
        }
      }
      return all
    }
  }

  /// The circumstances that a screen is shown in.
  struct Circumstances: Equatable, Sendable {
    var device: Device
    var orientation: UIDeviceOrientation
    var language: String
    var category: UIContentSizeCategory = .large
    var style: UIUserInterfaceStyle = .light
    /// Whether markup and accessibility tree are compared, and not only the picture.
    var hasTexts = true

    /// Whether a screen has the same files in both circumstances.
    func hasFiles(of others: Circumstances) -> Bool {
      language == others.language && suffix == others.suffix && Int(device.scale) == Int(others.device.scale)
        && device.size(held: orientation) == others.device.size(held: others.orientation)
    }

    /// The name in messages, such as `iPhone SE dark in en`.
    var name: String { "\(device.name)\(orientation.isLandscape ? " landscape" : "")\(suffix) in \(language)" }

    /// The suffix of identifiers, so that files have different names: text size and style, which the folders do not
    /// have.
    var suffix: String {
      let size = category == .large ? "" : " \(category.name)"
      return size + (style == .dark ? " dark" : "")
    }
  }
}

extension UIContentSizeCategory {
  /// The short name, such as `XL` or `AccessibilityM`.
  var name: String { rawValue.replacing("UICTContentSizeCategory", with: "") }
}
