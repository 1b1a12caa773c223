import Foundation
import FoundationNetworking
import Synchronization

extension WeatherService {
  /// The weather that a server tells: the JSON of Weather Underground's API.
  ///
  /// - Parameters:
  ///   - template: The URL of an observation, by http or https. `{location}` in it stands for the id of the place, such as
  ///     `san-francisco`.
  ///   - timeout: How long the whole answer may take, in seconds.
  ///   - session: What makes the requests.
  /// - Returns: nil if that is no such URL.
  public static func http(
    _ template: String, timeout: Double = 10, session: URLSession = .shared
  ) -> WeatherService? {
    @Sendable func url(of place: Place) -> URL? { URL(string: template.replacing("{location}", with: place.id)) }
    guard template.contains("{location}"), let example = url(of: Place.all[0]), example.host?.isEmpty == false,
      ["http", "https"].contains(example.scheme?.lowercased())
    else { return nil }
    return WeatherService { place throws(WeatherError) in
      guard let url = url(of: place) else { throw .unreachable }
      // Weather that was kept is old weather.
      let request = URLRequest(url: url, cachePolicy: .reloadIgnoringLocalCacheData, timeoutInterval: timeout)
      return try Download(request, session: session).finish(within: timeout)
    }
  }
}

/// A request whose answer is waited for, by a side effect, which may block.
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

  /// The session's own time-out begins anew with each byte: here a slow answer is not waited for, either.
  func finish(within seconds: Double) throws(WeatherError) -> Data {
    guard end.wait(timeout: .now() + seconds) == .success else {
      task.withLock { $0?.cancel() }
      throw .timedOut
    }
    return try answer.withLock(\.self).get()
  }
}
