internal import Basics
internal import Foundation
internal import HTTPServer
internal import TempuraUI

/// An icon of the app, for the home screen.
struct AppIcon: Equatable, Sendable {
  var url: String
  /// The width and height in pixels. Nil for SVG files, which have any size.
  let side: Int?
  /// Whether the system may cut it to its own shape.
  let isMaskable: Bool

  var mediaType: String { MediaType.ofFile(String(url.prefix { $0 != "?" })) }

  private static let standard = [
    AppIcon(url: "/icon.svg", side: nil, isMaskable: false),
    AppIcon(url: "/icons/192.png", side: 192, isMaskable: false),
    AppIcon(url: "/icons/512.png", side: 512, isMaskable: false),
    AppIcon(url: "/icons/maskable-512.png", side: 512, isMaskable: true),
  ]

  /// Finds the icons of an app. Files that are no icons are reported, and left out.
  ///
  /// - Parameters:
  ///   - urls: The configured ones.
  ///   - catalogued: The icons of the asset catalogue.
  ///   - folders: The folders of files to serve.
  static func all(
    _ urls: [String], catalogued: [String], in files: StaticFiles, _ folders: [String] = [],
    report: (String) -> Void = { Log().report($0, .warning) }
  )
    -> [AppIcon]
  {
    func icons(_ urls: [String]) -> [AppIcon] {
      urls.compactMap { url in
        let icon = files.contents(ofURL: url).flatMap { AppIcon(url: url, data: Data($0)) }
        if icon == nil { report("The icon \(url) is not used. It must be a square PNG file, or an SVG file.") }
        return icon
      }
    }
    if !urls.isEmpty { return icons(urls) }
    if !catalogued.isEmpty {
      // They fill their square, as a phone cuts the corners.
      return icons(catalogued).flatMap { [$0, AppIcon(url: $0.url, side: $0.side, isMaskable: true)] }
    }
    let own = standard.map(\.url).filter { url in
      folders.contains { FileManager.default.fileExists(atPath: $0 + url) }
    }
    return own.isEmpty ? standard : icons(own)
  }

  private init(url: String, side: Int?, isMaskable: Bool) {
    (self.url, self.side, self.isMaskable) = (url, side, isMaskable)
  }

  private init?(url: String, data: Data) {
    switch MediaType.ofFile(url) {
    case "image/svg+xml": side = nil
    case "image/png":
      guard let size = ImageSize.read(data), size.width == size.height, size.width > 0 else { return nil }
      side = Int(size.width)
    default: return nil
    }
    self.url = url
    isMaskable = url.split(separator: "/").last?.contains("maskable") == true
  }
}
