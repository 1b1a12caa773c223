internal import Foundation
internal import HTTPServer
internal import TempuraUI

/// The folders that a site is read from, at start and when the operator has changed files.
///
/// Fonts and asset catalogues are read once: texts that are measured must not get another font while the app runs.
/// Each reading makes a manifest and a service worker of some KB, which are never freed.
struct SiteSource {
  private let options: CommandLineOptions
  private let configuration: ServerConfiguration
  /// The name of the app.
  let name: String
  private let fonts: AppFonts
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
    if let bundle = configuration.bundle { AssetLibrary.use(bundle) }
    assets = AssetLibrary.files
    appIcons = AssetLibrary.appIcons
  }

  /// Reads templates and public files.
  ///
  /// - Throws: `FolderError`, or `TemplateError` with the file and line of the first mistake.
  func read() throws -> Site {
    let folders = try AppFolders(options, bundle: configuration.bundle)
    for collision in ServerPaths.collisions(in: folders.publicFolders) { log.report(collision, .warning) }
    let templates = try TemplateLibrary(builtIn: BuiltInFiles.templates, folders: folders.templateFolders)
    let files = SiteFiles(publicFolders: folders.publicFolders, fonts: fonts, assets: assets)
    let stylesheets = ["/tempura.css"] + fonts.stylesheets + configuration.stylesheets
    let release = Release(
      of: ["/tempura.js"] + stylesheets, templates: templates.fingerprint, contents: files.contents(ofURL:))
    let installation = Installation(
      name: name, language: Language(configuration.languages.first ?? "en"), options: configuration.installation,
      icons: AppIcon.all(configuration.installation.icons, catalogued: appIcons, in: files) {
        log.report($0, .warning)
      },
      stylesheets: stylesheets, release: release)
    return Site(
      pages: PageWriter(
        templates: templates, appName: name, stylesheets: stylesheets, release: release, installation: installation,
        languages: configuration.languages.map(Language.init)),
      files: StaticFiles(
        folders: folders.publicFolders, builtIn: BuiltInFiles.publicFiles.merging(installation.files) { $1 },
        hashed: BuiltInFiles.fonts.merging(fonts.files) { $1 }, single: files.assets),
      images: PublicImages(publicFolders: folders.publicFolders), publicFolders: folders.publicFolders)
  }
}
