/// An uploaded file. Its content can be read while `owner` exists.
package struct SentFile {
  /// The name on the user's device, without a folder.
  package let name: String
  /// The content type that the browser sent.
  package let contentType: String?
  /// The size in bytes.
  package let size: Int
  /// Whether the whole content is there. False if the file is larger than the server accepts.
  package let isComplete: Bool
  /// The path at which this process can open the file.
  package let path: String
  package let owner: AnyObject

  /// The media type that the browser sent, without parameters; empty if it sent none.
  var mediaType: String { contentType?.prefix { $0 != ";" }.filter { $0 != " " } ?? "" }

  package init(
    name: String, contentType: String?, size: Int, isComplete: Bool = true, path: String, owner: AnyObject
  ) {
    self.name = name
    self.contentType = contentType
    self.size = size
    self.isComplete = isComplete
    self.path = path
    self.owner = owner
  }
}
