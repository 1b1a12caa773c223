import FrameTodo
import UIKit

@main
final class AppDelegate: FrameTodoAppDelegate {}
