// A test that imports TempuraTesting also gets UIKit, as on iOS.

@_exported public import UIKit
