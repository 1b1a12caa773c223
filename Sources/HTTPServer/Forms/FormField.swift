/// A field of a form, as it was sent.
package struct FormField: Sendable {
  package let name: String
  /// The text; empty for a file.
  package let value: String
  /// The file, if the field is one. One that the user left empty has no name and no bytes.
  package let file: UploadedFile?

  package init(name: String, value: String = "", file: UploadedFile? = nil) {
    self.name = name
    self.value = value
    self.file = file
  }
}
