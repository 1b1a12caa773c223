internal import Foundation
internal import HTML
internal import HTTPServer
internal import TempuraUI

/// Everything by which browsers install an app: a manifest, a service worker, and the elements of the head that name them.
struct Installation {
  static let manifestPath = "manifest.webmanifest"
  static let workerPath = "service-worker.js"

  /// Markup for the head of each page.
  let links: String
  /// The URL of the icon in the browser's tab.
  let icon: String
  /// Files that the server makes when they are first asked for, by their paths.
  let files: [String: StaticFiles.Content]

  /// - Parameters:
  ///   - basePath: What comes before the app's paths in the browser's URLs.
  ///   - files: The URLs of the script and style sheets, as pages name them.
  init(
    name: String, language: Language, options: InstallationOptions, icons: [AppIcon], basePath: String = "",
    files: [String], release: Release
  ) {
    let any = icons.filter { !$0.isMaskable }
    icon = (any.first { $0.side == nil } ?? any.first)?.url ?? "\(basePath)/icon.svg"
    links = Self.links(options, icons, basePath)
    let manifest = Manifest(name: name, language: language, options: options, icons: icons, root: "\(basePath)/")
    let kept = [basePath + "/offline.html", "\(basePath)/offline.js", icon] + files
    let hasWorker = options.hasServiceWorker
    self.files = [
      Self.manifestPath: .init { .permanent(manifest.data) },
      Self.workerPath: .init {
        .permanent(hasWorker ? Self.worker(release, kept) : Self.builtIn("service-worker-removal.js"))
      },
    ]
  }

  private static func links(_ options: InstallationOptions, _ icons: [AppIcon], _ basePath: String) -> String {
    var head = HTMLBuffer()
    // With credentials, for a proxy that asks for a password.
    head.append(markup: "<link rel=\"manifest\" href=\"\(basePath)/\(manifestPath)\" crossorigin=\"use-credentials\">")
    // iOS fills the transparent parts of an icon with black, and cuts its corners.
    let images = icons.filter { $0.side != nil }.sorted { ($0.side ?? 0) > ($1.side ?? 0) }
    if let icon = images.first(where: \.isMaskable) ?? images.first {
      head.append("<link rel=\"apple-touch-icon\" href=\"")
      head.append(text: icon.url)
      head.append("\">")
    }
    let (light, dark) = options.themeColor.appearances
    for (color, appearance) in light == dark ? [(light, "")] : [(light, "light"), (dark, "dark")] {
      head.append("<meta name=\"theme-color\" content=\"")
      head.append(text: color)
      if !appearance.isEmpty { head.append(markup: "\" media=\"(prefers-color-scheme: \(appearance))") }
      head.append("\">")
    }
    head.append("<meta name=\"mobile-web-app-capable\" content=\"yes\">")
    if let name = options.shortName {
      head.append("<meta name=\"apple-mobile-web-app-title\" content=\"")
      head.append(text: name)
      head.append("\">")
    }
    // For the script, which registers the worker.
    if options.hasServiceWorker {
      head.append(markup: "<meta name=\"service-worker\" content=\"\(basePath)/\(workerPath)\">")
    }
    return head.string
  }

  /// The service worker, after the constants that it needs.
  private static func worker(_ release: Release, _ files: [String]) -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .withoutEscapingSlashes
    let list = (try? encoder.encode(files)) ?? Data("[]".utf8)
    let constants = "const release = \"\(release.id)\";\nconst files = \(String(decoding: list, as: UTF8.self));\n\n"
    return Data(constants.utf8) + builtIn(workerPath)
  }

  private static func builtIn(_ path: String) -> Data { Data(BuiltInFiles.templates[path]?.utf8 ?? "".utf8) }
}

extension UnsafeRawBufferPointer {
  /// A copy of some bytes that is never freed.
  static func permanent(_ data: Data) -> UnsafeRawBufferPointer {
    let bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: data.count, alignment: 1)
    bytes.copyBytes(from: data)
    return UnsafeRawBufferPointer(bytes)
  }
}
