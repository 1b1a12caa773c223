import CounterDemo
import UIKit

@main
final class AppDelegate: CounterAppDelegate {}
