import Foundation
import HTTPServer
import TempuraUI
import TestSupport
import Testing

@testable import TempuraServer

/// What browsers need to install an app.
struct InstallationTests {
  private static let png = BuiltInFiles.publicFiles["icons/192.png"].map { Data($0.bytes) } ?? Data()

  private func files(_ folders: [String] = [], assets: [String: String] = [:]) -> StaticFiles {
    StaticFiles(folders: folders, builtIn: BuiltInFiles.publicFiles, single: assets)
  }

  private func installation(
    _ language: String = "en", icons: [AppIcon]? = nil, basePath: String = "", files: [String] = ["/tempura.css"],
    _ configure: (inout InstallationOptions) -> Void = { _ in }
  ) -> Installation {
    var options = InstallationOptions()
    configure(&options)
    return Installation(
      name: "To <Do>", language: Language(language), options: options,
      icons: icons ?? AppIcon.all([], catalogued: [], in: self.files()), basePath: basePath,
      files: files, release: .none)
  }

  private func text(_ path: String, of installation: Installation) throws -> String {
    String(decoding: try #require(installation.files[path]).bytes, as: UTF8.self)
  }

  private struct Manifest: Decodable {
    struct Icon: Decodable, Equatable {
      var src, sizes, type, purpose: String
    }
    var name, short_name, lang, dir, theme_color, background_color, start_url, scope, id, display: String
    var icons: [Icon]
  }

  private func manifest(of installation: Installation) throws -> Manifest {
    try JSONDecoder().decode(Manifest.self, from: Data(try text("manifest.webmanifest", of: installation).utf8))
  }

  // MARK: - The manifest

  @Test func anAppWithoutConfigurationIsInstallable() throws {
    let manifest = try manifest(of: installation())
    #expect(manifest.name == "To <Do>" && manifest.short_name == "To <Do>")
    #expect(manifest.lang == "en" && manifest.dir == "ltr" && manifest.display == "standalone")
    #expect(manifest.start_url == "/" && manifest.scope == "/" && manifest.id == "/")
    #expect(manifest.theme_color == "#ffffff" && manifest.background_color == "#ffffff")
    #expect(
      manifest.icons == [
        .init(src: "/icon.svg", sizes: "any", type: "image/svg+xml", purpose: "any"),
        .init(src: "/icons/192.png", sizes: "192x192", type: "image/png", purpose: "any"),
        .init(src: "/icons/512.png", sizes: "512x512", type: "image/png", purpose: "any"),
        .init(src: "/icons/maskable-512.png", sizes: "512x512", type: "image/png", purpose: "maskable"),
      ])
  }

  @Test func anAppBelowABasePathHasItsPagesThere() throws {
    let installation = installation(basePath: "/todo", files: ["/todo/tempura.css"])
    let manifest = try manifest(of: installation)
    #expect(manifest.start_url == "/todo/" && manifest.scope == "/todo/" && manifest.id == "/todo/")
    #expect(installation.links.contains(#"<meta name="service-worker" content="/todo/service-worker.js">"#))
    let worker = try text("service-worker.js", of: installation)
    #expect(worker.contains(#"= ["/todo/offline.html","/todo/offline.js","/icon.svg","/todo/tempura.css"];"#))
  }

  /// A proxy may ask for a password.
  @Test func theManifestIsLoadedWithCredentials() {
    let links = installation().links
    #expect(links.contains(#"<link rel="manifest" href="/manifest.webmanifest" crossorigin="use-credentials">"#))
  }

  @Test func namesColoursAndTheLanguageAreConfigured() throws {
    let installation = installation("ar") {
      $0.shortName = "\"Do\""
      $0.themeColor = .red
      $0.backgroundColor = UIColor(red: 0, green: 0, blue: 1, alpha: 1)
    }
    let manifest = try manifest(of: installation)
    #expect(manifest.short_name == "\"Do\"" && manifest.lang == "ar" && manifest.dir == "rtl")
    #expect(manifest.theme_color == "#ff0000" && manifest.background_color == "#0000ff")
    #expect(installation.links.contains(#"<meta name="apple-mobile-web-app-title" content="&quot;Do&quot;">"#))
    #expect(installation.links.contains(##"<meta name="theme-color" content="#ff0000">"##))
  }

  @Test func aPageHasAThemeColourForEachAppearance() {
    let links = installation().links
    for (color, appearance) in [("#ffffff", "light"), ("#000000", "dark")] {
      let media = "(prefers-color-scheme: \(appearance))"
      #expect(links.contains("<meta name=\"theme-color\" content=\"\(color)\" media=\"\(media)\">"))
    }
  }

  // MARK: - Icons

  @Test func configuredIconsComeFirst() throws {
    let folder = try TemporaryFolder()
    try folder.write("<svg/>", to: "own/a.svg")
    try Self.png.write(to: URL(fileURLWithPath: folder.path("own/maskable.png")))
    try folder.write("<svg/>", to: "icon.svg")
    let icons = AppIcon.all(
      ["/own/a.svg", "/own/maskable.png"], catalogued: ["/icon.svg"], in: files([folder.path]), [folder.path])
    #expect(icons.map(\.url) == ["/own/a.svg", "/own/maskable.png"])
    #expect(icons.map(\.mediaType) == ["image/svg+xml", "image/png"])
    #expect(icons.map(\.side) == [nil, 192])
    #expect(icons.map(\.isMaskable) == [false, true])
    let installation = installation(icons: icons)
    #expect(installation.icon == "/own/a.svg")
    #expect(installation.links.contains(#"<link rel="apple-touch-icon" href="/own/maskable.png">"#))
  }

  @Test func theBuiltInIconsHaveTheSizesOfTheirFiles() {
    let icons = AppIcon.all([], catalogued: [], in: files())
    #expect(AppIcon.all(icons.map(\.url), catalogued: [], in: files()) == icons)
  }

  @Test func anAppWithAnIconOfItsOwnHasNoBuiltInOnes() throws {
    let folder = try TemporaryFolder()
    try folder.write("<svg/>", to: "icon.svg")
    let icons = AppIcon.all([], catalogued: [], in: files([folder.path]), [folder.path])
    #expect(icons.map(\.url) == ["/icon.svg"])
    #expect(!installation(icons: icons).links.contains("apple-touch-icon"))
  }

  @Test func anIconOfAnAssetCatalogueMayBeCut() {
    let path = NSTemporaryDirectory() + "icon-\(UUID().uuidString).png"
    defer { try? FileManager.default.removeItem(atPath: path) }
    #expect(FileManager.default.createFile(atPath: path, contents: Self.png))
    let icons = AppIcon.all([], catalogued: ["/assets/a.png"], in: files(assets: ["assets/a.png": path]))
    #expect(icons.map(\.isMaskable) == [false, true])
    #expect(icons.map(\.side) == [192, 192])
  }

  @Test func filesThatAreNoIconsAreReported() throws {
    let folder = try TemporaryFolder()
    var wide = Self.png
    wide[19] += 1
    try wide.write(to: URL(fileURLWithPath: folder.path("wide.png")))
    try folder.write("text", to: "text.png")
    try folder.write("GIF89a", to: "a.gif")
    var reports: [String] = []
    let urls = ["/wide.png", "/text.png", "/a.gif", "/missing.svg", "https://example.com/a.svg"]
    let icons = AppIcon.all(urls, catalogued: [], in: files([folder.path]), [folder.path]) { reports.append($0) }
    #expect(icons.isEmpty)
    #expect(
      reports == urls.map { "The icon \($0) is not used. It must be a square PNG file, or an SVG file." })
    #expect(installation(icons: icons).icon == "/icon.svg")
  }

  // MARK: - The service worker

  @Test func theWorkerKeepsTheFilesOfARelease() throws {
    let worker = try text("service-worker.js", of: installation(files: ["/tempura.js?1", "/a\"b.css"]))
    let release = Release.none.id
    let constants = """
      const release = "\(release)";
      const files = ["/offline.html","/offline.js","/icon.svg","/tempura.js?1","/a\\"b.css"];


      """
    #expect(worker.hasPrefix(constants))
    #expect(worker.hasSuffix(try #require(BuiltInFiles.templates["service-worker.js"])))
    #expect(worker.contains("addEventListener('fetch'"))
  }

  @Test func withoutAWorkerOneThatIsThereRemovesItself() throws {
    let installation = installation { $0.hasServiceWorker = false }
    let worker = try text("service-worker.js", of: installation)
    #expect(worker.contains("registration.unregister()") && !worker.contains("fetch"))
    #expect(!installation.links.contains("service-worker"))
    #expect(self.installation().links.contains(#"<meta name="service-worker" content="/service-worker.js">"#))
  }
}
