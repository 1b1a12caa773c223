internal import Basics
package import Foundation
internal import HTML
internal import HTTPServer
package import TempuraUI

/// The pages and files that the server of an app would send, for tests that show them in a browser.
package struct OfflineSite: Sendable {
  private let site: Site
  private let files: StaticFiles
  /// The images of the app.
  package let images: PublicImages

  private var pages: PageWriter { site.pages }

  /// - Parameters:
  ///   - configuration: The app's configuration.
  ///   - publicFolder: A folder whose files override those of the app's bundle. Nil for none.
  ///   - templateFolder: A folder whose templates override those of the app's bundle. Nil for none.
  /// - Throws: `TemplateError` with the file and line of a mistake in a template, or `FolderError`.
  package init(configuration: ServerConfiguration, publicFolder: String?, templateFolder: String?) throws {
    let folders = try AppFolders(
      publicFolder: publicFolder, templateFolder: templateFolder, bundle: configuration.bundle)
    let fonts = AppFonts(in: folders.fontFolders)
    let pages = PageWriter(
      templates: try TemplateLibrary(builtIn: BuiltInFiles.templates, folders: folders.templateFolders),
      appName: configuration.name ?? "App",
      stylesheets: PageWriter.stylesheets + fonts.stylesheets + configuration.stylesheets)
    if let bundle = configuration.bundle { AssetLibrary.use(bundle) }
    files = StaticFiles(
      folders: folders.publicFolders, builtIn: BuiltInFiles.publicFiles,
      hashed: fonts.files.mapValues { StaticFiles.Content($0) }, single: AssetLibrary.files)
    images = PublicImages(publicFolders: folders.publicFolders)
    site = Site(pages: pages, files: StaticFiles(folders: [], builtIn: [:]), images: images)
  }

  /// A page as the browser receives it.
  package struct Page: Sendable {
    package let headers: [String: String]
    package let body: Data
    /// The markup of the screens, which is a part of the body.
    package let markup: String
  }

  /// Lays out a window, and returns the page that shows it.
  ///
  /// - Parameter language: The tag of the page's language (RFC 5646).
  package func page(of window: UIWindow, language: String) -> Page {
    window.layoutIfNeeded()
    let renderer = HTMLRenderer(templates: pages.templates.views)
    renderer.update(window)
    let head = PageHead(
      title: window.topViewController?.pageTitle, appName: nil, language: Language(language),
      hasTopHeading: renderer.hasTopHeading, framedWidth: window.framedWidth)
    let screen = RenderedScreen(
      markup: renderer.markup, css: renderer.styles.css, head: head, title: pages.title(of: head), url: "/",
      patches: PatchLog())
    let response = pages.response(screen, mark: nil, isSizeUnknown: true)
    var headers: [String: String] = [:]
    for fields in [response.shared, response.headers] {
      fields.forEach { headers[String(decoding: $0, as: UTF8.self)] = String(decoding: $1, as: UTF8.self) }
    }
    var body = Data()
    response.body.withBytes { body.append(contentsOf: $0) }
    response.body.discard()
    return Page(headers: headers, body: body, markup: renderer.markup.string)
  }

  /// Returns a file as the server would send it.
  ///
  /// - Parameter path: The path in the folder, such as `tempura.css`.
  package func file(at path: String) -> (mediaType: String, body: Data)? {
    files.contents(of: path).map { (MediaType.ofFile(path), Data($0)) }
  }
}
