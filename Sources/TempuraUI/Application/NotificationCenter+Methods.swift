public import Foundation
internal import Synchronization

// Observers with methods instead of selectors, as for controls and gesture recognisers:
// `NotificationCenter.default.addObserver(self, selector: MyView.didChange, name: .didChange, object: nil)`.
extension NotificationCenter {
  /// Adds a method of an object that runs when a notification is posted. It replaces a selector, which only Objective-C has.
  ///
  /// The method runs for what the app of its own session posts, as closures of `addObserver(forName:object:queue:using:)` do.
  ///
  /// - Parameters:
  ///   - observer: The object. Not retained. The method no longer runs when the object is gone.
  ///   - selector: The method.
  ///   - name: The name of the notifications; nil for all.
  ///   - object: The sender of the notifications; nil for all.
  public func addObserver<Observer: AnyObject>(
    _ observer: Observer, selector: @escaping (Observer) -> (Notification) -> Void, name: NSNotification.Name?,
    object: Any?
  ) {
    let observation = MethodObservation(of: observer) { selector($0)($1) }
    observation.token = addOwnObserver(forName: name, object: object, queue: nil) { observation.run($0) }
    MethodObservation.add(observation, center: self, name: name, object: object)
  }

  /// Adds a method with the older type of notifications. The observer is not retained.
  public func addObserver<Observer: AnyObject>(
    _ observer: Observer, selector: @escaping (Observer) -> (NSNotification) -> Void, name: NSNotification.Name?,
    object: Any?
  ) {
    let method: (Observer) -> (Notification) -> Void = { observer in { selector(observer)($0 as NSNotification) } }
    addObserver(observer, selector: method, name: name, object: object)
  }

  /// Adds a method without a parameter. The observer is not retained.
  public func addObserver<Observer: AnyObject>(
    _ observer: Observer, selector: @escaping (Observer) -> () -> Void, name: NSNotification.Name?, object: Any?
  ) {
    let method: (Observer) -> (Notification) -> Void = { observer in { _ in selector(observer)() } }
    addObserver(observer, selector: method, name: name, object: object)
  }

  /// Removes an observer: all methods of an object, or a closure, by what `addObserver` returned.
  public func removeObserver<Observer: AnyObject>(_ observer: Observer) {
    MethodObservation.remove(observer) { $0.center === self }
    removeObserver(observer as Any)
  }

  /// Removes the methods of an object that were added for a notification, and a sender.
  ///
  /// - Parameters:
  ///   - name: The name; nil for all.
  ///   - object: The sender; nil for all.
  public func removeObserver<Observer: AnyObject>(_ observer: Observer, name: NSNotification.Name?, object: Any?) {
    MethodObservation.remove(observer) {
      $0.center === self && (name == nil || $0.name == name)
        && (object == nil || $0.object === object.map { $0 as AnyObject })
    }
    removeObserver(observer as Any, name: name, object: object)
  }
}

/// A method that runs for notifications while its object exists.
///
/// Safe because `observer` is read in the session that the object belongs to, and the rest does not change once it is added.
final class MethodObservation: @unchecked Sendable {
  private weak var observer: AnyObject?
  private let method: (Notification) -> Void
  var token: (any NSObjectProtocol)?
  private(set) weak var center: NotificationCenter?
  private(set) var name: NSNotification.Name?
  private(set) weak var object: AnyObject?

  init<Observer: AnyObject>(of observer: Observer, _ method: @escaping (Observer, Notification) -> Void) {
    self.observer = observer
    self.method = { [weak observer] notification in
      if let observer { method(observer, notification) }
    }
  }

  func run(_ notification: Notification) {
    method(notification)
  }

  private func end() {
    if let token { center?.removeObserver(token as Any) }
  }

  /// The observations of the process by the identity of their objects, and how many entries make it search for those whose
  /// objects are gone. Nothing tells when an object ends, and most notifications that apps observe are never posted here.
  private struct Observations {
    var all: [ObjectIdentifier: [MethodObservation]] = [:]
    var limit = 64
  }
  private static let observations = Mutex(Observations())

  static func add(
    _ observation: MethodObservation, center: NotificationCenter, name: NSNotification.Name?, object: Any?
  ) {
    guard let observer = observation.observer else { return }
    observation.center = center
    observation.name = name
    observation.object = object.map { $0 as AnyObject }
    let ended = observations.withLock { observations in
      let own = observations.all[ObjectIdentifier(observer)] ?? []
      var ended = own.filter { $0.observer == nil }
      observations.all[ObjectIdentifier(observer)] = own.filter { $0.observer != nil } + [observation]
      guard observations.all.count > observations.limit else { return ended }
      for (key, list) in observations.all where list.contains(where: { $0.observer == nil }) {
        ended += list.filter { $0.observer == nil }
        let rest = list.filter { $0.observer != nil }
        observations.all[key] = rest.isEmpty ? nil : rest
      }
      observations.limit = max(64, observations.all.count * 2)
      return ended
    }
    for each in ended { each.end() }
  }

  static func remove(_ observer: AnyObject, where isMeant: (MethodObservation) -> Bool) {
    let key = ObjectIdentifier(observer)
    let removed = observations.withLock { observations in
      let list = observations.all[key] ?? []
      let rest = list.filter { !isMeant($0) || $0.observer !== observer }
      observations.all[key] = rest.isEmpty ? nil : rest
      return list.filter { isMeant($0) && $0.observer === observer }
    }
    for each in removed { each.end() }
  }

  /// The objects that have methods, those that are gone and were not searched for included.
  static var count: Int { observations.withLock(\.all.count) }
}
