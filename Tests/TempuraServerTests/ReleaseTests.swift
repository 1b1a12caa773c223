import Foundation
import Testing

@testable import TempuraServer

struct ReleaseTests {
  private func id(_ urls: [String], _ files: [String: String]) -> String {
    Release(of: urls) { files[$0].map { Data($0.utf8) } }.id
  }

  @Test func aReleaseHasEightHexadecimalDigits() {
    for count in 0..<200 {
      let id = id(["/a"], ["/a": String(repeating: "x", count: count)])
      #expect(id.wholeMatch(of: /[0-9a-f]{8}/) != nil, "\(id)")
    }
  }

  @Test func equalFilesAreOfOneRelease() {
    #expect(id(["/a", "/b"], ["/a": "1", "/b": "2"]) == id(["/a", "/b"], ["/a": "1", "/b": "2", "/c": "3"]))
  }

  @Test func everyChangeIsAnotherRelease() {
    let ids = [
      id([], [:]), id(["/a"], [:]), id(["/a"], ["/a": "1"]), id(["/a"], ["/a": "2"]),
      id(["/a", "/b"], ["/a": "1", "/b": "2"]), id(["/a", "/b"], ["/a": "2", "/b": "1"]),
      id(["/b", "/a"], ["/a": "1", "/b": "2"]), id(["/a", "/b"], ["/a": "12"]), id(["/a", "/b"], ["/b": "12"]),
      Release(of: ["/a"]) { _ in Data([0xff]) }.id, Release(of: ["/a"]) { _ in Data([0xff, 0xff]) }.id,
    ]
    #expect(Set(ids).count == ids.count)
  }
}
