import Foundation
import TempuraServer
import TempuraTesting
import TempuraUI
import UIKit

// Draws the screens, for Tests/IOSPictures/check.
//
//     IOSPictures FOLDER [TEXT]
//
// Writes a PNG for each screen with the text in its name, and a line of JSON that says how it is compared.

/// How a picture is compared.
struct Line: Encodable {
  let name: String
  let scale: CGFloat
  let top: CGFloat
  /// Width and height of the screen in points. Nil if it is as large as its view.
  let size: [CGFloat]?
}

/// Shows a screen in a window of its size, and returns its picture.
@MainActor func draw(_ picture: Picture, on site: OfflineSite, in tab: ChromiumTab) throws -> Data {
  let application = UIApplication.shared
  let isPhone = UITraitCollection(
    idiom: .phone, style: .light, direction: .leftToRight, scale: picture.scale, horizontal: .compact,
    vertical: .regular, category: picture.category)
  application.adopt(isPhone, screenSize: picture.size ?? CGSize(width: 375, height: 812))
  let controller = picture.screen()
  let size = picture.size ?? controller.preferredContentSize
  let window = UIWindow(frame: CGRect(x: 0, y: 0, width: size.width.rounded(.up), height: size.height.rounded(.up)))
  window.rootViewController = controller
  window.makeKeyAndVisible()
  window.layoutIfNeeded()
  var appearance = ChromiumTab.Appearance(
    width: Int(window.bounds.width), height: Int(window.bounds.height), scale: Double(picture.scale))
  appearance.isMobile = true
  appearance.textScale = Double(picture.category.factor)
  let area = picture.safeArea
  appearance.safeArea = [area.top, area.left, area.bottom, area.right].map { Double($0) }
  try tab.setAppearance(appearance)
  try tab.open(site.page(of: window, language: "en"), of: site)
  window.rootViewController = nil
  return try tab.screenshot()
}

let folder = URL(fileURLWithPath: CommandLine.arguments[1])
let text = CommandLine.arguments.dropFirst(2).first ?? ""
let pictures = (labels + fields + controls + bars + tables + screens + layers).sorted { $0.name < $1.name }
let site = try OfflineSite(configuration: ServerConfiguration(), publicFolder: "Public", templateFolder: "Templates")
let tab = try Chromium.shared().openTab()
for picture in pictures where text.isEmpty || picture.name.contains(text) {
  try draw(picture, on: site, in: tab).write(to: folder.appending(path: "\(picture.name).png"))
  let size = picture.size.map { [$0.width, $0.height] }
  let line = Line(name: picture.name, scale: picture.scale, top: picture.top, size: size)
  print(String(decoding: try JSONEncoder().encode(line), as: UTF8.self))
}
