public import Foundation
public import TempuraUI

/// Asks for a review in the App Store. Does nothing on a page, which is in no store.
open class SKStoreReviewController: NSObject {
  open class func requestReview() {}
  open class func requestReview(in windowScene: UIWindowScene) {}
}
