internal import Foundation
internal import Locks

/// Tells an app's author about mistakes that a client can bring about, so that they must not stop the process.
package enum Misuse {
  private static let reported = Mutex<Set<String>>([])
  private static let mostMessages = 1000

  /// Writes a message to standard error the first time that it is reported.
  ///
  /// - Parameter message: It names types and identifiers of the app's, never what a client sent.
  package static func report(_ message: String) {
    let isNew = reported.withLock { $0.count < mostMessages && $0.insert(message).inserted }
    if isNew { FileHandle.standardError.write(Data("Tempura: \(message)\n".utf8)) }
  }
}
