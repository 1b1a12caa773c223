import Foundation
import TestSupport
import Testing

@testable import TempuraTesting

@Suite struct LocalFilesTests {
  /// A bundle with files, which is removed with the suite.
  private struct Files {
    let folder: TemporaryFolder

    init(_ paths: String...) throws {
      folder = try TemporaryFolder()
      for path in paths { try folder.write(path, to: path) }
    }

    var bundle: Bundle { get throws { try #require(Bundle(path: folder.path)) } }
  }

  private func match(_ url: String, _ files: Files...) throws -> String? {
    let file = try LocalFiles.url(for: #require(URL(string: url)), in: files.map { try $0.bundle })
    return try file.map { try String(contentsOf: $0, encoding: .utf8) }
  }

  @Test func aFileIsFoundByTheLastComponentOfAPath() throws {
    let files = try Files("image.png")
    #expect(try match("https://example.com/pictures/image.png", files) == "image.png")
    #expect(try match("https://example.com/image.png?size=2", files) == "image.png")
    #expect(try match("https://example.com/other.png", files) == nil)
    #expect(try match("https://example.com/image", files) == nil)
  }

  @Test func aFileIsFoundByItsNameWithoutExtension() throws {
    let files = try Files("image")
    #expect(try match("https://example.com/image.png", files) == "image")
    #expect(try match("https://example.com/image", files) == "image")
    #expect(try match("https://example.com/image.png.gz", files) == nil)
  }

  @Test func aFileIsFoundByTheWholeURL() throws {
    let files = try Files("https:/example.com/a/image.png", "image.png", "image")
    #expect(try match("https://example.com/a/image.png", files) == "https:/example.com/a/image.png")
    #expect(try match("https://example.com/b/image.png", files) == "image.png")
  }

  @Test func aFileOfAnEarlierBundleIsPreferred() throws {
    let (weak, strong) = (try Files("image"), try Files("image.png"))
    #expect(try match("https://example.com/image.png", weak, strong) == "image")
    #expect(try match("https://example.com/image.png", strong, weak) == "image.png")
  }

  @Test func nothingOutsideABundleIsFound() throws {
    let files = try Files("inner/https:/example.com/a", "secret")
    let inner = try #require(Bundle(path: files.folder.path("inner")))
    for path in ["../../../secret", "%2E%2E/secret", "..", "."] {
      let url = try #require(URL(string: "https://example.com/\(path)"))
      #expect(LocalFiles.url(for: url, in: [inner]) == nil, "\(path)")
    }
  }

  @Test func aFolderIsNotFound() throws {
    #expect(try match("https://example.com/image.png", Files("image.png/file")) == nil)
    #expect(try match("https://example.com/", Files("file")) == nil)
    #expect(try match("https://example.com", Files("file")) == nil)
  }

  @Test func theResourcesOfTestTargetsAreFound() throws {
    let url = try #require(URL(string: "https://example.com/pictures/local-file.txt?size=2"))
    let file = try #require(LocalFiles.url(for: url))
    #expect(try String(contentsOf: file, encoding: .utf8) == "Local.\n")
  }

  @Test func buildProductsAreNotFound() throws {
    let program = try #require(Bundle.main.executableURL)
    #expect(FileManager.default.fileExists(atPath: program.path))
    let url = try #require(URL(string: "https://example.com/\(program.lastPathComponent)"))
    #expect(LocalFiles.url(for: url) == nil)
  }
}
