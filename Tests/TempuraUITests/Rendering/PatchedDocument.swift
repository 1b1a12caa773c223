@testable import TempuraTesting

/// Markup that patches change, as `docs/reference/live-protocol.md` says. It stands for the document of a browser.
struct PatchedDocument {
  private let root: PageNode

  init(markup: String) { root = PageReader.read(markup) }

  /// The markup in a form that is the same for equal documents: attributes are sorted, empty texts are left out.
  var markup: String { root.normalizedMarkup }

  /// Applies the markup of a patch.
  ///
  /// - Throws: `PatchError` if it does not fit to the document. Elements before the wrong one are replaced.
  func apply(_ markup: String) throws { try root.apply(patchMarkup: markup) }
}
