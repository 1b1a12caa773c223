import Foundation
import TempuraTesting
import UIKit
import XCTest

/// Pictures of the screens of an app, compared with those in `Pictures/`.
class ScreenTestCase: XCTestCase {
  /// The app's delegate, which says what files the app has.
  class var app: any ServerConfigurable.Type { fatalError("Override `app`.") }

  /// A phone and a desktop with a pixel to the point: references are kept with the sources, and have to be small.
  static let phone = UITests.Device(name: "Phone", size: CGSize(width: 390, height: 844))
  static let desktop = UITests.Device.desktop

  /// What every screen is shown on.
  let everywhere = UITests.Permutations(devices: [phone, desktop])

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
