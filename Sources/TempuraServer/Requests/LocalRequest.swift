internal import Basics
internal import HTTPServer

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
  /// Ends the stream of events that is the answer; nil for another answer. Call it when the client leaves, or has seen the end.
  package var leave: (@Sendable () -> Void)?

  /// Whether side effects still run, so that the page loads itself again.
  package var isWorking: Bool { page.contains("http-equiv=\"refresh\"") }

  /// The values of a header field.
  package func values(of name: String) -> [String] { fields.filter { $0.name == name }.map(\.value) }

  /// The value of a header field.
  package func header(_ name: String) -> String? {
    fields.first { $0.name.lowercased() == name.lowercased() }?.value
  }
}

/// A request from the server's own process, without a connection.
final class LocalExchange: Exchange {
  private let request: LocalRequest
  private let receive: @Sendable (String?) -> Void
  private let answer: @Sendable (LocalAnswer) -> Void

  /// - Parameters:
  ///   - room: The most bytes of files that the server accepts.
  ///   - receive: Gets the events if the answer is a stream, and nil when the server ends it.
  init(
    _ request: LocalRequest, room: Int, receive: @escaping @Sendable (String?) -> Void = { _ in },
    answer: @escaping @Sendable (LocalAnswer) -> Void
  ) {
    self.request = request
    self.receive = receive
    self.answer = answer
    form = request.form.map { fields in
      var room = room
      return fields.map { field in
        guard field.isFile else { return FormField(name: field.name, value: field.value) }
        let file = field.value.isEmpty ? .none : UploadedFile(path: field.value, room: room)
        room -= file?.size ?? 0
        return FormField(name: field.name, file: file ?? .nothing)
      }
    }
  }

  /// The fields of the form, in their order; nil for a GET.
  let form: [FormField]?

  let requestID = "local"
  let basePath = ""
  let isSecure = false
  let port: UInt16? = nil
  let network: NetworkAddress? = nil
  let isAnswered = false
  let ignoredProxyField: String? = nil
  let coding = ContentCoding.identity

  var path: String { String(TargetParts.split(request.url).path) }

  var rawQuery: String? { TargetParts.split(request.url).query.map { String($0) } }

  func isTarget(_ url: String) -> Bool { request.url == url }

  func header(_ name: StaticString) -> String? {
    let name = name.description.lowercased()
    return request.headers.first { $0.key.lowercased() == name }?.value
  }

  func header(_ name: StaticString, is value: StaticString) -> Bool { header(name)?.lowercased() == value.description }

  func forEachCookie(_ name: String, isPrefix: Bool, _ body: (UnsafeRawBufferPointer) -> Bool) {
    for cookie in request.cookies.sorted(by: { $0.key < $1.key })
    where cookie.key == name || isPrefix && cookie.key.hasPrefix(name) {
      guard Array(cookie.value.utf8).withUnsafeBytes(body) else { return }
    }
  }

  func whenRefused(_ function: @escaping @Sendable () -> Void) {}

  func refuse(_ problem: RequestError) { respond(HTTPResponse(status: problem.status)) }

  var trace: Trace? {
    header("traceparent").flatMap { TraceParent($0) }
      .map { Trace($0, state: header("tracestate").flatMap { TraceState.checked($0.utf8) }) }
  }

  /// Does nothing: requests of the own process are neither logged nor counted.
  func note(_ change: (inout RequestNotes) -> Void) {}

  func respond(_ response: consuming HTTPResponse) {
    let status = Int(response.status.code)
    let (fields, body) = response.read()
    answer(LocalAnswer(status: status, fields: fields, page: String(decoding: body, as: UTF8.self)))
  }

  func respond(_ answer: EventStreamAnswer) {
    let stream = EventStream(closed: answer.closed, receive: receive)
    // First, because the client may leave as soon as it has the answer.
    answer.opened(stream)
    self.answer(LocalAnswer(status: 200, fields: [], page: "", leave: { stream.finish() }))
  }
}
