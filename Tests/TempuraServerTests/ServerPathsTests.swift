import Foundation
import TestSupport
import Testing

@testable import TempuraServer

/// The paths that belong to the server, and files of an app at the same paths.
@Suite struct ServerPathsTests {
  /// The first column of the table in the documentation.
  private func documented() throws -> [(path: String, isTold: Bool)] {
    let page = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../docs/navigation.md")
    let text = try String(contentsOf: page, encoding: .utf8)
    let part = try #require(text.firstMatch(of: ##/(?s)### The server's own paths\n(.*?)\n## /##)).output.1
    return part.split(separator: "\n").compactMap { line in
      line.firstMatch(of: /^\| `([^`]+)` \|/).map { (String($0.output.1), line.contains("the log says so")) }
    }
  }

  @Test func theDocumentationHasTheTable() throws {
    let builtIn = BuiltInFiles.publicFiles.keys.map { file in
      file.contains("/") ? "/\(file.prefix { $0 != "/" })/…" : "/\(file)"
    }
    let installed = [Installation.manifestPath, Installation.workerPath].map { "/\($0)" }
    let paths = try documented()
    #expect(Set(paths.map(\.path)) == Set(ServerPaths.answered + builtIn + installed))
    #expect(Set(paths.filter(\.isTold).map(\.path)) == Set(ServerPaths.answered + ServerPaths.essentialFiles))
    #expect(Set(paths.map(\.path)).count == paths.count)
  }

  @Test func filesAtOwnPathsAreTold() throws {
    let (first, second) = (try TemporaryFolder(), try TemporaryFolder())
    for file in ["live", "offline.html", "own.css", "icon.svg", "service-worker.js"] { try first.write("x", to: file) }
    for file in ["tempura.js", "health"] { try second.write("x", to: file) }
    #expect(
      ServerPaths.collisions(in: [first.path, second.path]) == [
        "The file \(second.path)/health is never sent: the server answers /health itself. Give the file another name.",
        "The file \(first.path)/live is never sent: the server answers /live itself. Give the file another name.",
        "The file \(first.path)/offline.html replaces the server's own /offline.html. If that is not intended, give it another "
          + "name. Otherwise compare it with the server's after each update of the package.",
        "The file \(second.path)/tempura.js replaces the server's own /tempura.js. If that is not intended, give it another "
          + "name. Otherwise compare it with the server's after each update of the package.",
      ])
  }

  @Test func foldersAtOwnPathsAreNot() throws {
    let folder = try TemporaryFolder()
    try FileManager.default.createDirectory(atPath: folder.path("live"), withIntermediateDirectories: true)
    #expect(ServerPaths.collisions(in: [folder.path]).isEmpty)
  }
}
