internal import Basics
internal import Foundation
internal import HTTPServer
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
    PictureJobs.make("\(key)/\(width)/\(takesWebP)") { () throws(PictureError) in
      try picture().file(width: width, takesWebP: takesWebP)
    } whenMade: { [self] result in
      switch result {
      case .success(let file):
        var own = headers
        own.append("Vary", "Accept")
        own.append("Content-Type", file.mediaType)
        respond(HTTPResponse(headers: own, body: .bytes([UInt8](file.content))))
      case .failure(.busy): refuse(.overloaded)
      case .failure(let error):
        runtime.log.report("The picture \(key) is not sent. \(error)", request: requestID)
        respond(noSuchFile(runtime))
      }
    }
  }
}

/// The pictures that are being made for browsers: each once, on threads that may wait.
private enum PictureJobs {
  typealias File = (content: Data, mediaType: String)
  typealias Completion = (Result<File, PictureError>) -> Void

  private struct Waiting: @unchecked Sendable {
    // Safe because each closure is called once, by the thread that has made the picture.
    var completions: [Completion]
  }

  private static let waiting = Locked<[String: Waiting]>([:])
  /// Files that cannot be decoded are not tried again and again.
  private static let failed = GenerationCache<String, PictureError>(capacity: 4096)
  private static let maxWaiting = 256

  static func make(
    _ key: String, _ make: @escaping () throws(PictureError) -> File, whenMade: @escaping Completion
  ) {
    if let error = failed[key] { return whenMade(.failure(error)) }
    let own = Waiting(completions: [whenMade])
    let count = waiting.withLock { waiting in
      guard waiting.count < maxWaiting || waiting[key] != nil else { return 0 }
      waiting[key, default: Waiting(completions: [])].completions += own.completions
      return waiting[key]!.completions.count
    }
    if count == 0 { return whenMade(.failure(.busy)) }
    guard count == 1 else { return }
    ThreadPool.shared.start {
      let result = Result(catching: make)
      if case .failure(let error) = result, case .unreadable = error { failed.insert(error, for: key, cost: 1) }
      for complete in waiting.withLock({ $0.removeValue(forKey: key) })?.completions ?? [] { complete(result) }
    }
  }
}
