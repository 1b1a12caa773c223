/// The parts of a page that were rendered anew, in bytes of the old and the new markup, as `MarkupDiff` needs them.
///
/// All parts are noted in the order in which they begin in the new markup.
package struct MarkupRegions {
  /// A part of the old markup, and the part of the new markup that replaces it. Each is exactly one element, and both have
  /// the same id. Outside of regions the markup is the same.
  package struct Region {
    package var old: Span
    package var new: Span
    /// The pairs inside, including those of regions inside.
    package var pairs: Range<Int>

    package init(old: Span, new: Span, pairs: Range<Int>) {
      (self.old, self.new, self.pairs) = (old, new, pairs)
    }
  }

  /// An element in a region that is the same in the old and the new markup, except for what is in regions inside of it.
  package struct Pair {
    package var old: Span
    package var new: Span

    package init(old: Span, new: Span) { (self.old, self.new) = (old, new) }
  }

  /// The offset and the number of bytes.
  package struct Span {
    package var start: Int
    package var count: Int

    package init(_ start: Int, _ count: Int) { (self.start, self.count) = (start, count) }

    package var end: Int { start + count }
  }

  package var regions: [Region] = []
  package var pairs: [Pair] = []

  package init() {}
}
