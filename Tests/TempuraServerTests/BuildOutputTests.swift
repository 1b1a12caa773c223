import Foundation
import Testing

@testable import TempuraServer

struct BuildOutputTests {
  private let folder = FileManager.default.currentDirectoryPath

  /// What SwiftPM writes if two groups of files have the same mistake, and another file a warning.
  private var output: String {
    let mistake = """
      \(folder)/Sources/A.swift:2:5: error: cannot find 'b' in scope
      1 | func a() {
      2 |   b()
        |   `- error: cannot find 'b' in scope
      3 | }

      """
    return """
      Building for debugging...
      [1/3] Compiling A A.swift
      \(mistake)
      [2/3] Emitting module A
      \(mistake)
      \(folder)/Sources/C.swift:1:1: warning: unused
      1 | let c = 1
      error: fatalError

      """
  }

  @Test func eachMistakeIsThereOnceWithItsLines() {
    #expect(
      BuildOutput.problems(in: output) == [
        "Sources/A.swift:2:5: error: cannot find 'b' in scope",
        "1 | func a() {",
        "2 |   b()",
        "  |   `- error: cannot find 'b' in scope",
        "3 | }",
        "",
        "error: fatalError",
      ])
  }

  @Test func anOutputWithoutMistakesOfTheCompilerIsThereWhole() {
    #expect(BuildOutput.problems(in: "[1/1] Linking A\nsh: 1: swift: not found\n") == ["sh: 1: swift: not found"])
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
    copies.update()
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
    #expect(copies.pair(of: "\(folder)/Sources/App/Publication.swift") == nil)
  }
}
