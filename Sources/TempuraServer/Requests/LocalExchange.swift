internal import Basics
internal import HTTPServer

/// A request from the server's own process, without a connection.
final class LocalExchange: Exchange {
  private let request: LocalRequest
  private let answer: @Sendable (LocalAnswer) -> Void

  /// - Parameter room: The most bytes of files that the server accepts.
  init(_ request: LocalRequest, room: Int, answer: @escaping @Sendable (LocalAnswer) -> Void) {
    self.request = request
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
  let isSecure = false
  let network: NetworkAddress? = nil
  let isOver = false
  let ignoredProxyField: String? = nil
  let coding = ContentCoding.identity
  /// Requests of the own process are not counted.
  var group: (any RequestGroup)? {
    get { nil }
    set {}
  }

  var path: String { String(TargetParts.split(request.url).path) }

  var rawQuery: String? { TargetParts.split(request.url).query.map { String($0) } }

  func isTarget(_ url: String) -> Bool { request.url == url }

  func header(_ name: StaticString) -> String? {
    let name = name.description.lowercased()
    return request.headers.first { $0.key.lowercased() == name }?.value
  }

  func header(_ name: StaticString, is value: StaticString) -> Bool { header(name)?.lowercased() == value.description }

  func forEachCookie(_ name: StaticString, isPrefix: Bool, _ body: (UnsafeRawBufferPointer) -> Bool) {
    let name = name.description
    for cookie in request.cookies.sorted(by: { $0.key < $1.key })
    where cookie.key == name || isPrefix && cookie.key.hasPrefix(name) {
      guard Array(cookie.value.utf8).withUnsafeBytes(body) else { return }
    }
  }

  func refuse(_ problem: RequestError) { respond(HTTPResponse(status: problem.status)) }

  var trace: Trace? {
    header("traceparent").flatMap { TraceParent($0) }
      .map { Trace($0, state: header("tracestate").flatMap { TraceState.checked($0.utf8) }) }
  }

  func note(session: UInt64) {}
  func note(screen: String) {}
  func note(summary: String) {}

  func respond(_ response: HTTPResponse) {
    let status = Int(response.status.code)
    let (fields, body) = response.read()
    answer(LocalAnswer(status: status, fields: fields, page: String(decoding: body, as: UTF8.self)))
  }
}
