internal import Foundation
internal import Glibc
internal import HTML
internal import HTTPServer
internal import Sessions
internal import Synchronization
internal import TempuraUI

/// The server as a program: from its flags to its end.
struct Program {
  let app: any UIApplicationDelegate.Type

  private let log = Log()
  private let name = URL(fileURLWithPath: CommandLine.arguments.first ?? "server").lastPathComponent

  init(app: any UIApplicationDelegate.Type) { self.app = app }

  func run() -> Never {
    do {
      let options = try CommandLineOptions(
        arguments: Array(CommandLine.arguments.dropFirst()), environment: ProcessInfo.processInfo.environment)
      switch options.command {
      case .help:
        print(CommandLineOptions.help(program: name))
        exit(0)
      case .healthCheck: exit(HealthCheck.run(port: options.port) ? 0 : 1)
      case .serve: try serve(options)
      }
      exit(0)
    } catch let error as CommandLineError {
      stop(error.description, status: 2)
    } catch {
      stop("\(error)", status: 1)
    }
  }

  private func stop(_ message: String, status: Int32) -> Never {
    log.report("\(name): \(message)")
    exit(status)
  }

  private func serve(_ options: CommandLineOptions) throws {
    Signals.block()
    let configuration = (app as? any ServerConfigurable.Type)?.serverConfiguration ?? ServerConfiguration()
    let server = try AppServer(app: app, configuration: configuration, options: options, defaultName: name)
    let port = try server.start()
    FileHandle.standardOutput.write(Data("\(name) serves http://\(options.host):\(port)\n".utf8))
    _ = Signals.wait()
    log.report("\(name): stopping; requests that are being answered are finished first.")
    server.stop()
  }
}
