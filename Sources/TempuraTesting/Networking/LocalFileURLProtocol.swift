internal import Foundation
public import FoundationNetworking

/// Answers requests of tests with files of their bundles, so that nothing is fetched.
///
/// Register it before anything uses `URLSession.shared`, in a test's `setUp` for one: that session asks for the protocols
/// once, when it is made.
///
/// ```swift
/// URLProtocol.registerClass(LocalFileURLProtocol.self)
/// ```
///
/// Other sessions have their own protocols, and on Linux those of `.default` and `.ephemeral` are no exception: put it into
/// the `protocolClasses` of their configurations.
///
/// A request by `http` or `https` is answered with the first file found: in each bundle in turn, one whose name is the whole
/// URL, its last path component, or that without its extension. Of a package's test target these are the files of its
/// `resources`. Requests without such a file are made.
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

  /// Answers with 200 and the whole file; no header field says what is in it. Nothing is heard of a file that cannot be read.
  override public func startLoading() {
    guard let file = Self.file(for: request), let content = try? Data(contentsOf: file), let url = request.url,
      let response = HTTPURLResponse(url: url, statusCode: 200, httpVersion: "HTTP/1.1", headerFields: nil)
    else { return }
    client?.urlProtocol(self, didReceive: response, cacheStoragePolicy: .allowed)
    client?.urlProtocol(self, didLoad: content)
    client?.urlProtocolDidFinishLoading(self)
  }

  /// Does nothing: an answer is complete when `startLoading` returns.
  override public func stopLoading() {}
}
