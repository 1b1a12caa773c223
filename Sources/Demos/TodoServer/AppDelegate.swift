import Todo
import UIKit

@main
final class AppDelegate: TodoAppDelegate {}
