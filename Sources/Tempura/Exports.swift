// As in Tempura, whose umbrella header imports UIKit: a file of an app may import Tempura only.

@_exported public import Foundation
@_exported public import TempuraUI
