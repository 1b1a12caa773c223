// The names that `import QuartzCore` provides on a phone: layers, animations and Core Graphics.

@_exported public import Foundation
@_exported public import TempuraUI
