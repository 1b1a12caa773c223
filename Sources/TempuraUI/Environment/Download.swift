internal import Basics
package import Foundation
package import HTML

/// A file that a page offers to save.
package struct Download: Sendable, Equatable {
  /// A path on this server, or a `data:` URL.
  let url: String
  let name: String

  /// The most that a page contains of a file, in bytes.
  private static let maximumBytes = 4 << 20

  package init(_ image: UIImage) {
    url = Graphics.pageURL(of: image.url)
    let type = url.hasPrefix("data:") ? url.dropFirst(5).prefix { $0 != ";" && $0 != "," } : ""
    name =
      UTType(mimeType: String(type)).map { "image.\($0.preferredFilenameExtension ?? "png")" }
      ?? String(url.prefix { $0 != "?" }.split(separator: "/").last ?? "image")
  }

  /// Nil for a file that cannot be read, or is too large.
  package init?(file: URL) {
    guard let data = try? FileHandle(forReadingFrom: file).read(upToCount: Self.maximumBytes + 1),
      data.count <= Self.maximumBytes
    else { return nil }
    url = "data:\(MediaType.ofFile(file.path).filter { $0 != " " });base64,\(data.base64EncodedString())"
    name = FileName.cleaned(file.lastPathComponent)
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
