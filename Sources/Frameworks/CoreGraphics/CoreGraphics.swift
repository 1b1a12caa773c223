// The names that `import CoreGraphics` provides on a phone: geometry, colours, paths and drawing.

@_exported public import Foundation
@_exported public import TempuraUI
