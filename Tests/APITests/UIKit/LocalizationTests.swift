import Foundation
import Testing
import UIKit

// Many files of apps have both imports: no name may be ambiguous.

@Suite struct LocalizationTests {
  @Test func textsOfTheTargetAreFound() {
    #expect(NSLocalizedString("greeting", comment: "A greeting") == "Good morning")
    #expect(NSLocalizedString("greeting", value: "Hi", comment: "A greeting") == "Good morning")
    #expect(NSLocalizedString("greeting", tableName: "Localizable", comment: "") == "Good morning")
    #expect(NSLocalizedString("greeting", tableName: nil, comment: "") == "Good morning")
    #expect(NSLocalizedString("greeting", tableName: nil, value: "Hi", comment: "") == "Good morning")
    #expect(String(localized: "greeting") == "Good morning")
    #expect(String(localized: "greeting", comment: "A greeting") == "Good morning")
    #expect(["greeting", "gone"].map { NSLocalizedString($0, comment: "") } == ["Good morning", "gone"])
  }

  @Test func textsOfABundleAreFound() throws {
    for bundle in [Bundle.module, Bundle.main, try #require(Bundle(path: Bundle.main.bundlePath))] {
      #expect(NSLocalizedString("greeting", bundle: bundle, comment: "") == "Good morning")
      #expect(NSLocalizedString("greeting", bundle: bundle, value: "Hi", comment: "") == "Good morning")
      #expect(NSLocalizedString("greeting", tableName: "Localizable", bundle: bundle, comment: "") == "Good morning")
      #expect(
        NSLocalizedString("greeting", tableName: "Localizable", bundle: bundle, value: "", comment: "")
          == "Good morning")
      #expect(bundle.localizedString(forKey: "greeting", value: nil, table: "Localizable") == "Good morning")
      #expect(String(localized: "greeting", bundle: bundle) == "Good morning")
    }
    // Foundation's function, which searches the bundle itself.
    #expect(
      NSLocalizedString("greeting", tableName: nil, bundle: Bundle.module, value: "", comment: "") == "Good morning")
    #expect(Bundle.module.localizedString(forKey: "greeting", value: nil, table: nil) == "Good morning")
  }

  @Test func aMissingTextIsItsKeyOrTheDefaultValue() {
    #expect(NSLocalizedString("gone", comment: "") == "gone")
    #expect(NSLocalizedString("gone", value: "Hi", comment: "") == "Hi")
    #expect(String(localized: "gone.key", defaultValue: "It is gone") == "It is gone")
  }

  @Test func pluralFormsDependOnTheCount() {
    let format = NSLocalizedString("%d apples", comment: "")
    #expect(String.localizedStringWithFormat(format, 1) == "an apple")
    #expect(String.localizedStringWithFormat(NSLocalizedString("%d apples", comment: ""), 3) == "3 apples")
    #expect(String(format: format, 1) == "an apple")
    let count: Int32 = 1
    #expect(String(localized: "\(count) apples", table: nil, bundle: nil, comment: "How many") == "an apple")
  }

  @Test func formatsWithoutCountsWorkAsInFoundation() {
    #expect(String(format: "%d of %d", 1, 2) == "1 of 2")
    #expect(String(format: "%.1f%%", 12.34) == "12.3%")
    #expect(String(format: "%@ %@ %@ %@ %@ %@", "a", "b", "c", "d", "e", "f") == "a b c d e f")
    #expect(String(format: "%02d:%02d", arguments: [7, 5]) == "07:05")
    #expect(String(format: "%.2f", locale: Locale(identifier: "it"), 1.5) == "1,50")
    #expect(String(format: "x") == "x")
    #expect(String.localizedStringWithFormat("%@ %d", "a", 1) == "a 1")
    #expect([1, 2].map { String(format: "%03d", $0) } == ["001", "002"])
    let float: CGFloat = 0.5
    #expect(String(format: "%.2f", float) == "0.50")
  }

  @Test func keysAreMadeOfInterpolations() {
    let (done, total, name) = (3, 4, "Ann")
    #expect(String(localized: "\(done) of \(total) by \(name)") == "3 of 4 by Ann")
    #expect(String(localized: "\(0.5, format: .percent) done", locale: Locale(identifier: "en_US")) == "50% done")
    let value: String.LocalizationValue = "\(done) left"
    #expect(String(localized: value, table: "Localizable", bundle: .module, locale: .current) == "3 left")
  }

  @Test func anAppHasTheUsersLocaleAndCanOverrideTheLanguage() {
    #expect(UIApplication.shared.locale.identifier == "en")
    #expect(UIApplication.shared.preferredLanguage == nil)
  }
}
