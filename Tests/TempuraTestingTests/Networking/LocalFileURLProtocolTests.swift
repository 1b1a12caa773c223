import Foundation
import FoundationNetworking
import Testing

import TempuraTesting

@Suite struct LocalFileURLProtocolTests {
  /// Takes note of what a protocol tells the session.
  private final class Client: NSObject, URLProtocolClient {
    // Safe because a protocol that is told to load does it on the thread that tells it.
    nonisolated(unsafe) var calls: [String] = []

    func urlProtocol(
      _: URLProtocol, didReceive response: URLResponse, cacheStoragePolicy policy: URLCache.StoragePolicy
    ) {
      calls.append("response \((response as? HTTPURLResponse)?.statusCode ?? 0) \(policy == .allowed)")
    }
    func urlProtocol(_: URLProtocol, didLoad data: Data) { calls.append(String(decoding: data, as: UTF8.self)) }
    func urlProtocolDidFinishLoading(_: URLProtocol) { calls.append("end") }
    func urlProtocol(_: URLProtocol, didFailWithError _: any Error) { calls.append("error") }
    func urlProtocol(_: URLProtocol, wasRedirectedTo _: URLRequest, redirectResponse _: URLResponse) {}
    func urlProtocol(_: URLProtocol, cachedResponseIsValid _: CachedURLResponse) {}
    func urlProtocol(_: URLProtocol, didReceive _: URLAuthenticationChallenge) {}
    func urlProtocol(_: URLProtocol, didCancel _: URLAuthenticationChallenge) {}
  }

  private func request(_ url: String) throws -> URLRequest { URLRequest(url: try #require(URL(string: url))) }

  /// In a process of its own: the class has to be registered before the shared session is used for the first time.
  @Test func theSharedSessionGetsAFile() async throws {
    await #expect(processExitsWith: .success) {
      #expect(URLProtocol.registerClass(LocalFileURLProtocol.self))
      let url = try #require(URL(string: "https://nowhere.invalid/pictures/local-file.txt"))
      let (data, response) = try await URLSession.shared.data(for: URLRequest(url: url))
      let answer = try #require(response as? HTTPURLResponse)
      #expect(String(decoding: data, as: UTF8.self) == "Local.\n")
      #expect(answer.statusCode == 200)
      #expect(answer.allHeaderFields.isEmpty)
    }
  }

  @Test func aSessionOfItsOwnGetsAFile() async throws {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.protocolClasses = [LocalFileURLProtocol.self]
    let (data, _) = try await URLSession(configuration: configuration).data(
      for: request("http://nowhere.invalid/local-file.txt"))
    #expect(String(decoding: data, as: UTF8.self) == "Local.\n")
  }

  @Test(arguments: [
    ("http://example.com/local-file.txt", true), ("HTTPS://example.com/local-file.txt", true),
    ("https://example.com/another-file.txt", false), ("ftp://example.com/local-file.txt", false),
    ("file:///local-file.txt", false), ("local-file.txt", false),
  ])
  func onlyRequestsThatAFileStandsForAreTaken(url: String, isTaken: Bool) throws {
    #expect(try LocalFileURLProtocol.canInit(with: request(url)) == isTaken)
    #expect(try LocalFileURLProtocol.canInit(with: URLSession.shared.dataTask(with: request(url))) == isTaken)
  }

  @Test func aRequestStaysAsItIs() throws {
    var request = try request("https://example.com/local-file.txt?size=2")
    request.httpMethod = "POST"
    #expect(LocalFileURLProtocol.canonicalRequest(for: request) == request)
  }

  @Test func aFileIsTheWholeAnswer() throws {
    let client = Client()
    let loading = LocalFileURLProtocol(
      request: try request("https://example.com/local-file.txt"), cachedResponse: nil, client: client)
    loading.startLoading()
    #expect(client.calls == ["response 200 true", "Local.\n", "end"])
    loading.stopLoading()
    #expect(client.calls.count == 3)
  }

  @Test func nothingIsHeardOfAFileThatCannotBeRead() throws {
    // The process's memory is a file, and nothing is at its beginning, not even for root.
    let bundle = Bundle.main.bundleURL.appendingPathComponent("\(UUID()).resources")
    try FileManager.default.createDirectory(at: bundle, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: bundle) }
    try FileManager.default.createSymbolicLink(
      atPath: bundle.appendingPathComponent("unreadable.txt").path, withDestinationPath: "/proc/self/mem")
    let request = try request("https://example.com/unreadable.txt")
    #expect(LocalFileURLProtocol.canInit(with: request))
    let client = Client()
    LocalFileURLProtocol(request: request, cachedResponse: nil, client: client).startLoading()
    #expect(client.calls.isEmpty)
  }
}
