import Foundation
import FoundationNetworking
import Testing

import TempuraTesting

@Suite struct LocalFileURLProtocolTests {
  /// Records the calls of a protocol to its client.
  private final class Client: NSObject, URLProtocolClient {
    // Safe because the protocol loads on the thread that calls it.
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

  /// Runs in its own process, because the class must be registered before the first use of the shared session.
  @Test func theSharedSessionLoadsAFile() async throws {
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

  @Test func anotherSessionLoadsAFile() async throws {
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

  @Test func theCanonicalRequestIsTheRequest() throws {
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

  @Test func aFileThatCannotBeReadIsNotAnswered() throws {
    // The process's memory is a file whose beginning not even root can read.
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
