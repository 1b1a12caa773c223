// What `import UIKit` brings on a phone, and the server's entry: so an app's files compile as they are.

@_exported public import Foundation
@_exported public import TempuraServer
@_exported public import TempuraUI
