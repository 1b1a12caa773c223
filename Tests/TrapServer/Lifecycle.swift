import Foundation
import UIKit

/// Writes what the server calls into the file `lifecycle`, if there is one, with the id of the process. With the path of a named pipe
/// in JOB_GATE it has a job, which ends when another process has opened the pipe.
extension AppDelegate: ServerLifecycle {
  static func serverWillStart() throws {
    note("will start")
    if access("fail", F_OK) == 0 { throw StartError() }
  }

  static func serverDidStop() { note("did stop") }

  static var jobs: [ServerJob] {
    guard let gate = ProcessInfo.processInfo.environment["JOB_GATE"] else { return [] }
    return [
      ServerJob("slow", every: 3600) {
        note("job begins")
        close(open(gate, O_RDONLY))
        note("job ends")
        throw StartError()
      }
    ]
  }

  private static func note(_ event: String) {
    let file = open("lifecycle", O_WRONLY | O_APPEND)
    guard file >= 0 else { return }
    let line = "\(event) \(getpid())\n"
    write(file, line, line.utf8.count)
    close(file)
  }
}

private struct StartError: Error, CustomStringConvertible {
  var description: String { "it cannot be done" }
}
