import Basics
import Foundation
import Hydra
import Testing

@testable import TempuraLocalization
@testable import TempuraUI

/// Texts by their keys, in folders of languages made for each test.
@Suite(.app) struct LocalizationTests {
  private let bundle: Bundle
  private let folder: URL

  init() throws {
    folder = FileManager.default.temporaryDirectory.appendingPathComponent("strings-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    bundle = try #require(Bundle(path: folder.path))
    UIApplication.shared.environment.languages = ["en", "it", "ar", "en-XA"].map(Language.init)
    try write(
      "en.lproj/Localizable.strings",
      #""greeting" = "Hello"; "only.english" = "English only"; "price" = "%@ costs 50%%";"#)
    try write(
      "it.lproj/Localizable.strings",
      #""greeting" = "Ciao"; "%@ has %@" = "%2$@ è di %1$@"; "broken %lld" = "%@ %@ %lld";"#)
    try write("it.lproj/Errors.strings", #""greeting" = "Errore";"#)
    try write("ar.lproj/Localizable.strings", #""greeting" = "مرحبا";"#)
    try write(
      "en.lproj/Localizable.stringsdict",
      stringsdict("%lld items", "%#@items@", ["items": ["one": "%lld item", "other": "%lld items", "zero": "nothing"]]))
    try write(
      "it.lproj/Localizable.stringsdict",
      stringsdict(
        "%lld files in %lld folders", "%1$#@files@ in %2$#@folders@ (%1$lld/%2$lld)",
        [
          "files": ["one": "un file", "other": "%lld file"],
          "folders": ["one": "una cartella", "other": "%lld cartelle"],
        ]))
  }

  private func write(_ path: String, _ text: String) throws {
    let file = folder.appendingPathComponent(path)
    try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: file)
  }

  private func stringsdict(_ key: String, _ format: String, _ variables: [String: [String: String]]) throws -> String {
    var entry: [String: Any] = ["NSStringLocalizedFormatKey": format]
    for (name, forms) in variables {
      entry[name] = forms.merging(
        ["NSStringFormatSpecTypeKey": "NSStringPluralRuleType", "NSStringFormatValueTypeKey": "lld"]) { $1 }
    }
    return String(
      decoding: try PropertyListSerialization.data(fromPropertyList: [key: entry], format: .xml, options: 0),
      as: UTF8.self)
  }

  private func text(_ key: String, in language: String? = nil) -> String {
    UIApplication.shared.language = language
    return NSLocalizedString(key, bundle: bundle, comment: "")
  }

  @Test func aTextIsInTheLanguageOfTheApp() {
    #expect(text("greeting") == "Hello")
    #expect(text("greeting", in: "it") == "Ciao")
    #expect(text("greeting", in: "ar") == "مرحبا")
    #expect(text("greeting", in: "it-CH") == "Ciao")
  }

  @Test func aTextThatALanguageLacksIsInTheFirstOneAndElseTheValueOrTheKey() {
    #expect(text("only.english", in: "it") == "English only")
    #expect(text("nowhere", in: "it") == "nowhere")
    #expect(NSLocalizedString("nowhere", bundle: bundle, value: "a value", comment: "") == "a value")
    #expect(NSLocalizedString("greeting", bundle: bundle, value: "a value", comment: "") == "Ciao")
  }

  @Test func aTableOfItsOwnIsAnotherFile() {
    UIApplication.shared.language = "it"
    #expect(NSLocalizedString("greeting", tableName: "Errors", bundle: bundle, comment: "") == "Errore")
    #expect(NSLocalizedString("greeting", tableName: "Errors", bundle: bundle, value: "", comment: "") == "Errore")
    #expect(bundle.localizedString(forKey: "greeting", value: nil, table: "Errors") == "Errore")
    #expect(String(localized: "greeting", table: "Errors", bundle: bundle) == "Errore")
    #expect(NSLocalizedString("greeting", tableName: "../it.lproj/Errors", bundle: bundle, comment: "") == "greeting")
  }

  @Test func aMissingTableIsReported() {
    #expect(NSLocalizedString("greeting", tableName: "Gone", bundle: bundle, comment: "") == "greeting")
    #expect(Misuse.messages.contains { $0.hasPrefix("There is no Gone.strings in any language") })
    UIApplication.shared.language = "ar"
    #expect(NSLocalizedString("greeting", tableName: "Errors", bundle: bundle, comment: "") == "greeting")
    #expect(
      Misuse.messages.contains { $0.hasPrefix("ServerConfiguration.languages has ar, and there is no Errors.strings") })
  }

  @Test func aBrokenFileIsReportedWithItsLineAndTheFirstLanguageIsShown() throws {
    try write("it.lproj/Localizable.strings", "\"greeting\" = \"Ciao\";\n\"x\" \"y\";")
    #expect(text("greeting", in: "it") == "Hello")
    #expect(
      Misuse.messages.contains { $0.contains("\(folder.path)/it.lproj/Localizable.strings:2: there should be a semi") })
  }

  @Test func aBrokenEntryIsReportedAndTheOthersAreThere() throws {
    try write(
      "ar.lproj/Localizable.stringsdict", stringsdict("%lld items", "%#@items@ %#@gone@", ["items": ["other": "x"]]))
    #expect(text("greeting", in: "ar") == "مرحبا")
    #expect(Misuse.messages.contains { $0.hasSuffix("\"%lld items\" names a variable gone that it does not have.") })
  }

  @Test func aFormHasToHaveAnOther() throws {
    try write("ar.lproj/Localizable.stringsdict", stringsdict("k", "%#@items@", ["items": ["one": "x"]]))
    _ = text("k", in: "ar")
    #expect(Misuse.messages.contains { $0.contains("the variable items of \"k\" has no form for \"other\"") })
  }

  // MARK: - Formats

  @Test func countsHaveTheirForms() {
    UIApplication.shared.language = "en"
    func items(_ count: Int) -> String { String(localized: "\(count) items", bundle: bundle) }
    #expect([0, 1, 2, 1234].map(items) == ["nothing", "1 item", "2 items", "1,234 items"])
    let format = NSLocalizedString("%lld items", bundle: bundle, comment: "")
    #expect(String.localizedStringWithFormat(format, 1) == "1 item")
    #expect(String(format: format, 2) == "2 items")
    #expect(String(format: format, locale: Locale(identifier: "de"), 1234) == "1.234 items")
  }

  @Test func aTextMayHaveSeveralCountsInAnyOrder() {
    UIApplication.shared.language = "it"
    let format = NSLocalizedString("%lld files in %lld folders", bundle: bundle, comment: "")
    #expect(String.localizedStringWithFormat(format, 1, 2) == "un file in 2 cartelle (1/2)")
    #expect(String(localized: "\(3) files in \(1) folders", bundle: bundle) == "3 file in una cartella (3/1)")
  }

  @Test func aFormatKeepsTheLanguageThatItWasFoundIn() {
    UIApplication.shared.language = "en"
    let format = NSLocalizedString("%lld items", bundle: bundle, comment: "")
    UIApplication.shared.language = "ar"
    #expect(String.localizedStringWithFormat(format, 1).hasSuffix(" item"))
  }

  @Test func valuesMayChangePlaces() {
    UIApplication.shared.language = "it"
    #expect(String(localized: "\("Ann") has \("a dog")", bundle: bundle) == "a dog è di Ann")
  }

  @Test func keysHaveTheirValuesKinds() {
    func key(_ value: String.LocalizationValue) -> String { value.key }
    #expect(key("\(1) \(UInt(1)) \(Int32(1)) \("x") \(1.5) \(Float(1)) 5%") == "%lld %llu %d %@ %lf %f 5%%")
    #expect(key("5% off") == "5% off")
    #expect(key("\(3, specifier: "%02lld")") == "%02lld")
    #expect(String(localized: "\(1.5) and \(7, specifier: "%03lld")", bundle: bundle) == "1.500000 and 007")
    #expect(String(localized: "price", defaultValue: "\("Tea")", bundle: bundle) == "Tea costs 50%")
  }

  /// A translator's mistake must not stop the server.
  @Test func valuesThatATextHasNoPlaceForAreReported() {
    UIApplication.shared.language = "it"
    #expect(String(localized: "broken \(5)", bundle: bundle) == "5 %@ %lld")
    #expect(Misuse.messages.contains { $0.hasPrefix("The %lld of a localised text has no value") })
    #expect(String.localizedStringWithFormat("%#@items:999999@", 1) == "%#@items:999999@")
    #expect(LocalizedFormat.string("%d", ["text"], locale: nil) == "%d")
  }

  /// Foundation would take the number for a pointer.
  @Test(arguments: [
    ("%@ left", "5 left"), ("%2$@ left", "%2$@ left"), ("%1$@ of %2$@", "5 of %2$@"), ("%s", "%s"), ("%1$p", "%1$p"),
    ("%lld of %@", "5 of %@"), ("%*d", "%*d"), ("%0$d", "%0$d"),
  ])
  func aWrongFormatIsReportedAndDoesNotStopTheServer(format: String, text: String) throws {
    try write("it.lproj/Localizable.strings", "\"%lld left\" = \"\(format)\";")
    let translation = self.text("%lld left", in: "it")
    #expect(String.localizedStringWithFormat(translation, 5) == text)
    #expect(String(format: translation, 5) == text)
    #expect(String(format: translation, locale: Locale(identifier: "it"), 5) == text)
    if text.contains("%") { #expect(Misuse.messages.contains { $0.contains("of a localised text has no value") }) }
  }

  @Test func formatsAreThoseOfC() {
    #expect(String(format: "%x %hhx %X %llx", -1, -1, Int8(-1), -1) == "ffffffff ff FFFFFFFF ffffffffffffffff")
    #expect(
      String(format: "%u %lu %llu", UInt.max, UInt.max, 1 << 40) == "4294967295 18446744073709551615 1099511627776")
    #expect(String(format: "%c%C|%3c|", 65, 0x20ac, 66) == "A€|  B|")
    #expect(String(format: "%*d|%-*d|%.*f|", 5, 3, 4, 2, 1, 0.25) == "    3|2   |0.2|")
    #expect(String(format: "%+05d|%5.1f|%-4lld|%#x|% d", 7, 1.25, 8, 255, 3) == "+0007|  1.2|8   |0xff| 3")
    #expect(String(format: "100%% of %2$@ %1$@ %", "a", "b") == "100% of b a %")
  }

  @Test func numbersAreWrittenAsTheirReadersDo() {
    UIApplication.shared.language = "it"
    #expect(String.localizedStringWithFormat("%.2f", 1234.5) == "1234,50")
    #expect(UIApplication.shared.locale.identifier == "it")
  }

  @Test func theRegionIsTheBrowsersInTheLanguageThatItNamesTheRegionFor() {
    let app = UIApplication.shared
    app.setLanguage("en", region: "GB")
    #expect(app.locale.identifier(.bcp47) == "en-GB" && app.environment.currentLanguage.tag == "en")
    #expect(
      String(localized: "\(Date(timeIntervalSince1970: 0), format: .dateTime.day().month().year())") == "1 Jan 1970")
    app.preferredLanguage = "it"
    #expect(app.locale.identifier(.bcp47) == "it")
    app.preferredLanguage = "en"
    #expect(app.locale.identifier(.bcp47) == "en-GB")
    app.setLanguage("en", region: "US")
    #expect(
      String(localized: "\(Date(timeIntervalSince1970: 0), format: .dateTime.day().month().year())") == "Jan 1, 1970")
  }

  // MARK: - Several at once

  @Test func appsInSeveralLanguagesDoNotMix() async {
    let languages = ["en", "it", "ar"]
    let words = ["en": "Hello", "it": "Ciao", "ar": "مرحبا"]
    await withTaskGroup(of: Void.self) { group in
      for index in 0..<24 {
        let language = languages[index % 3]
        group.addTask {
          let app = TestApp()
          Main.run(as: app) {
            UIApplication.shared.environment.languages = languages.map(Language.init)
            UIApplication.shared.language = language
            for _ in 0..<200 { #expect(NSLocalizedString("greeting", bundle: bundle, comment: "") == words[language]) }
          }
        }
      }
    }
  }

  // MARK: - The language of an app

  @Test func whatTheUserChoseGoesBeforeWhatTheBrowserAsksFor() {
    let app = UIApplication.shared
    app.language = "ar"
    app.preferredLanguage = "it-IT"
    #expect(app.environment.currentLanguage.tag == "it")
    #expect(app.userInterfaceLayoutDirection == .leftToRight)
    app.preferredLanguage = "tlh"
    #expect(app.environment.currentLanguage.tag == "ar")
    app.preferredLanguage = nil
    #expect(app.userInterfaceLayoutDirection == .rightToLeft)
    app.language = nil
    #expect(app.environment.currentLanguage.tag == "en" && app.userInterfaceLayoutDirection == .leftToRight)
  }

  /// A view that writes a text of its own, which no property of it changes.
  private final class Greeting: UIView {
    override func renderContent(into html: HTMLRenderer) { html.write(text: localized(.screenClose)) }
  }

  @Test func markupIsWrittenAgainWhenTheLanguageChanges() {
    let controller = UIViewController()
    let picture = Greeting()
    controller.view.addSubview(picture)
    let page = Page(showing: controller)
    #expect(page.html.contains("Close"))
    UIApplication.shared.language = "it"
    #expect(page.html.contains("Chiudi"))
    UIApplication.shared.language = nil
    #expect(page.html.contains("Close"))
  }

  // MARK: - Accents

  @Test func everyTextIsAccentedAndLonger() {
    #expect(text("greeting", in: "en-XA") == "[Ĥéļļöö~]")
    #expect(text("nowhere to be found", in: "en-XA").hasPrefix("[ñöŵĥééŕéé ţöö"))
    for text in ["What are you going to do today?", "OK", "Hmm", "Delete this item"] {
      let accented = Accents.whole(text)
      #expect(Double(accented.count - 2) >= Double(text.count) * 1.4, "\(accented)")
      #expect(accented.hasPrefix("[") && accented.hasSuffix("]"))
    }
  }

  @Test func whatStandsForValuesIsNotAccented() {
    UIApplication.shared.language = "en-XA"
    #expect(Accents.whole("%1$@ of %lld: 5%%").contains("%1$@"))
    let text = String(localized: "\(2) items", bundle: bundle)
    #expect(text.hasPrefix("[2 îţéé") && text.hasSuffix("]") && !text.dropFirst().contains("["))
    #expect(String(localized: "price", defaultValue: "\("Tea")", bundle: bundle).contains("50%"))
  }

  // MARK: - Texts of ours

  @Test func ourOwnTextsAreInTheLanguageAndTheAppMayChangeThem() {
    UIApplication.shared.language = "it"
    #expect(localized(.barBackTo("X")) == "Torna a X")
    UIApplication.shared.language = "ar"
    #expect(UIReturnKeyType.done.title == "تم")
    UIApplication.shared.language = "en-XA"
    #expect(localized(.screenClose).hasPrefix("[Çļ"))
    UIApplication.shared.language = "fr"
    #expect(localized(.screenClose) == "Close")
    UIApplication.shared.language = "de"  // in a Tempura.strings of these tests
    #expect(
      localized(.screenClose) == "Schließen" && localized(.barBackTo("X")) == "Zurück zu X"
        && localized(.buttonEdit) == "Edit")
    #expect(localized(.gestureTaps(1)) == "Einmal tippen" && localized(.gestureTaps(4)) == "4-mal tippen")
  }

  @Test func nothingThatPagesSayByThemselvesStaysEnglish() {
    UIApplication.shared.language = "en-XA"
    let table = TableApp(["1"])
    table.isEditable = true
    table.table.reloadData()
    let card = UIView()
    card.accessibilityLabel = "2"
    card.addGestureRecognizer(UILongPressGestureRecognizer(target: nil, action: { _ in }))
    let bar = UISearchBar()
    (bar.showsBookmarkButton, bar.showsSearchResultsButton, bar.showsCancelButton) = (true, true, true)
    let screen = UIViewController()
    for view in [table.table, card, bar] { screen.view.addSubview(view) }
    let page = Page(showing: screen)
    var html = page.html
    UIApplication.shared.environment.uploadLimit = 1 << 20
    screen.present(UIDocumentPickerViewController(forOpeningContentTypes: [.png], asCopy: true), animated: true)
    html += page.html
    UIApplication.shared.environment.uploadLimit = 0
    html += Page(showing: UIDocumentPickerViewController(forOpeningContentTypes: [.png], asCopy: true)).html
    for text in ["Actions", "Results", "Cancel", "No files can be taken here at the moment."] {
      #expect(html.contains(Accents.whole(text)), "\(text)")
    }
    // Accented words have no two plain letters beside one another.
    for match in html.matches(of: />([^<]*[A-Za-z]{3}[^<]*)</) { Issue.record("\(match.1) is plain") }
  }
}
