import Katana

/// The state of the gallery: the last event.
public struct GalleryState: State, Codable {
  /// The last event, in words; nil before the first.
  public var lastEvent: String?

  /// The number of events. It tells two equal events apart.
  public var eventCount = 0

  public init() {}
}

/// Records an event of a control.
struct NoteEvent: StateUpdater {
  let event: String

  func updateState(_ state: inout GalleryState) {
    state.lastEvent = event
    state.eventCount += 1
  }
}
