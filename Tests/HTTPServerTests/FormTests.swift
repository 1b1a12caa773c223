import Glibc
import TestSupport
import Testing

@testable import HTTPServer

struct FormTests {
  @Test(arguments: [
    ("a=1&b=%C3%A9+x&c=", "a=1|b=é x|c="),
    ("a=1&a=2&b=3&a=4", "a=1|a=2|b=3|a=4"),
    ("a", "a="),
    ("a&b=1", "a=|b=1"),
    ("&&a=1&&b=2&", "a=1|b=2"),
    ("=x&=", "=x|="),
    ("a=b=c", "a=b=c"),
    ("a=1;b=2", "a=1;b=2"),
    ("%61%3D=%26", "a==&"),
    ("a=1\r\nb", "a=1\r\nb"),
    ("", ""),
  ])
  func urlencodedFieldsAreDecoded(body: String, fields: String) throws {
    let server = try TestServer { $0.respondWithForm() }
    let answer = try server.post(body)
    #expect(answer.status == 200)
    #expect(answer.text == fields)
  }

  @Test(arguments: [
    "a=%", "a=%4", "a=%zz", "%=1", "a=%4g", "a=b%", "a=%f", "a=%FF", "%FF=a", "a=%C3", "%C3%28=1", "a=%E2%82",
    "a=%ED%A0%80", "a=%ED%BF%BF", "a=%C0%80", "a=%F4%90%80%80", "a=%00", "%00=a", "a=b%00c", "a=\0",
  ])
  func malformedEncodingIsRefused(body: String) throws {
    let server = try TestServer { _ in Issue.record("The handler saw it") }
    #expect(try server.post(body).status == 400)
  }

  @Test(arguments: [
    "/%", "/a%4", "/%zz", "/%ff", "/a/%C3", "/%ED%A0%80", "/a%00", "/?a=%", "/?%zz=1", "/?%C3=1", "/?a=%ED%A0%80",
    "/?a=%00", "/#a", "a", "*", "/a\u{7f}", "/a\u{1}b",
  ])
  func malformedTargetsAreRefused(target: String) throws {
    let server = try TestServer { _ in Issue.record("The handler saw it") }
    #expect(try server.get(target).status == 400)
  }

  @Test func aFormInPiecesIsTheSameForm() throws {
    let body = Array("n%61me=caf%C3%A9+x&b=%26&&c&d==".utf8)
    for split in 0...body.count {
      let form = URLEncodedForm(limits: HTTPLimits())
      for piece in [body[..<split], body[split...]] { try piece.withUnsafeBytes { try form.read($0) } }
      try form.finish()
      #expect(form.fields.map { "\($0.name)=\($0.value)" } == ["name=café x", "b=&", "c=", "d=="])
    }
  }

  static let multipart =
    "--XX\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\ncafé\r\n--X\r\n"
    + "--XX\r\nContent-Disposition: form-data; name=\"file\"; filename=\"C:\\dir\\../x.txt\"\r\n"
    + "Content-Type: text/plain\r\n\r\nline\r\n\r\n--XY\r\n"
    + "--XX\r\nContent-Disposition: form-data; name=\"none\"; filename=\"\"\r\n"
    + "Content-Type: application/octet-stream\r\n\r\n\r\n"
    + "--XX\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n\r\n--XX--\r\n"
  static let multipartFields = "a=café\r\n--X|file=file(x.txt,text/plain,12)|none=file(,application/octet-stream,0)|a="

  @Test(arguments: [
    "multipart/form-data; boundary=XX", "multipart/form-data; boundary=\"XX\"", "Multipart/Form-Data;BOUNDARY=XX",
    "multipart/form-data; charset=utf-8; boundary=XX; a=b", "multipart/form-data; a=\";\"; boundary=\"XX\" ; x=y",
  ])
  func multipartFieldsAndFilesAreRead(type: String) throws {
    let server = try TestServer { exchange in
      if exchange.header("Content-Type") == nil { Issue.record("The field is gone") }
      exchange.respondWithForm()
    }
    #expect(try server.post(Self.multipart, type: type).text == Self.multipartFields)
  }

  @Test func aMultipartFormInPiecesIsTheSameForm() throws {
    let capacity = Capacity(HTTPLimits())
    let body = Array(Self.multipart.utf8)
    for split in 0...body.count {
      let form = Array("XX".utf8).withUnsafeBytes { MultipartForm(boundary: $0, folder: "/tmp", capacity) }
      for piece in [body[..<split], body[split...]] { try piece.withUnsafeBytes { try form.read($0) } }
      try form.finish()
      #expect(form.fields.text == Self.multipartFields, "split at \(split)")
    }
  }

  @Test func aFileExistsWhileItsObjectLivesAndHasNoName() throws {
    let server = try TestServer { exchange in
      guard let file = exchange.form.first?.file else { return exchange.respond(text: "no file") }
      let descriptor = open(file.path, O_RDONLY)
      var buffer = [UInt8](repeating: 0, count: 100)
      let count = read(descriptor, &buffer, buffer.count)
      close(descriptor)
      exchange.respond(HTTPResponse(body: .bytes(Array(buffer[..<max(0, count)]))))
    }
    let body = "--B\r\nContent-Disposition: form-data; name=\"f\"; filename=\"f\"\r\n\r\na\0b\r\n--B--\r\n"
    #expect(try server.post(body, type: "multipart/form-data; boundary=B").body == [0x61, 0, 0x62])
  }

  @Test(arguments: [
    "", "--B", "--B\r\n", "x", "--B\r\n\r\n1\r\n--B--\r\n", "--A\r\n\r\n--A--",
    "--B\r\nContent-Disposition: form-data; name=\"a\"",
    "--B\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n1\r\n--B",
    "--B\r\nContent-Disposition: form-data; name=\"a\r\n\r\n1\r\n--B--\r\n",
    "--B\r\nContent-Disposition: attachment; name=\"a\"\r\n\r\n1\r\n--B--\r\n",
    "--B\r\nContent-Disposition: form-data\r\n\r\n1\r\n--B--\r\n",
    "--B\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n1",
    "--B\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n\u{0}\r\n--B--\r\n",
    "--B\r\nContent-Disposition: form-data; name=\"a\"\r\nContent-Transfer-Encoding: base64\r\n\r\nMQ==\r\n--B--\r\n",
  ])
  func aMalformedMultipartFormIsRefused(body: String) throws {
    let server = try TestServer { $0.respondWithForm() }
    let answer = try server.post(body.isEmpty ? "-" : body, type: "multipart/form-data; boundary=B")
    #expect(answer.status == 400, "\(answer.text)")
  }

  @Test(arguments: [[0xff], [0xc3], [0xed, 0xa0, 0x80], [0x61, 0x00]] as [[UInt8]])
  func bytesThatAreNotUTF8AreRefused(bytes: [UInt8]) throws {
    let server = try TestServer { _ in Issue.record("The handler saw it") }
    let type = "Content-Type: application/x-www-form-urlencoded"
    let head = "POST / HTTP/1.1\r\nHost: a\r\n\(type)\r\nContent-Length: \(bytes.count + 2)\r\n\r\na="
    #expect(try server.send(Array(head.utf8) + bytes).status == 400)
  }

  @Test func multipartTextThatIsNotUTF8IsRefused() throws {
    let server = try TestServer { $0.respondWithForm() }
    for part in ["name=\"a\"\r\n\r\n\u{1}", "name=\"\u{1}\"\r\n\r\nx", "name=\"a\"; filename=\"\u{1}\"\r\n\r\nx"] {
      let body = Array("--B\r\nContent-Disposition: form-data; \(part)\r\n--B--\r\n".utf8).map { $0 == 1 ? 0xff : $0 }
      let head =
        "POST / HTTP/1.1\r\nHost: a\r\nContent-Type: multipart/form-data; boundary=B\r\nContent-Length: \(body.count)\r\n\r\n"
      #expect(try server.send(Array(head.utf8) + body).status == 400)
    }
  }

  @Test(arguments: [
    "text/plain", "application/json", "", "multipart/form-data", "multipart/form-data; boundary=",
    "multipart/form-data; boundary=\"a", "multipart/mixed; boundary=a", "application/x-www-form-urlencodedx",
  ])
  func otherContentIsNotSupported(type: String) throws {
    let server = try TestServer { _ in Issue.record("The handler saw it") }
    #expect(try server.post("a=1", type: type).status == 415)
  }

  @Test func theServerServesAfterABrokenUpload() throws {
    let server = try TestServer { $0.respondWithForm() }
    for end in stride(from: 0, to: Self.multipart.utf8.count, by: 7) {
      let client = try server.connect()
      client.send(
        "POST / HTTP/1.1\r\nHost: a\r\nContent-Type: multipart/form-data; boundary=XX\r\nContent-Length: 9999\r\n\r\n")
      client.send(Array(Self.multipart.utf8.prefix(end)))
      client.close()
    }
    #expect(try server.post("a=1").text == "a=1")
  }
}
