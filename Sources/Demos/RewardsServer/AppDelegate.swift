import RewardsDemo
import UIKit

@main
final class AppDelegate: RewardsAppDelegate {}
