internal import Foundation
internal import HTTPServer
internal import TempuraUI

/// The folders that a site is read from, at start and when the operator has changed files.
///
/// Fonts and asset catalogues are read once: texts that are measured must not get another font while the app runs.
/// Each reading makes a manifest, a service worker and a style sheet of some 70 KB, which are never freed.
struct SiteSource {
  private let options: CommandLineOptions
  private let configuration: ServerConfiguration
  /// The name of the app.
  let name: String
  private let fonts: AppFonts
  /// The fonts as they are sent, those of the program as well.
  private let fontFiles: [String: StaticFiles.Content]
  private let assets: [String: String]
  private let appIcons: [String]
  private let log: Log

  /// Reads fonts and asset catalogues.
  ///
  /// - Throws: `FolderError` if a folder does not exist.
  init(_ options: CommandLineOptions, _ configuration: ServerConfiguration, defaultName: String) throws(FolderError) {
    self.options = options
    self.configuration = configuration
    name = configuration.name ?? defaultName
    log = options.log(configuration)
    fonts = AppFonts(in: try AppFolders(options, bundle: configuration.bundle).fontFolders, log: log)
    fontFiles = BuiltInFiles.fonts.merging(fonts.files.mapValues { StaticFiles.Content($0) }) { $1 }
    if let bundle = configuration.bundle { AssetLibrary.use(bundle) }
    assets = AssetLibrary.files
    appIcons = AssetLibrary.appIcons
  }

  /// Reads templates and public files. Pages of the site name the versions that the files have now.
  ///
  /// - Throws: `FolderError`, or `TemplateError` with the file and line of the first mistake.
  func read() throws -> Site {
    let folders = try AppFolders(options, bundle: configuration.bundle)
    for collision in ServerPaths.collisions(in: folders.publicFolders) { log.report(collision, .warning) }
    let templates = try TemplateLibrary(builtIn: BuiltInFiles.templates, folders: folders.templateFolders)
    let builtIn = BuiltInFiles.publicFiles.filter { file, _ in
      switch "/\(file)" {
      case DevelopmentFiles.script: options.isDevelopment
      case DevelopmentFiles.panelScript, DevelopmentFiles.panelStylesheet: options.isPanel
      default: true
      }
    }
    var sent = StaticFiles(
      folders: folders.publicFolders, builtIn: builtIn, hashed: fontFiles, single: assets)
    let basePath = options.basePath
    func named(_ url: String) -> String { basePath + sent.versioned(url) }
    let sheet = JoinedSheet(PageWriter.stylesheets + fonts.stylesheets + configuration.stylesheets, in: sent)
    sent.add([JoinedSheet.path: .init(.permanent(sheet.css))])
    let stylesheets = sheet.urls.map(named)
    let script = named(PageWriter.scriptURL)
    let scriptParts = PageWriter.scriptParts.map { ($0.name, named($0.url)) }
    let scripts = [script] + scriptParts.map(\.1)
    let appScripts = configuration.scripts.map(named)
    let developmentScript = options.isDevelopment ? named(DevelopmentFiles.script) : nil
    let release = Release(of: scripts + stylesheets + appScripts, templates: templates.fingerprint)
    var icons = AppIcon.all(configuration.installation.icons, catalogued: appIcons, in: sent, folders.publicFolders) {
      log.report($0, .warning)
    }
    for index in icons.indices { icons[index].url = named(icons[index].url) }
    let installation = Installation(
      name: name, language: Language(configuration.languages.first ?? "en"), options: configuration.installation,
      icons: icons, basePath: basePath, files: scripts + appScripts + stylesheets, release: release)
    sent.add(installation.files)
    let images = PublicImages(publicFolders: folders.publicFolders)
      .namingVersions(alsoOf: AssetLibrary.urls, below: basePath) { sent.versioned($0) }
    return Site(
      pages: PageWriter(
        templates: templates, appName: name, basePath: basePath, stylesheets: stylesheets, script: script,
        scriptParts: scriptParts, appScripts: appScripts,
        developmentScript: developmentScript, panel: options.hasPanel ? basePath + DevelopmentFiles.panelSession : nil,
        release: release, installation: installation,
        languages: configuration.languages.map(Language.init), formOrigins: configuration.formOrigins,
        otherServers: options.otherServers, isFramed: options.isPanel),
      files: sent, images: images, publicFolders: folders.publicFolders)
  }
}

/// The server's own files and pages that only servers in development have.
enum DevelopmentFiles {
  static let script = "/tempura-development.js"
  /// Points at views on the app's pages.
  static let panelScript = "/tempura-panel.js"
  static let panelStylesheet = "/tempura-panel.css"
  /// Begins the URL of a session's steps in the panel, which ends with the mark of the session.
  static let panelSession = "/tempura-panel/steps?session="
}
