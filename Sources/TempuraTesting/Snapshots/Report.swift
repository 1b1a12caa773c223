internal import Foundation
internal import Locks

/// A page about all that was found wrong by the tests of this process.
final class Report: Sendable {
  static let shared = Report()

  private struct Entry {
    let name: String
    let failure: Comparison.Failure
    let number: Int
  }

  private let entries = Mutex<[String: [Entry]]>([:])

  /// Adds to the page in a folder of pictures.
  ///
  /// - Returns: The file of the page.
  func add(_ failure: Comparison.Failure, of name: String, directory: String) -> String {
    let folder = directory + "/report"
    let file = folder + "/index.html"
    entries.withLock { entries in
      var all = entries[directory] ?? []
      if all.isEmpty { try? FileManager.default.removeItem(atPath: folder) }
      let entry = Entry(name: name, failure: failure, number: all.count + 1)
      all.append(entry)
      entries[directory] = all
      try? FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      if let difference = failure.difference {
        try? difference.write(to: URL(fileURLWithPath: "\(folder)/\(entry.number).png"))
      }
      try? Data(Self.page(all, directory: directory).utf8).write(to: URL(fileURLWithPath: file), options: .atomic)
    }
    return file
  }

  private static func page(_ entries: [Entry], directory: String) -> String {
    let sections = entries.map { section($0, directory: directory) }.joined(separator: "\n")
    return """
      <!DOCTYPE html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <title>\(entries.count) screens differ</title>
      <style>\(style)</style>
      </head>
      <body>
      <h1>\(entries.count) \(entries.count == 1 ? "difference" : "differences") from the references</h1>
      \(sections)
      </body>
      </html>

      """
  }

  private static func section(_ entry: Entry, directory: String) -> String {
    let failure = entry.failure
    func link(_ path: String) -> String {
      let relative = path.hasPrefix(directory) ? ".." + path.dropFirst(directory.count) : path
      return escaped(relative.addingPercentEncoding(withAllowedCharacters: .urlPathAllowed) ?? relative)
    }
    let reference = link("\(failure.files.referencePath).\(failure.ending)")
    let actual = link("\(failure.files.path).\(failure.ending)")
    let head = "<h2>\(escaped(entry.name))</h2>\n<pre>\(escaped(failure.message))</pre>"
    guard failure.ending == "png", failure.difference != nil else {
      return """
        <section>\(head)
        <p><a href="\(reference)">Reference</a> · <a href="\(actual)">Now</a></p></section>
        """
    }
    return """
      <section>\(head)
      <div class="pictures">
      <figure><figcaption>Reference</figcaption><img src="\(reference)" alt="Reference"></figure>
      <figure><figcaption>Now</figcaption><img src="\(actual)" alt="Now"></figure>
      <figure><figcaption>What differs, in red</figcaption><img src="\(entry.number).png" alt="Difference"></figure>
      <figure><figcaption><label>Reference <input type="range" min="0" max="100" value="50"
       oninput="this.closest('figure').style.setProperty('--at', this.value + '%')"> Now</label></figcaption>
      <div class="slider"><img src="\(reference)" alt=""><img src="\(actual)" alt=""></div></figure>
      </div></section>
      """
  }

  private static func escaped(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing("\"", with: "&quot;")
  }

  private static let style = """
    :root { color-scheme: light dark; font: 16px/1.4 system-ui, sans-serif }
    body { margin: 2rem } h2 { margin: 2rem 0 0.5rem; font-size: 1.1rem } pre { white-space: pre-wrap }
    .pictures { display: flex; gap: 1rem; flex-wrap: wrap; align-items: flex-start }
    figure { margin: 0; width: 20rem } figcaption { height: 2rem; color: GrayText } input { width: 8rem; vertical-align: middle }
    img { width: 100%; display: block; outline: 1px solid #8884 }
    .slider { position: relative } .slider img:last-child { position: absolute; inset: 0; clip-path: inset(0 0 0 calc(100% - var(--at, 50%))) }
    """
}
