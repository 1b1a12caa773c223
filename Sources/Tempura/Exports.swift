// As on a phone, where the framework's umbrella header brings UIKit: a file of an app may import Tempura alone.

@_exported public import Foundation
@_exported public import TempuraUI
