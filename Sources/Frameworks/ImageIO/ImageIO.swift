// The names that `import ImageIO` provides on a phone: files of pictures.

@_exported public import Foundation
@_exported public import TempuraUI
