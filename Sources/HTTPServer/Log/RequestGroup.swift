/// The requests to one screen, or to one kind of path, which metrics count together.
///
/// The handler sets ``HTTPExchange/group``. So an observer need not find out again where a request went.
package protocol RequestGroup: AnyObject, Sendable {
  /// Called on the thread of the request's connection, which it must not block.
  func requestDidEnd(_ request: EndedRequest)
}
