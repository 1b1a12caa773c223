internal import Foundation
package import TempuraServer

extension ChromiumTab {
  /// Opens a page of an app without its server, and without the network.
  package func open(_ page: OfflineSite.Page, of site: OfflineSite) throws {
    try serve { url in
      if url.host == Self.host {
        if url.path == "/" { return LoadedFile(headers: page.headers, body: page.body) }
        if let file = site.file(at: String(url.path.dropFirst())) {
          return LoadedFile(headers: ["Content-Type": file.mediaType], body: file.body)
        }
      }
      // Other URLs of the page are found in the files of the tests, or not at all.
      return LocalFiles.url(for: url).flatMap { FileManager.default.contents(atPath: $0.path) }
        .map { LoadedFile(body: $0) }
    }
    try open("http://\(Self.host)/")
  }

  /// Any name will do, because the browser does not use the network.
  private static let host = "app.test"
}
