import Foundation
import UIKit

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

// On a server, closures that Foundation runs later have to keep the session of the code that started them. These declarations come
// before those of Foundation in all files of this target, also in files that import Foundation only. In tests, which see both by
// `@testable import`, those with `@_disfavoredOverload` come after Foundation's, and are not ambiguous.

extension URLSession {
  @_disfavoredOverload
  convenience init(
    configuration: URLSessionConfiguration, delegate: (any URLSessionDelegate)?, delegateQueue queue: OperationQueue?
  ) {
    self.FoundationNetworking::init(
      configuration: configuration, delegate: delegate, delegateQueue: UIApplication.followingQueue(queue))
  }

  @_disfavoredOverload
  func dataTask(
    with url: URL, completionHandler: @escaping @Sendable (Data?, URLResponse?, (any Error)?) -> Void
  ) -> URLSessionDataTask {
    dataTask(with: URLRequest(url: url), completionHandler: completionHandler)
  }

  @_disfavoredOverload
  func dataTask(
    with request: URLRequest, completionHandler: @escaping @Sendable (Data?, URLResponse?, (any Error)?) -> Void
  ) -> URLSessionDataTask {
    self.FoundationNetworking::dataTask(
      with: request, completionHandler: UIApplication.following(completionHandler, isAwaited: true))
  }

  @_disfavoredOverload
  func uploadTask(
    with request: URLRequest, from data: Data?,
    completionHandler: @escaping @Sendable (Data?, URLResponse?, (any Error)?) -> Void
  ) -> URLSessionUploadTask {
    self.FoundationNetworking::uploadTask(
      with: request, from: data, completionHandler: UIApplication.following(completionHandler, isAwaited: true))
  }

  @_disfavoredOverload
  func uploadTask(
    with request: URLRequest, fromFile file: URL,
    completionHandler: @escaping @Sendable (Data?, URLResponse?, (any Error)?) -> Void
  ) -> URLSessionUploadTask {
    self.FoundationNetworking::uploadTask(
      with: request, fromFile: file, completionHandler: UIApplication.following(completionHandler, isAwaited: true))
  }

  @_disfavoredOverload
  func downloadTask(
    with url: URL, completionHandler: @escaping @Sendable (URL?, URLResponse?, (any Error)?) -> Void
  ) -> URLSessionDownloadTask {
    downloadTask(with: URLRequest(url: url), completionHandler: completionHandler)
  }

  @_disfavoredOverload
  func downloadTask(
    with request: URLRequest, completionHandler: @escaping @Sendable (URL?, URLResponse?, (any Error)?) -> Void
  ) -> URLSessionDownloadTask {
    self.FoundationNetworking::downloadTask(
      with: request, completionHandler: UIApplication.following(completionHandler, isAwaited: true))
  }

  func data(from url: URL) async throws -> (Data, URLResponse) { try await data(for: URLRequest(url: url)) }

  func data(for request: URLRequest) async throws -> (Data, URLResponse) {
    try await UIApplication.awaited { try await self.FoundationNetworking::data(for: request) }
  }

  func upload(for request: URLRequest, from data: Data) async throws -> (Data, URLResponse) {
    try await UIApplication.awaited { try await self.FoundationNetworking::upload(for: request, from: data) }
  }
}

extension Timer {
  @_disfavoredOverload
  @discardableResult
  class func scheduledTimer(
    withTimeInterval interval: TimeInterval, repeats: Bool, block: @escaping @Sendable (Timer) -> Void
  ) -> Timer {
    let timer = Timer(timeInterval: interval, repeats: repeats, block: block)
    RunLoop.current.add(timer, forMode: .default)
    return timer
  }
}

extension RunLoop {
  @_disfavoredOverload
  func add(_ timer: Timer, forMode mode: RunLoop.Mode) {
    if !UIApplication.start(timer) { self.Foundation::add(timer, forMode: mode) }
  }
}

extension DispatchQueue {
  @_disfavoredOverload
  func async(execute item: DispatchWorkItem) {
    if !UIApplication.start(item, on: self) { self.Dispatch::async(execute: item) }
  }

  @_disfavoredOverload
  func asyncAfter(deadline: DispatchTime, execute item: DispatchWorkItem) {
    if !UIApplication.start(item, on: self, at: deadline) {
      self.Dispatch::asyncAfter(deadline: deadline, execute: item)
    }
  }
}

extension OperationQueue {
  @_disfavoredOverload
  func addOperation(_ block: @escaping @Sendable () -> Void) {
    if self === OperationQueue.main { return DispatchQueue.main.async(execute: block) }
    self.Foundation::addOperation(UIApplication.following(block))
  }
}

extension BlockOperation {
  @_disfavoredOverload
  convenience init(block: @escaping @Sendable () -> Void) {
    self.Foundation::init(block: UIApplication.following(block))
  }
}

extension Thread {
  @_disfavoredOverload
  class var isMainThread: Bool { UIApplication.isMainThread }

  @_disfavoredOverload
  class func detachNewThread(_ block: @escaping @Sendable () -> Void) {
    self.Foundation::detachNewThread(UIApplication.following(block))
  }

  @_disfavoredOverload
  convenience init(block: @escaping @Sendable () -> Void) {
    self.Foundation::init(block: UIApplication.following(block))
  }
}

/// The defaults of the session whose code runs. Those of the process, which all users share, are `UserDefaults.ofProcess`.
typealias UserDefaults = UIApplication.UserDefaults

extension Bundle {
  /// A program has none on Linux. Apps name the domain of their defaults by it.
  @_disfavoredOverload
  var bundleIdentifier: String? {
    self.Foundation::bundleIdentifier ?? (self === Bundle.main ? ProcessInfo.processInfo.processName : nil)
  }
}

// The folders of the session whose code runs. Outside of sessions they are those of the process.

extension FileManager {
  @_disfavoredOverload
  func urls(for directory: SearchPathDirectory, in mask: SearchPathDomainMask) -> [URL] {
    UIApplication.folder(for: directory).map { [$0] } ?? self.Foundation::urls(for: directory, in: mask)
  }

  @_disfavoredOverload
  func url(
    for directory: SearchPathDirectory, in mask: SearchPathDomainMask, appropriateFor url: URL?, create: Bool
  ) throws -> URL {
    try UIApplication.folder(for: directory)
      ?? self.Foundation::url(for: directory, in: mask, appropriateFor: url, create: create)
  }

  @_disfavoredOverload
  var temporaryDirectory: URL {
    UIApplication.folder(for: .itemReplacementDirectory) ?? self.Foundation::temporaryDirectory
  }

  @_disfavoredOverload
  var homeDirectoryForCurrentUser: URL {
    UIApplication.homeFolder ?? self.Foundation::homeDirectoryForCurrentUser
  }
}

extension URL {
  static var documentsDirectory: URL { FileManager.default.urls(for: .documentDirectory, in: .userDomainMask)[0] }
  static var libraryDirectory: URL { FileManager.default.urls(for: .libraryDirectory, in: .userDomainMask)[0] }
  static var cachesDirectory: URL { FileManager.default.urls(for: .cachesDirectory, in: .userDomainMask)[0] }
  static var applicationSupportDirectory: URL {
    FileManager.default.urls(for: .applicationSupportDirectory, in: .userDomainMask)[0]
  }
  @_disfavoredOverload
  static var temporaryDirectory: URL { FileManager.default.temporaryDirectory }
  static var homeDirectory: URL { FileManager.default.homeDirectoryForCurrentUser }
}

@_disfavoredOverload
func NSHomeDirectory() -> String { UIApplication.homeFolder?.path ?? Foundation::NSHomeDirectory() }

@_disfavoredOverload
func NSTemporaryDirectory() -> String {
  UIApplication.folder(for: .itemReplacementDirectory).map { $0.path + "/" } ?? Foundation::NSTemporaryDirectory()
}

@_disfavoredOverload
func NSSearchPathForDirectoriesInDomains(
  _ directory: FileManager.SearchPathDirectory, _ mask: FileManager.SearchPathDomainMask, _ expandTilde: Bool
) -> [String] {
  UIApplication.folder(for: directory).map { [$0.path] }
    ?? Foundation::NSSearchPathForDirectoriesInDomains(directory, mask, expandTilde)
}
