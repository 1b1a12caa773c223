import SessionKernel
import TempuraServer

/// Random numbers that depend on a seed only (SplitMix64).
struct Chance: RandomNumberGenerator {
  private var state: UInt64

  init(_ seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    return Platform.scrambled(state)
  }

  /// A seed that is made of another one.
  static func seed(_ seed: UInt64, _ number: Int) -> UInt64 {
    Platform.scrambled(seed &+ Platform.scrambled(UInt64(truncatingIfNeeded: number) &+ 0x5851_F42D))
  }

  mutating func below(_ count: Int) -> Int { Int(next() % UInt64(max(count, 1))) }

  /// True once in `count` times.
  mutating func oneIn(_ count: Int) -> Bool { below(count) == 0 }

  mutating func fraction() -> Double { Double(next() >> 11) / Double(1 << 53) }

  mutating func pick<Element>(_ elements: [Element]) -> Element { elements[below(elements.count)] }

  /// A time that something takes, in seconds: mostly short, seldom long.
  mutating func delay(upTo longest: Double) -> Double {
    let fraction = fraction()
    return oneIn(4) ? fraction * longest : min(longest, 0.002 + fraction * fraction * 0.05)
  }
}
