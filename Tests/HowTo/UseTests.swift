import Foundation
import Testing
import UIKit

@testable import TempuraTesting

/// The apps of the how-tos, as a person with a mouse uses them in a browser. It takes longer: `make test-all` runs it.
struct UseTests {
  @Test(
    .enabled("make test-all runs it") { ProcessInfo.processInfo.environment["TEST_ALL"] != nil },
    arguments: ["Review", "Suitcase", "Books", "Album", "Documents"])
  func eachControlCanBeUsed(name: String) throws {
    _ = try TestFiles()  // sets where the apps keep files
    let delegate: any UIApplicationDelegate.Type =
      switch name {
      case "Review": ReviewAppDelegate.self
      case "Suitcase": SuitcaseAppDelegate.self
      case "Books": BooksAppDelegate.self
      case "Album": AlbumAppDelegate.self
      default: DocumentsAppDelegate.self
      }
    let app = try AppDriver(delegate, in: .browser)
    try app.open("/")
    let window = try #require(app.window as? ChromiumWindow)
    let origin = try #require(try window.tab.evaluate("location.origin", as: String.self))
    let check = Process()
    check.executableURL = URL(fileURLWithPath: "build/tools/browser/bin/python")
    check.arguments = ["Tests/Browser/use-check", "\(name)=\(origin)"]
    let output = Pipe()
    check.standardOutput = output
    check.standardError = output
    try check.run()
    let said = try output.fileHandleForReading.readToEnd().map { String(decoding: $0, as: UTF8.self) }
    check.waitUntilExit()
    #expect(check.terminationStatus == 0, "\(said ?? "")")
  }
}
