internal import Basics
internal import TempuraMetrics

/// The instruments of a family whose only label is the name of a type of the app.
struct ByType<Made: Instrument>: ~Copyable, Sendable {
  private let family: Family<Made>
  // A number is found faster than a name, which is made anew each time.
  private let instruments = Locked<[ObjectIdentifier: Made]>([:])

  init(_ family: Family<Made>) { self.family = family }

  subscript(type: Any.Type) -> Made {
    instruments.withLock { [family] instruments in
      if let present = instruments[ObjectIdentifier(type)] { return present }
      let made = family["\(type)"]
      instruments[ObjectIdentifier(type)] = made
      return made
    }
  }
}
