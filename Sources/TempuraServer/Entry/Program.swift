internal import Dispatch
internal import Foundation
internal import Glibc
internal import HTML
internal import HTTPServer
internal import Sessions
internal import Synchronization
internal import TempuraUI

/// The server's program, from its flags to its end.
struct Program {
  let app: any UIApplicationDelegate.Type

  private var log = Log()
  private let name = URL(fileURLWithPath: CommandLine.arguments.first ?? "server").lastPathComponent

  init(app: any UIApplicationDelegate.Type) { self.app = app }

  func run() -> Never {
    let arguments = Array(CommandLine.arguments.dropFirst())
    let environment = ProcessInfo.processInfo.environment
    if arguments.first == "sessions" {
      end(SessionsCommand.run(arguments.dropFirst(), program: name, environment: environment))
    }
    do throws(CommandLineError) {
      let configuration = (app as? any ServerConfigurable.Type)?.serverConfiguration ?? ServerConfiguration()
      let options = try CommandLineOptions(
        arguments: arguments, environment: environment, appFlags: configuration.flags)
      switch options.command {
      case .help:
        print(CommandLineOptions.help(program: name, appFlags: configuration.flags))
        exit(0)
      case .healthCheck: exit(HealthCheck.run(options.address, isSecure: options.certificate != nil) ? 0 : 1)
      case .serve: logging(as: options, configuration).serveOrStop(options, configuration, environment)
      }
    } catch {
      stop(error.description, status: 2)
    }
  }

  private func logging(as options: CommandLineOptions, _ configuration: ServerConfiguration) -> Program {
    var program = self
    program.log = options.log(configuration)
    return program
  }

  private func serveOrStop(
    _ options: CommandLineOptions, _ configuration: ServerConfiguration, _ environment: [String: String]
  ) -> Never {
    do { try serve(options, configuration, environment) } catch { stop("\(error)", status: 1) }
  }

  private func stop(_ message: String, status: Int32) -> Never {
    log.report("\(name): \(message)")
    end(status)
  }

  /// Ends the process after all output is written, or cannot be written.
  private func end(_ status: Int32) -> Never {
    log.flush()
    // The app's output. `exit` writes it as well, but may wait forever.
    let isWritten = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      fflush(nil)
      isWritten.signal()
    }
    if isWritten.wait(timeout: .now() + 1) == .timedOut { _exit(status) }
    exit(status)
  }

  /// Ends the process if code of the app keeps the server from stopping.
  private func end(ifRunningAfter time: Duration) {
    Thread.detachNewThread { [self] in
      Thread.sleep(forTimeInterval: time / .seconds(1))
      log.report(
        "\(name): a request still runs after \(time). The process ends now. All changes that were answered are stored.")
      log.flush()
      _exit(1)
    }
  }

  /// Takes up changed files, or says why not.
  private func reload(_ server: AppServer) {
    do {
      try server.reload()
      log.report("\(name): templates, public files and certificate were read anew.")
    } catch {
      log.report("\(name): the changed files are not used, and the old ones stay in use. \(error)")
    }
  }

  private func serve(
    _ options: CommandLineOptions, _ configuration: ServerConfiguration, _ environment: [String: String]
  ) throws -> Never {
    let signals = Signals()
    Misuse.write { [log] in log.report($0) }
    // Safe because after the start only the thread that waits for signals uses it.
    nonisolated(unsafe) let server = try AppServer(
      app: app, configuration: configuration, options: options, defaultName: name, environment: environment)
    // For code that runs outside any session, such as a closure on a queue of the app.
    UIApplication.shared.images = server.runtime.site.images
    let address = try server.listen()
    try server.start()
    let output = LineWriter(descriptor: STDOUT_FILENO, format: options.logFormat)
    let url = address.url(isSecure: options.certificate != nil)
    var news = ["\(name) serves \(url) with sessions in \(server.place)"]
    if let address = server.redirectAddress { news.append("\(name) redirects \(address) to HTTPS") }
    if let admin = server.adminAddress { news.append("\(name) serves metrics at \(admin)") }
    for line in news.map(Log.line) {
      output.add(options.logFormat == .json ? Log.object(of: ServerLogEntry(.info, line)) : line)
    }
    output.flush()
    // The main thread runs the main queue, which apps may use as on a phone.
    let lameDuck = options.lameDuck
    Thread.detachNewThread { [self] in
      // Not for SIGINT: after Control-C a person waits, and there is no load balancer to inform.
      if signals.wait(reload: { reload(server) }) == SIGTERM, lameDuck > 0 {
        log.report(
          "\(name): stopping in \(lameDuck) s. Until then it serves requests, and answers 503 at /health and /ready.",
          .info)
        server.leave()
        Thread.sleep(forTimeInterval: Double(lameDuck))
      }
      log.report("\(name): stopping after the current requests.", .info)
      end(ifRunningAfter: server.longestStop)
      server.stop()
      end(0)
    }
    let forever = Timer(timeInterval: .greatestFiniteMagnitude, repeats: true) { _ in }
    RunLoop.main.add(forever, forMode: .default)  // Without a source the run loop returns at once.
    while true { _ = RunLoop.main.run(mode: .default, before: .distantFuture) }
  }
}
