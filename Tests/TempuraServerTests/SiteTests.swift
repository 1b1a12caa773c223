import Foundation
import HTML
import HTTPServer
import TempuraUI
import Testing
import TestSupport

@testable import TempuraServer

/// Sites that are replaced while the app is served.
struct SiteTests {
  /// A site whose pages say a text, and with the files of a folder.
  private func site(saying text: String, folder: String? = nil) throws -> Site {
    var templates = BuiltInFiles.templates
    templates["page.html"] = templates["page.html"]?.replacing("</body>", with: "<p>\(text)</p></body>")
    return Site(
      pages: PageWriter(
        templates: try TemplateLibrary(builtIn: templates, folders: []), appName: "Test", stylesheets: []),
      files: StaticFiles(folders: folder.map { [$0] } ?? [], builtIn: [:]))
  }

  @Test func aPageThatIsKeptIsNotSentByAnotherSite() throws {
    let (server, browser) = try visit()
    let session = try #require(server.session(of: browser))
    #expect(session.scenes.first?.page.screen != nil)
    try server.runtime.replaceSite(by: site(saying: "Two"))
    #expect(try browser.open("/list").body.contains("<p>Two</p>"))
  }

  @Test func theStateOfScreensStays() throws {
    let (server, browser) = try visit()
    try browser.tap("increment")
    try server.runtime.replaceSite(by: site(saying: "Two"))
    #expect(try browser.tap("increment").text("countLabel") == "2")
    #expect(browser.page.body.contains("<p>Two</p>"))
  }

  @Test func theOldSiteIsFreed() throws {
    let (server, browser) = try visit()
    weak let old = server.runtime.site
    try server.runtime.replaceSite(by: site(saying: "Two"))
    try browser.open("/list")
    #expect(old == nil)
  }

  @Test func everyTemplateCountsForTheFingerprint() throws {
    func fingerprint(_ templates: [String: String]) throws -> String {
      try TemplateLibrary(builtIn: BuiltInFiles.templates.merging(templates) { $1 }, folders: []).fingerprint
    }
    let all = try [[:], ["A.html": "a"], ["A.html": "b"], ["B.html": "a"], ["A.html": "a", "B.html": ""]].map(
      fingerprint)
    #expect(Set(all).count == all.count)
    #expect(try fingerprint([:]) == all[0])
  }
}

struct ReleaseTests {
  @Test func aReleaseHasEightHexadecimalDigits() {
    for count in 0..<200 {
      let id = Release(of: [String(repeating: "x", count: count)]).id
      #expect(id.wholeMatch(of: /[0-9a-f]{8}/) != nil, "\(id)")
    }
  }

  @Test func equalURLsAndTemplatesAreOfOneRelease() {
    #expect(Release(of: ["/a?1", "/b"], templates: "t") == Release(of: ["/a?1", "/b"], templates: "t"))
  }

  @Test func everyChangeIsAnotherRelease() {
    let releases = [
      Release.none, Release(of: ["/a"]), Release(of: ["/a?1"]), Release(of: ["/a?2"]), Release(of: ["/a?1", "/b?2"]),
      Release(of: ["/b?2", "/a?1"]), Release(of: ["/a?1/b?2"]), Release(of: [], templates: "t"),
      Release(of: ["/a"], templates: "t"), Release(of: ["/a"], templates: "u"),
    ]
    #expect(Set(releases.map(\.id)).count == releases.count)
  }
}

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
    let own = OwnPath.allCases.map(\.rawValue)
    let made = [Installation.manifestPath, Installation.workerPath, JoinedSheet.path].map { "/\($0)" }
    let paths = try documented()
    #expect(Set(paths.map(\.path)) == Set(own + builtIn + made))
    #expect(Set(paths.filter(\.isTold).map(\.path)) == Set(own + ServerPaths.essentialFiles))
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

  /// The scripts are sent without comments, indentation and empty lines.
  @Test func copiesOfOwnFilesAreNot() {
    let files = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../Public").standardized
    #expect(ServerPaths.collisions(in: [files.path]).isEmpty)
  }

  @Test func foldersAtOwnPathsAreNot() throws {
    let folder = try TemporaryFolder()
    try FileManager.default.createDirectory(atPath: folder.path("live"), withIntermediateDirectories: true)
    #expect(ServerPaths.collisions(in: [folder.path]).isEmpty)
  }
}

struct ResourceCopiesTests {
  private let files = FileManager.default
  private let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path

  /// A package as SwiftPM has built it, with a folder that is copied and a file that is processed.
  private func built() throws -> ResourceCopies {
    for (path, text) in [
      "Sources/App/Public/app.css": "old", "Sources/App/Resources/it.lproj/Localizable.strings": "old",
      ".build/x86/debug/App_App.resources/Public/app.css": "old",
      ".build/x86/debug/App_App.resources/Public/gone.css": "old",
      ".build/x86/debug/App_App.resources/it.lproj/Localizable.strings": "old",
      ".build/debug.yaml": description,
    ] {
      let file = URL(filePath: "\(folder)/\(path)")
      try files.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try text.write(to: file, atomically: true, encoding: .utf8)
    }
    return ResourceCopies(besideProgram: "\(folder)/.build/x86/debug/App")
  }

  private var description: String {
    func command(_ input: String, _ output: String) -> String {
      """
        "\(folder)/.build/x86/debug/\(output)":
          tool: copy-tool
          inputs: ["\(folder)/\(input)"]
          outputs: ["\(folder)/.build/x86/debug/\(output)"]
          description: "Copying"


      """
    }
    return command("Sources/App/Public/", "App_App.resources/Public/")
      + command("Sources/App/Resources/it.lproj/Localizable.strings", "App_App.resources/it.lproj/Localizable.strings")
      + command(".build/x86/debug/App.build/Info.plist", "App_App.resources/Info.plist")
  }

  private func text(_ path: String) -> String? {
    files.contents(atPath: "\(folder)/\(path)").map { String(decoding: $0, as: UTF8.self) }
  }

  @Test func copiesFollowTheirSources() throws {
    let copies = try built()
    defer { try? files.removeItem(atPath: folder) }
    #expect(copies.pairs.count == 2)
    try "new".write(toFile: "\(folder)/Sources/App/Public/app.css", atomically: true, encoding: .utf8)
    try files.createDirectory(atPath: "\(folder)/Sources/App/Public/icons", withIntermediateDirectories: true)
    try "new".write(toFile: "\(folder)/Sources/App/Public/icons/a.svg", atomically: true, encoding: .utf8)
    try "new".write(
      toFile: "\(folder)/Sources/App/Resources/it.lproj/Localizable.strings", atomically: true, encoding: .utf8)
    copies.pairs.forEach(ResourceCopies.update)
    let bundle = ".build/x86/debug/App_App.resources"
    #expect(text("\(bundle)/Public/app.css") == "new")
    #expect(text("\(bundle)/Public/icons/a.svg") == "new")
    #expect(text("\(bundle)/Public/gone.css") == nil)
    #expect(text("\(bundle)/it.lproj/Localizable.strings") == "new")
  }

  @Test func messagesNameTheSourceOfACopy() throws {
    let copies = try built()
    defer { try? files.removeItem(atPath: folder) }
    let bundle = "\(folder)/.build/x86/debug/App_App.resources"
    #expect(
      copies.namingSources("\(bundle)/Public/app.css:3: wrong") == "\(folder)/Sources/App/Public/app.css:3: wrong")
    #expect(!copies.pairs.contains { $0.has("\(folder)/Sources/App/Publication.swift") })
  }
}
