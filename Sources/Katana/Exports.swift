// As on a phone, where the framework's umbrella header brings Foundation: a file of an app may import Katana alone.

@_exported public import Foundation
