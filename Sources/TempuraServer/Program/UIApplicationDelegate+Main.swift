public import TempuraUI

extension UIApplicationDelegate {
  /// Serves the app. The program of an app delegate with `@main` begins here.
  ///
  /// Flags and environment variables configure the server. `--help` prints them. SIGTERM and SIGINT end the server after the
  /// current requests are answered. SIGHUP has it read changed files.
  public static func main() {
    Program(app: self).run()
  }
}
