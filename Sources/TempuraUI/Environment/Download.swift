package import Foundation
package import HTML

/// A file that a page offers to save.
package struct Download: Sendable, Equatable {
  /// A path on this server, or a `data:` URL.
  let url: String
  let name: String

  package init(_ image: UIImage) { (url, name) = image.download }

  /// Nil for a file that cannot be read.
  package init?(file: URL) {
    guard let path = Graphics.path(ofFile: file) else { return nil }
    (url, name) = (Graphics.pageURL(of: path), FileName.cleaned(file.lastPathComponent))
  }

  package func write(into buffer: inout HTMLBuffer, in language: Language) {
    buffer.append("<p><a")
    buffer.append(attribute: "download", name)
    buffer.append(attribute: "href", url)
    buffer.append(">")
    buffer.append(text: ServerText.pageSave(name).string(in: language))
    buffer.append("</a></p>")
  }
}
