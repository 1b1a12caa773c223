import Testing

@testable import TextLayout

/// What is kept of texts that were measured.
@Suite struct TextCacheTests {
  private let megabyte = 1 << 20

  @Test func theLastLongTextsAreKept() {
    let cache = TextCache<Int, String>()
    cache.insert("long", for: 1, length: 200_000, cost: 3 * megabyte)
    cache.insert("short", for: 2, length: 20, cost: 40)
    #expect(cache[1, 200_000] == "long")
    #expect(cache[2, 20] == "short")
  }

  @Test func aTextThatMayBeShortOrLongIsFound() {
    let cache = TextCache<Int, String>()
    cache.insert("many lines", for: 1, length: 300, cost: 100_000)
    cache.insert("one line", for: 2, length: 300, cost: 1000)
    #expect(cache[1, 300] == "many lines")
    #expect(cache[2, 300] == "one line")
  }

  @Test func longTextsTakeLimitedMemory() {
    let cache = TextCache<Int, Int>()
    cache.insert(0, for: 0, length: 9 * megabyte, cost: 9 * megabyte)
    #expect(cache[0, 9 * megabyte] == nil, "more than 8 MB")
    let keys = 1...100
    for key in keys { cache.insert(key, for: key, length: megabyte, cost: megabyte) }
    // Reading an old one moves it, so the last ones are read first.
    let kept = keys.reversed().filter { cache[$0, megabyte] != nil }
    #expect(kept.first == 100)
    #expect(kept.count >= 16 && kept.count <= 32)
  }

  @Test func everythingCanBeDropped() {
    let cache = TextCache<Int, Int>()
    cache.insert(1, for: 1, length: megabyte, cost: megabyte)
    cache.insert(2, for: 2, length: 1, cost: 1)
    cache.removeAll()
    #expect(cache[1, megabyte] == nil && cache[2, 1] == nil)
  }
}
