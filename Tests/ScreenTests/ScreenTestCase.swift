import Foundation
import TempuraTesting
import UIKit
import XCTest

/// Pictures of the screens of an app, compared with those in `Pictures/`.
class ScreenTestCase: XCTestCase {
  /// The app's delegate, whose configuration names the app's files.
  class var app: any ServerConfigurable.Type { fatalError("Override `app`.") }

  /// A phone and a desktop with one pixel per point, because references are kept with the sources and must be small.
  static let smallPhone = UITests.Device(name: "Small phone", size: CGSize(width: 320, height: 640))
  static let phone = UITests.Device(name: "Phone", size: CGSize(width: 390, height: 844))
  static let tablet = UITests.Device(name: "Tablet", size: CGSize(width: 768, height: 1024), idiom: .pad)
  static let desktop = UITests.Device.desktop

  /// All devices and styles.
  let everywhere = UITests.Permutations(devices: [phone, desktop])

  /// The app's other languages, and the accented one, which shows texts that are not localised.
  let inOtherLanguages = UITests.Permutations(devices: [phone], styles: [.light], languages: ["it", "ar", "en-XA"])

  override func setUp() {
    super.setUp()
    UITests.settings = UITests.Settings()
    UITests.settings.directory = URL(fileURLWithPath: #filePath).deletingLastPathComponent().path + "/Pictures"
    UITests.settings.server = Self.app.serverConfiguration
  }

  override func tearDown() {
    UITests.settings = UITests.Settings()
    super.tearDown()
  }
}
