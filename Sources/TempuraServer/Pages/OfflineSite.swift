package import Foundation
internal import HTML
internal import HTTPServer
package import TempuraUI

/// The pages and files that a server of an app would send. A test shows them to a browser.
package struct OfflineSite: Sendable {
  private let pages: PageWriter
  private let publicFolders: [String]
  /// The images of the app.
  package let images: ImageCatalog

  /// - Parameters:
  ///   - configuration: The app's.
  ///   - publicFolder: The folder whose files come before those that the app ships; nil for none.
  ///   - templateFolder: The folder whose templates come before those that the app ships; nil for none.
  /// - Throws: `TemplateError` with the file and line of a mistake in a template, or `FolderError`.
  package init(configuration: ServerConfiguration, publicFolder: String?, templateFolder: String?) throws {
    let folders = try AppFolders(
      publicFolder: publicFolder, templateFolder: templateFolder, bundle: configuration.bundle)
    pages = PageWriter(
      templates: try TemplateLibrary(builtIn: BuiltInFiles.templates, folders: folders.templateFolders),
      appName: configuration.name ?? "App", stylesheets: ["/tempura.css"] + configuration.stylesheets,
      language: Language(configuration.languages.first ?? "en"))
    publicFolders = folders.publicFolders
    images = ImageCatalog(publicFolders: publicFolders)
  }

  /// A page as a browser gets it.
  package struct Page: Sendable {
    package let headers: [String: String]
    package let body: Data
    /// The markup of the screens alone, which is part of the body.
    package let markup: String
  }

  /// Lays a window out and returns the page that shows it.
  ///
  /// - Parameter language: The tag of the page's language (RFC 5646).
  package func page(of window: UIWindow, language: String) -> Page {
    window.layoutIfNeeded()
    let renderer = HTMLRenderer(templates: pages.templates.views)
    renderer.update(window)
    let screen = Scene.Rendering(
      markup: renderer.markup, css: renderer.styles.css, title: window.topViewController?.pageTitle, appName: nil,
      url: "/", language: Language(language), hasTopHeading: renderer.hasTopHeading, circumstances: Circumstances())
    let response = pages.response(screen)
    var headers: [String: String] = [:]
    for fields in [response.shared, response.headers] {
      fields.forEach { headers[String(decoding: $0, as: UTF8.self)] = String(decoding: $1, as: UTF8.self) }
    }
    var body = Data()
    response.body.withBytes { body.append(contentsOf: $0) }
    response.body.discard()
    return Page(headers: headers, body: body, markup: String(decoding: renderer.markup.bytes, as: UTF8.self))
  }

  /// A file as a server would send it.
  ///
  /// - Parameter path: The path below the folder, such as `tempura.css`.
  package func file(at path: String) -> (mediaType: String, body: Data)? {
    guard !path.split(separator: "/").contains("..") else { return nil }
    let own = publicFolders.lazy.compactMap { FileManager.default.contents(atPath: $0 + "/" + path) }
    guard let body = own.first ?? BuiltInFiles.publicFiles[path].map({ Data($0) }) else { return nil }
    return (MediaType.of(path[...]), body)
  }
}
