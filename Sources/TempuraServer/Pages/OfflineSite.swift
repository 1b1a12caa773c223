package import Foundation
internal import HTML
internal import HTTPServer
package import TempuraUI

/// What a server of an app would send, made without one: a test shows it to a browser.
package struct OfflineSite: Sendable {
  private let pages: PageWriter
  private let publicFolder: String?

  /// - Parameters:
  ///   - configuration: The app's.
  ///   - publicFolder: The folder of the app's files; nil for none but the built-in ones.
  ///   - templateFolder: The folder of the app's templates; nil for the built-in ones.
  /// - Throws: `TemplateError` with the file and line of a mistake in a template.
  package init(configuration: ServerConfiguration, publicFolder: String?, templateFolder: String?) throws {
    pages = PageWriter(
      templates: try TemplateLibrary(builtIn: BuiltInFiles.templates, folder: templateFolder),
      appName: configuration.name ?? "App", stylesheets: ["/tempura.css"] + configuration.stylesheets,
      language: Language(configuration.languages.first ?? "en"))
    self.publicFolder = publicFolder
    Images.find(in: publicFolder)
  }

  /// What a browser gets.
  package struct Page: Sendable {
    package let headers: [String: String]
    package let body: Data
    /// The markup of the screens, which is a part of the body.
    package let markup: String
  }

  /// The page of what a window shows, laid out.
  ///
  /// - Parameter language: Its tag (RFC 5646).
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

  /// A file as it would be served.
  ///
  /// - Parameter path: Below the folder, such as `tempura.css`.
  package func file(at path: String) -> (mediaType: String, body: Data)? {
    guard !path.split(separator: "/").contains("..") else { return nil }
    let own = publicFolder.flatMap { FileManager.default.contents(atPath: $0 + "/" + path) }
    guard let body = own ?? BuiltInFiles.publicFiles[path].map({ Data($0) }) else { return nil }
    return (MediaType.of(path[...]), body)
  }
}
