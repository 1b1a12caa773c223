import Foundation
import TempuraTesting
import Testing
import UIKit

/// docs/how-to/languages.md
struct LanguageTests {
  private func launch(_ language: String, in place: AppDriver.Place = .process) throws -> AppDriver {
    let app = try AppDriver(SuitcaseAppDelegate.self, in: place, language: language)
    try app.open("/")
    return app
  }

  @Test(arguments: [
    ("en", "Suitcase", "3 things to pack", "You leave on Friday, August 14.", "12.5 kg so far"),
    ("en-GB", "Suitcase", "3 things to pack", "You leave on Friday 14 August.", "12.5 kg so far"),
    ("it-IT", "Valigia", "3 cose da mettere", "Partenza: venerdì 14 agosto.", "12,5 kg finora"),
    ("ar-EG", "الحقيبة", "بقيت ٣ أغراض", "موعد السفر: الجمعة، ١٤ أغسطس.", "١٢٫٥ كغ حتى الآن"),
    ("fi", "Suitcase", "3 things to pack", "You leave on Friday, August 14.", "12.5 kg so far"),
  ])
  func textsAreInTheLanguageOfTheBrowser(tag: String, title: String, left: String, date: String, weight: String) throws
  {
    let app = try launch(tag)
    #expect(app.language == (tag == "fi" ? "en" : String(tag.prefix(2))))
    for text in [title, left, date, weight] { #expect(app.isShown(text), "\(text)") }
  }

  @Test func eachLanguageHasItsFormsOfNumbers() throws {
    let app = try launch("ar")
    try app.tap("الشاحن")
    #expect(app.isShown("بقي غرضان"))
    try app.tap("جواز السفر")
    #expect(app.isShown("بقي غرض واحد"))
    try app.tap("فرشاة الأسنان")
    #expect(app.isShown("كل شيء جاهز"))
  }

  @Test(arguments: [AppDriver.Place.process, .browser, .browser(javaScript: false)])
  func theChoiceOfTheUserHoldsInAllTabsAndStays(place: AppDriver.Place) throws {
    let app = try launch("en", in: place)
    let other = try app.openTab()
    try other.open("/")
    try app.tap("العربية")
    #expect(app.language == "ar" && app.isShown("الحقيبة"))
    try other.reload()
    #expect(other.language == "ar" && other.isShown("الحقيبة"))
    #expect(try app.state(as: SuitcaseState.self).language == "ar")
    try other.tap("تلقائي")
    #expect(other.language == "en" && other.isShown("3 things to pack"))
  }

  @Test func theChoiceIsKeptInTheState() throws {
    let state = try JSONEncoder().encode(SuitcaseState(language: "it"))
    let app = try AppDriver(SuitcaseAppDelegate.self, language: "en", storedState: state)
    try app.open("/")
    #expect(app.language == "it" && app.isShown("Valigia"))
  }
}
