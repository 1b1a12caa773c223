public import Foundation
public import TempuraUI

extension UITests {
  /// The circumstances that screens are to be shown in: each of these with each other one.
  ///
  /// Pictures are compared in all of them, texts in the first of each language: they hardly depend on the others.
  public struct Permutations: Sendable {
    public var devices: [Device]
    public var orientations: [UIDeviceOrientation]
    public var contentSizeCategories: [UIContentSizeCategory]
    public var styles: [UIUserInterfaceStyle]
    /// Tags (RFC 5646). Those of languages that run from right to left mirror the screens.
    public var languages: [String]

    /// By default a small and a large phone and a laptop, in the light and in the dark, in the language of the settings.
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

    /// All of them.
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
                // A desktop does not turn, and two scales may have one name.
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
    /// Whether texts are compared, and not the picture alone.
    var hasTexts = true

    /// Whether screens have the same files in these and in others.
    func hasFiles(of others: Circumstances) -> Bool {
      language == others.language && suffix == others.suffix && Int(device.scale) == Int(others.device.scale)
        && device.size(held: orientation) == others.device.size(held: others.orientation)
    }

    /// What an identifier gets so that its files are not those of others: what is not in the names of folders.
    var suffix: String {
      let size = category == .large ? "" : " \(category.name)"
      return size + (style == .dark ? " dark" : "")
    }
  }
}

extension UIContentSizeCategory {
  /// Such as `XL` or `AccessibilityM`.
  var name: String { rawValue.replacing("UICTContentSizeCategory", with: "") }
}
