import Testing

@testable import TempuraServer

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
