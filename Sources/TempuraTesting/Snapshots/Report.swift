internal import Foundation
internal import TempuraUI
internal import Basics

/// A page that shows all snapshots that differ, of the tests of this process.
final class Report: Sendable {
  static let shared = Report()

  /// A snapshot and its files that differ.
  private struct Entry {
    let name: String
    let failures: [Comparison.Failure]
    let number: Int

    /// The name of the picture of the difference, in the folder of the report.
    func difference(_ index: Int) -> String { "\(number)-\(index + 1).png" }
    /// The name of the old reference, if a new one was recorded.
    func previous(_ index: Int) -> String { "\(number)-\(index + 1)-reference.\(failures[index].ending)" }
  }

  private let entries = Locked<[String: [Entry]]>([:])

  static func path(in directory: String) -> String { directory + "/report/index.html" }

  /// Adds a snapshot to the page.
  func add(_ failures: [Comparison.Failure], of name: String, directory: String) {
    let folder = directory + "/report"
    entries.withLock { entries in
      var all = entries[directory] ?? []
      if all.isEmpty { try? FileManager.default.removeItem(atPath: folder) }
      let entry = Entry(name: name, failures: failures, number: all.count + 1)
      all.append(entry)
      entries[directory] = all
      // An error here is not reported: writing the snapshot's own files, in the same folder, reports it.
      try? FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      for (index, failure) in failures.enumerated() {
        try? failure.difference?.write(to: URL(fileURLWithPath: "\(folder)/\(entry.difference(index))"))
        try? failure.previous?.write(to: URL(fileURLWithPath: "\(folder)/\(entry.previous(index))"))
      }
      let page = Self.page(all.sorted { $0.name < $1.name }, directory: directory)
      try? Data(page.utf8).write(to: URL(fileURLWithPath: Self.path(in: directory)), options: .atomic)
    }
  }

  private static func page(_ entries: [Entry], directory: String) -> String {
    let title = entries.count == 1 ? "One snapshot differs" : "\(entries.count) snapshots differ"
    return """
      <!DOCTYPE html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <title>\(title)</title>
      <style>\(style)</style>
      </head>
      <body>
      <h1>\(title)</h1>
      \(entries.map { section($0, directory: directory) }.joined(separator: "\n"))
      </body>
      </html>

      """
  }

  private static func section(_ entry: Entry, directory: String) -> String {
    let parts = entry.failures.indices.sorted {
      entry.failures[$0].ending == "png" && entry.failures[$1].ending != "png"
    }
    .map { part($0, of: entry, directory: directory) }
    return "<section>\n<h2>\(HTMLText.escaped(entry.name))</h2>\n\(parts.joined(separator: "\n"))\n</section>"
  }

  private static func part(_ index: Int, of entry: Entry, directory: String) -> String {
    let failure = entry.failures[index]
    func link(_ path: String) -> String? {
      guard FileManager.default.fileExists(atPath: path) else { return nil }
      let relative = path.hasPrefix(directory) ? ".." + path.dropFirst(directory.count) : path
      return HTMLText.escaped(relative.addingPercentEncoding(withAllowedCharacters: .urlPathAllowed) ?? relative)
    }
    let reference =
      failure.previous == nil ? link("\(failure.files.referencePath).\(failure.ending)") : entry.previous(index)
    let actual = link("\(failure.files.path).\(failure.ending)")
    let message = "<pre>\(HTMLText.escaped(failure.message))</pre>"
    guard failure.ending == "png" else {
      let what = failure.ending == "html" ? "Markup" : "Accessibility tree"
      let links = [("Reference", reference), ("Now", actual)].compactMap { name, link in
        link.map { "<a href=\"\($0)\">\(name)</a>" }
      }
      return "<details><summary>\(what)</summary>\(message)<p>\(links.joined(separator: " · "))</p></details>"
    }
    func figure(_ name: String, _ link: String) -> String {
      "<figure><figcaption>\(name)</figcaption><a href=\"\(link)\"><img src=\"\(link)\" alt=\"\(name)\"></a></figure>"
    }
    var figures = [("Reference", reference), ("Now", actual)].compactMap { name, link in link.map { figure(name, $0) } }
    if failure.difference != nil, let reference, let actual {
      figures.append(figure("Difference, in red", entry.difference(index)))
      figures.append(slider(reference, actual))
    }
    return "\(message)\n<div class=\"pictures\">\n\(figures.joined(separator: "\n"))\n</div>"
  }

  private static func slider(_ reference: String, _ actual: String) -> String {
    """
    <figure><figcaption><label>Reference <input type="range" min="0" max="100" value="50"
     oninput="this.closest('figure').style.setProperty('--at', this.value + '%')"> Now</label></figcaption>
    <div class="slider"><img src="\(reference)" alt=""><img src="\(actual)" alt=""></div></figure>
    """
  }

  private static let style = """
    :root { color-scheme: light dark; font: 16px/1.4 system-ui, sans-serif }
    body { margin: 2rem } h1 { font-size: 1.5rem } h2 { margin: 0; font-size: 1.05rem } pre { white-space: pre-wrap }
    section { margin: 1.5rem 0; padding: 1rem 1.25rem; border: 1px solid #8885; border-radius: 12px }
    .pictures { display: flex; gap: 1rem; flex-wrap: wrap; align-items: flex-start; margin-bottom: 1rem }
    figure { margin: 0; width: 18rem } figcaption { height: 2rem } input { width: 7rem; vertical-align: middle }
    img { width: 100%; display: block; outline: 1px solid #8885 }
    .slider { position: relative }
    .slider img:last-child { position: absolute; inset: 0; clip-path: inset(0 0 0 calc(100% - var(--at, 50%))) }
    """
}
