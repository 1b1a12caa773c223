import Glibc
import TestSupport
import Testing

@testable import HTTPServer

struct ErrorWordingTests {
  @Test(arguments: [
    (
      HTTPServerError.portInUse(host: "127.0.0.1", port: 8080),
      "Port 8080 on 127.0.0.1 is already in use by another process. Stop that process, or choose another port with --port."
    ),
    (
      .portNotPermitted(host: "0.0.0.0", port: 80),
      "Port 80 on 0.0.0.0 needs privileges that this process does not have. Choose a port from 1024 on with --port."
    ),
    (
      .unknownHost("x"),
      "The host \"x\" is not known. Give an address of this machine with --host, such as 127.0.0.1 or 0.0.0.0."
    ),
    (
      .addressNotAvailable("192.0.2.1"),
      "The address 192.0.2.1 is not one of this machine. Give one that is with --host, such as 127.0.0.1 or 0.0.0.0."
    ),
    (
      .socketInUse("/s"),
      "The socket /s is already in use by another server. Stop that server, or choose another path with --socket."
    ),
    (.notASocket("/s"), "/s is not a socket. It was not changed. Choose another path with --socket."),
    (
      .socketPathTooLong("/s"),
      "The path of a socket has at most 107 bytes. Choose a shorter one than /s with --socket."
    ),
    (
      .socketNotCreated("/s", code: ENOENT),
      "The socket /s cannot be created (No such file or directory). Let the server's user write to its folder, or choose "
        + "another path with --socket."
    ),
    (
      .notListening(descriptor: 3),
      "The inherited file descriptor 3 is not a listening stream socket. With systemd, write ListenStream= in the socket "
        + "unit, and Accept=no."
    ),
    (
      .tooManyFiles,
      "The system allows this process too few open files. Raise the limit (ulimit -n) and start again."
    ),
    (.invalidLimit("a reason"), "The limits are not valid: a reason."),
    (.alreadyStarted, "The server was started before. Make another one to start again."),
    (.system(operation: "listen", code: ENOMEM), "The server cannot start: listen failed (Cannot allocate memory)."),
  ])
  func aServerThatDoesNotStartSaysWhatToDo(error: HTTPServerError, wording: String) {
    #expect(error.description == wording)
  }

  @Test(arguments: [
    (RequestError.malformedHead, "400 Bad Request", "The request's header is malformed."),
    (.malformedTarget, "400 Bad Request", "The address of the request is malformed."),
    (.ambiguousLength, "400 Bad Request", "The request has more than one length."),
    (.malformedLength, "400 Bad Request", "The length of the request is not a number."),
    (
      .unsupportedTransferCoding, "501 Not Implemented",
      "The request is encoded in a way that this server does not know."
    ),
    (.missingHost, "400 Bad Request", "The request does not name its host, or names more than one."),
    (.malformedHost, "400 Bad Request", "The host that the request names is malformed."),
    (.malformedEncoding, "400 Bad Request", "The request has characters that are not encoded as they should be."),
    (.malformedForm, "400 Bad Request", "The form is malformed."),
    (.zeroByte, "400 Bad Request", "The request has a zero byte in its text."),
    (.headerTooLarge, "431 Request Header Fields Too Large", "The request's header is too large."),
    (.targetTooLong, "414 URI Too Long", "The address of the request is too long."),
    (.bodyTooLarge, "413 Content Too Large", "The request is too large."),
    (.uploadTooLarge, "413 Content Too Large", "The files are too large."),
    (.tooManyFields, "413 Content Too Large", "The form has too many fields."),
    (.fieldNameTooLong, "413 Content Too Large", "The form has a field whose name is too long."),
    (.fieldTooLarge, "413 Content Too Large", "The form has a field that is too long."),
    (
      .unsupportedMediaType, "415 Unsupported Media Type",
      "The request's content is of a type that this server does not read."
    ),
    (.requestTimeout, "408 Request Timeout", "The request took too long to arrive."),
    (.responseTimeout, "503 Service Unavailable", "The answer took too long. Please try again."),
    (.stopping, "503 Service Unavailable", "The server is about to stop. Please try again in a moment."),
    (
      .storageFailed, "503 Service Unavailable",
      "The files could not be stored, so nothing was changed. Please try again in a moment."
    ),
    (
      .tooManyRequests, "429 Too Many Requests",
      "Too many requests come from your network in a short time. Please try again in a moment."
    ),
    (
      .tooManyNewSessions, "429 Too Many Requests",
      "Too many new visits come from your network in a short time. Please try again in a moment."
    ),
    (
      .overloaded, "503 Service Unavailable",
      "The server has too much to do right now, so nothing was changed. Please try again in a moment."
    ),
  ])
  func aRefusedRequestIsToldWhy(problem: RequestError, status: String, wording: String) {
    #expect(problem.status.description == status)
    #expect(problem.message == wording)
  }

  @Test func theAnswerToARefusedRequestIsTheAppsToMake() throws {
    let server = try TestServer {
      $0.limits.bodyBytes = 10
      $0.limits.requestsPerAddress = AddressRateLimit(1, per: 3600, burst: 5, countsThisMachine: true)
      $0.refusal = { refused in
        let limit = refused.limit.map { "\($0)" } ?? "-"
        let text =
          "\(refused.problem) \(limit) \(refused.requestID) \(refused.accept ?? "-") \(refused.acceptLanguage ?? "-")"
        return HTTPResponse(
          status: refused.problem.status, shared: ["X-Own": "1"], headers: ["X-More": "2"], body: .text(text))
      }
    } handle: {
      $0.respond(text: "ok")
    }
    func check(_ head: String, _ status: Int, _ text: String) throws {
      let client = try server.connect()
      client.send("\(head) HTTP/1.1\r\nHost: a\r\nAccept: x/y\r\nAccept-Language: it\r\n\(SmugglingTests.form)\r\n")
      let answer = try client.response()
      let id = try #require(answer.header("X-Request-Id"))
      #expect(answer.status == status)
      #expect(answer.text == text.replacing("ID", with: id))
      #expect(answer.header("X-Own") == "1" && answer.header("X-More") == "2")
      #expect(answer.header("Retry-After") == nil)
    }
    try check("GET /%", 400, "malformedEncoding - ID x/y it")
    // Sent by libmicrohttpd, and past it.
    try check("POST / HTTP/1.1\r\nContent-Length: 11\r\nX:", 413, "bodyTooLarge 10 ID x/y it")
    try check("POST / HTTP/1.1\r\nContent-Length: x\r\nX:", 400, "malformedLength - ID x/y it")
    for _ in 0..<5 { _ = try server.get("/") }
    try check("GET /", 429, "tooManyRequests - ID x/y it")
  }
}
