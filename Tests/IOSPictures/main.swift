import Foundation
import TempuraServer
import TempuraTesting
import TempuraUI
import UIKit

// Draws the screens, for Tests/IOSPictures/check.
//
//     IOSPictures FOLDER [TEXT]
//
// Writes a PNG and the page for each screen with the text in its name, and a line of JSON that says how it is compared.

/// How a picture is compared.
struct Line: Encodable {
  let name: String
  let scale: CGFloat
  let top: CGFloat
  /// Width and height of the screen in points. Nil if it is as large as its view.
  let size: [CGFloat]?
}

/// Shows a screen in a window of its size, and writes its picture and its page.
@MainActor func draw(_ picture: Picture, on site: OfflineSite, in tab: ChromiumTab, to folder: URL) throws {
  let application = UIApplication.shared
  let isPhone = UITraitCollection(
    idiom: .phone, style: .light, direction: .leftToRight, scale: picture.scale, horizontal: .compact,
    vertical: .regular, category: picture.category)
  application.adopt(isPhone, screenSize: picture.size ?? CGSize(width: 375, height: 812), safeArea: picture.safeArea)
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
  let page = site.page(of: window, language: "en")
  window.rootViewController = nil
  try page.body.write(to: folder.appending(path: "\(picture.name).html"))
  try tab.open(page, of: site)
  try tab.screenshot().write(to: folder.appending(path: "\(picture.name).png"))
}

let folder = URL(fileURLWithPath: CommandLine.arguments[1])
let text = CommandLine.arguments.dropFirst(2).first ?? ""
let pictures = (labels + fields + controls + bars + tables + screens + layers).filter {
  text.isEmpty || $0.name.contains(text)
}
let site = try OfflineSite(configuration: ServerConfiguration(), publicFolder: "Public", templateFolder: "Templates")
for (scale, pictures) in Dictionary(grouping: pictures, by: \.scale) {
  Chromium.restart(scale: Double(scale))
  let tab = try Chromium.shared().openTab()
  for picture in pictures {
    try draw(picture, on: site, in: tab, to: folder)
    let line = Line(
      name: picture.name, scale: scale, top: picture.top, size: picture.size.map { [$0.width, $0.height] })
    print(String(decoding: try JSONEncoder().encode(line), as: UTF8.self))
  }
}
