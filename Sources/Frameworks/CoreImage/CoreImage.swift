// The names that `import CoreImage` provides on a phone: filters, and Core Graphics.

@_exported public import Foundation
@_exported public import TempuraUI
