import Foundation
import FoundationNetworking
import Synchronization

extension WeatherService {
  /// Returns a service that asks a server, which answers in the format of Weather Underground's API.
  ///
  /// - Parameters:
  ///   - template: The http or https URL of an observation. `{location}` in it stands for the id of the city, such as
  ///     `san-francisco`.
  ///   - timeout: The longest time that the whole answer may take, in seconds.
  ///   - session: The session that makes the requests.
  /// - Returns: nil if `template` is not such a URL.
  public static func http(
    _ template: String, timeout: Double = 10, session: URLSession = .shared
  ) -> WeatherService? {
    @Sendable func url(of city: City) -> URL? { URL(string: template.replacing("{location}", with: city.id)) }
    guard template.contains("{location}"), let example = url(of: City.all[0]), example.host?.isEmpty == false,
      ["http", "https"].contains(example.scheme?.lowercased())
    else { return nil }
    return WeatherService { city throws(WeatherError) in
      guard let url = url(of: city) else { throw .unreachable }
      // A cached observation may be out of date.
      let request = URLRequest(url: url, cachePolicy: .reloadIgnoringLocalCacheData, timeoutInterval: timeout)
      return try Download(request, session: session).finish(within: timeout)
    }
  }
}

/// A request that blocks its thread until the answer is there. Side effects may block.
private final class Download: Sendable {
  private let answer = Mutex<Result<Data, WeatherError>>(.failure(.unreachable))
  private let end = DispatchSemaphore(value: 0)
  private let task = Mutex<URLSessionDataTask?>(nil)

  init(_ request: URLRequest, session: URLSession) {
    let task = session.dataTask(with: request) { data, response, error in
      self.answer.withLock { $0 = Self.result(data, response as? HTTPURLResponse, error as? URLError) }
      self.end.signal()
    }
    self.task.withLock { $0 = task }
    task.resume()
  }

  private static func result(
    _ data: Data?, _ response: HTTPURLResponse?, _ error: URLError?
  ) -> Result<Data, WeatherError> {
    if error?.code == .timedOut { return .failure(.timedOut) }
    guard let response, let data else { return .failure(.unreachable) }
    return response.statusCode == 200 ? .success(data) : .failure(.status(response.statusCode))
  }

  /// Waits for the answer. The session's own timeout restarts with each byte, this one does not.
  func finish(within seconds: Double) throws(WeatherError) -> Data {
    guard end.wait(timeout: .now() + seconds) == .success else {
      task.withLock { $0?.cancel() }
      throw .timedOut
    }
    return try answer.withLock(\.self).get()
  }
}
