/// What a rendering changed.
package enum MarkupChange: Equatable {
  /// Nothing: the page is the same.
  case unchanged
  /// The operations that lead to the new page, in JSON, joined by commas: `docs/live.md`.
  case recorded([UInt8])
  /// Something that was not recorded. Clients need the whole page.
  case unrecorded
  /// Everything: there was no last rendering that the new one could be compared with, or its style rules are gone. The
  /// page gets a new generation.
  case renewed
}
