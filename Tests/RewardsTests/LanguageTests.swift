import Foundation
import TempuraTesting
import XCTest

@testable import RewardsDemo

/// The demo in its three languages.
final class LanguageTests: XCTestCase {
  func testTheAppIsInItalian() throws {
    let app = try AppDriver(RewardsAppDelegate.self, language: "it")
    try app.open("/")
    XCTAssertEqual(app.language, "it")
    XCTAssertTrue(app.isShown("Ogni volta che paghi qualcosa torna a te"))
    XCTAssertTrue(app.isShown("Attiva"))
    try app.turn("Blocca la carta", on: true)
    XCTAssertTrue(app.isShown("Bloccata"))
    XCTAssertTrue(app.isShown("Prima sblocca la carta"))
    try app.turn("Blocca la carta", on: false)
    try app.turn("L’iscrizione non riesce", on: true)
    XCTAssertTrue(app.isShown("Il servizio di iscrizione non è attivo."))
    try app.tap("Iscriviti")
    XCTAssertTrue(app.isShown("Non siamo riusciti a iscriverti. Non è cambiato nulla: riprova."))
    XCTAssertTrue(app.isShown("Riprova"))
  }

  func testTheAppIsInArabic() throws {
    let app = try AppDriver(RewardsAppDelegate.self, language: "ar")
    try app.open("/")
    try app.tap("التسجيل")
    XCTAssertTrue(app.isShown("مرحبًا بك في برنامج المكافآت"))
    try app.turn("حظر البطاقة", on: true)
    XCTAssertTrue(app.isShown("نقاطك في أمان"))
    try app.tap("البدء من جديد")
    XCTAssertTrue(app.isShown("النقاط لا تنتهي صلاحيتها أبدًا"))
  }

  func testAllLanguagesHaveAllTexts() throws {
    XCTAssertGreaterThan(try keys("it").count, 20)
    XCTAssertEqual(try keys("it"), try keys("ar"))
  }

  private func keys(_ language: String) throws -> Set<String> {
    let path = Bundle.main.bundlePath + "/tempura_RewardsDemo.resources/\(language).lproj/Localizable.strings"
    let content = try XCTUnwrap(FileManager.default.contents(atPath: path))
    let texts = try PropertyListSerialization.propertyList(from: content, format: nil)
    return Set(try XCTUnwrap(texts as? [String: String]).keys)
  }
}
