/// The first difference of two pages that should be equal.
struct PageDifference: Equatable {
  /// The element that differs, by its id or that of the element around it; or the value of the page.
  let element: String
  let first, second: String

  init(_ element: String, _ first: String, _ second: String) {
    self.element = element
    self.first = first
    self.second = second
  }

  /// Compares a patched page to one that was loaded: the screens, the style rules, the title, the language and the
  /// heading. Notices are shown once, and are not compared.
  ///
  /// - Returns: nil if they are equal.
  init?(patched: PageNode, loaded: PageNode) {
    guard let first = LiveDocument.screen(in: patched), let second = LiveDocument.screen(in: loaded) else {
      self.init("screen", LiveDocument.screen(in: patched)?.shortMarkup ?? "none", "none")
      return
    }
    if let (element, first, second) = Self.elements(first, second) {
      self.init(element, first.shortMarkup, second.shortMarkup)
      return
    }
    let missing = LiveDocument.rules(in: loaded).subtracting(LiveDocument.rules(in: patched)).sorted()
    if !missing.isEmpty {
      self.init("style", "not there", missing.map { "\($0)}" }.joined(separator: "\n"))
      return
    }
    for (name, read) in Self.values {
      let (first, second) = (read(patched), read(loaded))
      if first == second { continue }
      self.init(name, first ?? "none", second ?? "none")
      return
    }
    return nil
  }

  private static let values: [(name: String, read: @Sendable (PageNode) -> String?)] = [
    ("title", { $0.first { $0.tag == "title" }?.plainText }),
    ("language", { $0.first { $0.tag == "html" }?["lang"] }),
    ("direction", { $0.first { $0.tag == "html" }?["dir"] }),
    ("heading", { LiveDocument.heading(in: $0)?.plainText }),
  ]

  /// The innermost elements that differ first, in the order of the page.
  static func elements(
    _ first: PageNode, _ second: PageNode
  ) -> (element: String, PageNode, PageNode)? {
    guard first.normalizedMarkup != second.normalizedMarkup else { return nil }
    var (first, second) = (first, second)
    while first.tag == second.tag, first.attributes == second.attributes, first.texts == second.texts,
      let pair = zip(first.children, second.children).first(where: { $0.normalizedMarkup != $1.normalizedMarkup })
    {
      (first, second) = pair
    }
    let element = first["id"] ?? first.ancestors.lazy.compactMap { $0["id"] }.first.map { "in \($0)" }
    return (element ?? first.tag, first, second)
  }
}

extension PageNode {
  /// The texts before, between and after the child elements.
  fileprivate var texts: [String] {
    var texts = [""]
    for content in contents {
      switch content {
      case .element: texts.append("")
      case .text(let text): texts[texts.count - 1] += text
      }
    }
    return texts
  }

  private static let longestMarkup = 1000

  var shortMarkup: String {
    let markup = normalizedMarkup
    return markup.count > Self.longestMarkup ? "\(markup.prefix(Self.longestMarkup))…" : markup
  }
}
