import UIKit
import Wire

@main
final class AppDelegate: WireDelegate {}
