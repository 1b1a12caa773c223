import WeatherDemo
import UIKit

@main
final class AppDelegate: WeatherAppDelegate {}
