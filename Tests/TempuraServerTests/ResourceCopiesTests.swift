import Foundation
import Testing

@testable import TempuraServer

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
