// As in Katana, whose umbrella header imports Foundation: a file of an app may import Katana only.

@_exported public import Foundation
