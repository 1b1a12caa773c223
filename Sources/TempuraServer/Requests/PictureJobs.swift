internal import Basics
internal import Foundation
internal import HTTPServer
internal import Hydra
internal import Pictures
internal import TempuraUI

extension Exchange {
  /// The answer if there is no such file, or the user may not have it.
  func noSuchFile(_ runtime: Runtime) -> HTTPResponse { runtime.refusal(of: self, .notFound, .errorNoSuchPage) }

  /// Sends a file of a picture, when it is made. The session's turn does not wait for that.
  ///
  /// - Parameters:
  ///   - key: Tells the picture from others.
  ///   - width: In pixels.
  ///   - takesWebP: Whether it may be WebP; nil for what the browser says.
  ///   - headers: Those of the answer, besides the type.
  ///   - picture: Finds the picture, on a thread that may wait.
  func send(
    _ key: String, width: Int, _ headers: HTTPHeaders, _ runtime: Runtime, takesWebP: Bool? = nil,
    _ picture: @escaping () throws(PictureError) -> Picture
  ) {
    let takesWebP = takesWebP ?? (header("Accept")?.contains("image/webp") == true)
    PictureJobs.make("\(key)/\(Picture.step(width))/\(takesWebP)", for: client) { () throws(PictureError) in
      try picture().file(width: width, takesWebP: takesWebP)
    } whenMade: { [self] result in
      switch result {
      case .success(let file):
        var own = headers
        own.append("Vary", "Accept")
        own.append("Content-Type", file.mediaType)
        respond(HTTPResponse(headers: own, body: PictureContent(file.content).body))
      case .failure(.busy): refuse(.overloaded)
      case .failure(let error):
        runtime.log.report("The picture \(key) is not sent. \(error)", request: requestID)
        respond(noSuchFile(runtime))
      }
    }
  }
}

/// The bytes of a picture, which is not copied for each answer.
private final class PictureContent: Sendable {
  private let data: Data

  init(_ data: Data) { self.data = data }

  var body: ResponseBody {
    // The bytes of small data are in the value itself.
    guard data.count > 1024 else { return .bytes([UInt8](data)) }
    // Safe because the data does not change while this object lives.
    return data.withUnsafeBytes { .shared(self, $0) }
  }
}

/// The pictures that are being made for browsers: each once, on threads that may wait.
private enum PictureJobs {
  typealias File = (content: Data, mediaType: String)
  typealias Completion = (Result<File, PictureError>) -> Void

  private struct Waiting: @unchecked Sendable {
    let client: UInt64
    // Safe because each closure is called once, by the thread that has made the picture.
    var completions: [Completion]
  }

  private static let waiting = Locked<[String: Waiting]>([:])
  /// Together, and of one address.
  private static let (maxWaiting, maxOfClient) = (256, 64)

  /// - Parameter client: The number of the address that asks; 0 for this machine, which has no limit of its own.
  static func make(
    _ key: String, for client: UInt64, _ make: @escaping () throws(PictureError) -> File, whenMade: @escaping Completion
  ) {
    let own = Waiting(client: client, completions: [whenMade])
    let count = waiting.withLock { waiting in
      if waiting[key] == nil {
        let ofClient = client == 0 ? 0 : waiting.values.count { $0.client == client }
        guard waiting.count < maxWaiting, ofClient < maxOfClient else { return 0 }
      }
      waiting[key, default: Waiting(client: client, completions: [])].completions += own.completions
      return waiting[key]!.completions.count
    }
    if count == 0 { return whenMade(.failure(.busy)) }
    guard count == 1 else { return }
    ThreadPool.shared.start {
      let result = Origin(cause: Cause(trace: nil, client: client)).run { Result(catching: make) }
      for complete in waiting.withLock({ $0.removeValue(forKey: key) })?.completions ?? [] { complete(result) }
    }
  }
}
