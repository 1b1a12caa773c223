public import TempuraUI

extension UIApplicationDelegate {
  /// Serves the app: `@main` on an app delegate starts here.
  ///
  /// Flags and the environment say where and how; `--help` prints them. Ends with SIGTERM or SIGINT, after the requests
  /// that are being answered.
  public static func main() {
    Program(app: self).run()
  }
}
