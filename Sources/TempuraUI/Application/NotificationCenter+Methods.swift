public import Foundation
internal import Basics

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
    UIApplication.shared.methodObservations.add(observation, center: self, name: name, object: object)
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
    UIApplication.shared.methodObservations.remove(observer) { $0.center === self }
    removeObserver(observer as Any)
  }

  /// Removes the methods of an object that were added for a notification, and a sender.
  ///
  /// - Parameters:
  ///   - name: The name; nil for all.
  ///   - object: The sender; nil for all.
  public func removeObserver<Observer: AnyObject>(_ observer: Observer, name: NSNotification.Name?, object: Any?) {
    UIApplication.shared.methodObservations.remove(observer) {
      $0.center === self && (name == nil || $0.name == name)
        && (object == nil || $0.object === object.map { $0 as AnyObject })
    }
    removeObserver(observer as Any, name: name, object: object)
  }
}

/// A method that runs for notifications while its object exists.
///
/// Safe because nothing changes once it is added, and references to it are atomic.
final class MethodObservation: @unchecked Sendable {
  fileprivate weak var observer: AnyObject?
  private let method: (Notification) -> Void
  var token: (any NSObjectProtocol)?
  fileprivate weak var center: NotificationCenter?
  fileprivate var name: NSNotification.Name?
  fileprivate weak var object: AnyObject?

  init<Observer: AnyObject>(of observer: Observer, _ method: @escaping (Observer, Notification) -> Void) {
    self.observer = observer
    self.method = { [weak observer] notification in
      if let observer { method(observer, notification) }
    }
  }

  func run(_ notification: Notification) {
    method(notification)
  }

  fileprivate func end() {
    if let token { center?.removeObserver(token as Any) }
  }
}

/// The methods of an app that run for notifications, by the identity of their objects.
///
/// Each app has its own, so that an object of a session is not released by the code of another one.
final class MethodObservations: Sendable {
  private struct Content {
    var all: [ObjectIdentifier: [MethodObservation]] = [:]
    /// How many objects make it search for those that are gone. Nothing tells when an object ends, and most notifications
    /// that apps observe are never posted here.
    var limit = 64
  }
  private let content = Locked(Content())

  deinit {
    for each in content.withLock({ $0.all.values.flatMap(\.self) }) { each.end() }
  }

  func add(_ observation: MethodObservation, center: NotificationCenter, name: NSNotification.Name?, object: Any?) {
    guard let observer = observation.observer else { return }
    observation.center = center
    observation.name = name
    observation.object = object.map { $0 as AnyObject }
    let isFull = content.withLock { content in
      content.all[ObjectIdentifier(observer), default: []].append(observation)
      return content.all.count > content.limit
    }
    if isFull { removeGone() }
  }

  private func removeGone() {
    end(content.withLock(\.all).mapValues { list in list.filter { $0.observer == nil } })
    content.withLock { $0.limit = max(64, $0.all.count * 2) }
  }

  /// Removes methods of an object, and those of an object that is gone and was at the same address. An object that calls
  /// this while it ends is gone already.
  func remove(_ observer: AnyObject, where isMeant: (MethodObservation) -> Bool) {
    let key = ObjectIdentifier(observer)
    let list = content.withLock { $0.all[key] ?? [] }
    end([key: list.filter { isMeant($0) || $0.observer == nil }])
  }

  /// Ends methods. The lock is never held while a weak reference is read: that reference may turn out to be the last one of
  /// an object, which removes its methods when it ends.
  private func end(_ ended: [ObjectIdentifier: [MethodObservation]]) {
    content.withLock { content in
      for (key, list) in ended where !list.isEmpty {
        let kept = (content.all[key] ?? []).filter { each in !list.contains { $0 === each } }
        content.all[key] = kept.isEmpty ? nil : kept
      }
    }
    for each in ended.values.joined() { each.end() }
  }

  /// The number of objects that have methods, with those that are gone and were not searched for.
  var count: Int { content.withLock(\.all.count) }
}
