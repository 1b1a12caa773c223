import MotionScreens
import UIKit

@main
final class AppDelegate: MotionDelegate {}
