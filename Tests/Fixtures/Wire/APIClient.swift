import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

enum APIError: Error {
  case noData
}

/// The client of a service, as apps for phones write it: a singleton whose completions come back to the main queue.
final class APIClient {
  static let shared = APIClient()

  private let session = URLSession(configuration: .default)

  private func url(_ path: String) -> URL {
    URL(string: (ProcessInfo.processInfo.environment["WIRE_SERVICE"] ?? WireService.url) + path)!
  }

  func load(_ path: String, completion: @escaping (Result<String, Error>) -> Void) {
    session.dataTask(with: url(path)) { data, _, error in
      DispatchQueue.main.async {
        if let data {
          completion(.success(String(decoding: data, as: UTF8.self)))
        } else {
          completion(.failure(error ?? APIError.noData))
        }
      }
    }.resume()
  }

  func load(_ path: String) async throws -> String {
    let (data, _) = try await session.data(from: url(path))
    return String(decoding: data, as: UTF8.self)
  }

  func download(_ path: String, completion: @escaping (String) -> Void) {
    URLSession.shared.downloadTask(with: url(path)) { file, _, _ in
      let text = file.flatMap { try? String(contentsOf: $0, encoding: .utf8) } ?? "nothing"
      OperationQueue.main.addOperation { completion(text) }
    }.resume()
  }

  func upload(_ text: String, to path: String, completion: @escaping (String) -> Void) {
    var request = URLRequest(url: url(path))
    request.httpMethod = "POST"
    request.setValue("application/x-www-form-urlencoded", forHTTPHeaderField: "Content-Type")
    URLSession.shared.uploadTask(with: request, from: Data(text.utf8)) { data, _, _ in
      DispatchQueue.main.async { completion(String(decoding: data ?? Data(), as: UTF8.self)) }
    }.resume()
  }

  /// Loads with a delegate, whose methods run on the main queue.
  func collect(_ path: String, completion: @escaping (String) -> Void) {
    let collector = Collector(completion: completion)
    let session = URLSession(configuration: .ephemeral, delegate: collector, delegateQueue: .main)
    session.dataTask(with: url(path)).resume()
    session.finishTasksAndInvalidate()
  }
}

private final class Collector: NSObject, URLSessionDataDelegate, @unchecked Sendable {
  private var data = Data()
  private let completion: (String) -> Void

  init(completion: @escaping (String) -> Void) { self.completion = completion }

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) { self.data += data }

  func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: Error?) {
    completion(String(decoding: data, as: UTF8.self))
  }
}

/// What tests of the app set.
public enum WireService {
  /// Where the service is, if the environment does not say it.
  public nonisolated(unsafe) static var url = ""
  /// What work on other threads waits for.
  public static let gate = DispatchSemaphore(value: 0)

  static func wait() { gate.wait() }
}
