import ChatDemo
import UIKit

@main
final class AppDelegate: ChatAppDelegate {}
