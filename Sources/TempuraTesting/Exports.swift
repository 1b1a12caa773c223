// A test that imports TempuraTesting has UIKit, as on a phone.

@_exported public import UIKit
