internal import Foundation
public import FoundationNetworking

/// Answers the requests of tests with files of their bundles, without a network.
///
/// Register it before the first use of `URLSession.shared`, such as in a test's `setUp`: that session reads the
/// registered protocols once, when it is created.
///
/// ```swift
/// URLProtocol.registerClass(LocalFileURLProtocol.self)
/// ```
///
/// Other sessions do not read the registered protocols on Linux: add this one to the `protocolClasses` of their
/// configurations.
///
/// The scheme of a request must be `http` or `https`. In each bundle, in this order, a file's name can be the whole
/// URL, its last path component, or that component without its extension. The first file found is the answer. The files
/// of a package's test target are its `resources`. A request without a file goes to the network.
public final class LocalFileURLProtocol: URLProtocol {
  override public class func canInit(with request: URLRequest) -> Bool { file(for: request) != nil }

  override public class func canInit(with task: URLSessionTask) -> Bool {
    task.currentRequest.map(canInit(with:)) ?? false
  }

  override public class func canonicalRequest(for request: URLRequest) -> URLRequest { request }

  private static func file(for request: URLRequest) -> URL? {
    guard let url = request.url, ["http", "https"].contains(url.scheme?.lowercased()) else { return nil }
    return LocalFiles.url(for: url)
  }

  /// Answers with status 200, no header fields, and the file. If the file cannot be read, it does not answer.
  override public func startLoading() {
    guard let file = Self.file(for: request), let content = try? Data(contentsOf: file), let url = request.url,
      let response = HTTPURLResponse(url: url, statusCode: 200, httpVersion: "HTTP/1.1", headerFields: nil)
    else { return }
    client?.urlProtocol(self, didReceive: response, cacheStoragePolicy: .allowed)
    client?.urlProtocol(self, didLoad: content)
    client?.urlProtocolDidFinishLoading(self)
  }

  /// Does nothing: the answer is complete when `startLoading` returns.
  override public func stopLoading() {}
}
