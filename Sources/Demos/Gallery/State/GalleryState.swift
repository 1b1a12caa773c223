import Katana

/// What the gallery knows: which control was used last.
public struct GalleryState: State, Codable {
  /// What happened last, in words; nil before anything did.
  public var lastEvent: String?

  /// How many things have happened, so that the same one twice is seen to be two.
  public var eventCount = 0

  public init() {}
}

/// Takes note of what a control did.
struct NoteEvent: StateUpdater {
  let event: String

  func updateState(_ state: inout GalleryState) {
    state.lastEvent = event
    state.eventCount += 1
  }
}
