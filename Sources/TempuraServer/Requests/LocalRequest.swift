/// A request to a server in the same process.
package struct LocalRequest: Sendable {
  /// The path and query, percent-encoded.
  package var url: String
  /// The fields of the form, in their order; nil for a GET.
  package var form: [Field]?
  package var headers: [String: String]
  package var cookies: [String: String]

  /// A field of a form.
  package struct Field: Sendable, Equatable {
    package let name: String
    /// The text. For a file: its path on this machine, empty if no file was chosen.
    package let value: String
    package let isFile: Bool

    package init(_ name: String, _ value: String, isFile: Bool = false) {
      self.name = name
      self.value = value
      self.isFile = isFile
    }
  }

  package init(
    url: String, form: [Field]? = nil, headers: [String: String] = [:], cookies: [String: String] = [:]
  ) {
    self.url = url
    self.form = form
    self.headers = headers
    self.cookies = cookies
  }
}

/// The answer to a local request.
package struct LocalAnswer: Sendable {
  package let status: Int
  let fields: [(name: String, value: String)]
  package let page: String

  /// Whether side effects still run, so that the page loads itself again.
  package var isWorking: Bool { page.contains("http-equiv=\"refresh\"") }

  /// The values of a header field.
  package func values(of name: String) -> [String] { fields.filter { $0.name == name }.map(\.value) }

  /// The value of a header field.
  package func header(_ name: String) -> String? {
    fields.first { $0.name.lowercased() == name.lowercased() }?.value
  }
}
