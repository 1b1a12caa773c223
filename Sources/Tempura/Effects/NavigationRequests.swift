#if DEBUG
  /// What a mocked navigation was asked for, in order.
  public class NavigationRequests: Equatable, ExpressibleByArrayLiteral, CustomDebugStringConvertible {
    public internal(set) var requests: [NavigationRequest]

    public init(_ initialValue: [NavigationRequest] = []) { requests = initialValue }

    public required init(arrayLiteral elements: NavigationRequest...) { requests = elements }

    public static func == (lhs: NavigationRequests, rhs: NavigationRequests) -> Bool { lhs.requests == rhs.requests }

    public var debugDescription: String { requests.debugDescription }

    func append(_ request: NavigationRequest) { requests.append(request) }

    func append(contentsOf new: [NavigationRequest]) { requests.append(contentsOf: new) }
  }
#endif
