public import Foundation

/// Why a search has no result.
public struct MKError: LocalizedError, Sendable {
  public enum Code: UInt, Sendable {
    case unknown = 1
    case serverFailure, loadingThrottled, placemarkNotFound, directionsNotFound
  }
  public let code: Code
  public init(_ code: Code) { self.code = code }

  public var errorDescription: String? {
    "The server has no directory of places: call a web service for it in a side effect."
  }
}

/// Finds places by words. The server has no directory of places: each handler gets an `MKError` with the code
/// `serverFailure` at once. Call a web service in a side effect instead.
open class MKLocalSearch: NSObject {
  open class Request: NSObject {
    override public init() { super.init() }
    public init(naturalLanguageQuery: String) { self.naturalLanguageQuery = naturalLanguageQuery }
    public init(naturalLanguageQuery: String, region: MKCoordinateRegion) {
      self.naturalLanguageQuery = naturalLanguageQuery
      self.region = region
    }

    open var naturalLanguageQuery: String?
    open var region = MKCoordinateRegion.world
  }

  open class Response: NSObject {
    public final var mapItems: [MKMapItem] { [] }
    public final var boundingRegion: MKCoordinateRegion { .world }
  }

  public typealias CompletionHandler = (Response?, (any Error)?) -> Void

  public init(request: Request) {}

  public final var isSearching: Bool { false }
  open func start(completionHandler: @escaping CompletionHandler) { completionHandler(nil, MKError(.serverFailure)) }
  open func start() async throws -> Response { throw MKError(.serverFailure) }
  open func cancel() {}
}
