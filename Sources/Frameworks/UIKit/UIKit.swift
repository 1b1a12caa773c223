// The modules that `import UIKit` imports on a phone, and the server's entry. So the files of an app compile unchanged.

@_exported public import Foundation
@_exported public import Security
@_exported public import TempuraServer
@_exported public import TempuraUI
@_exported public import UserNotifications
