import Foundation
import Katana
import Tempura
import TempuraUI
import Testing
import UIKit

@testable import Todo

/// The demo in its three languages.
@Suite(.app) struct LanguageTests {
  private func app(in language: String, _ items: [Todo]? = nil) -> TodoApp {
    UIApplication.shared.environment.languages = ["en", "it", "ar", "en-XA"].map(Language.init)
    UIApplication.shared.language = language
    return TodoApp(items)
  }

  private func todos(_ count: Int) -> [Todo] { (0..<count).map { Todo(text: "\($0)") } }

  @Test(arguments: [
    ("en", 0, "There are 0 items pending"), ("en", 1, "There is 1 item pending"),
    ("en", 2, "There are 2 items pending"),
    ("it", 0, "Ci sono 0 elementi in sospeso"), ("it", 1, "C’è 1 elemento in sospeso"),
    ("it", 100, "Ci sono 100 elementi in sospeso"),
    ("ar", 0, "لا توجد عناصر معلقة"), ("ar", 1, "يوجد عنصر واحد معلق"), ("ar", 2, "يوجد عنصران معلقان"),
    ("ar", 3, "توجد 3 عناصر معلقة"), ("ar", 11, "يوجد 11 عنصرًا معلقًا"), ("ar", 100, "يوجد 100 عنصر معلق"),
  ]) func theFooterUsesThePluralFormsOfTheLanguage(language: String, count: Int, text: String) {
    #expect(app(in: language, todos(count)).footer == text)
  }

  @Test func theListIsInItalian() throws {
    let app = app(in: "it")
    #expect(app.offers("Da fare") && app.offers("Archivio") && app.offers("Che cosa farai oggi?"))
    #expect(app.isShown("Da fare"))
    try app.check(0)
    try app.tap("Archivia gli elementi completati")
    try app.tap("Archivio")
    #expect(app.offers("Svuota l’archivio"))
    let row = try #require(app.cells("Archivio").first)
    #expect(row.checkBox?.accessibilityLabel == "Fatto: \(AppState().items[0].text)")
    #expect(row.textButton?.accessibilityHint == "Modifica")
    #expect(row.textButton?.currentTitle == AppState().items[0].text)
  }

  @Test func theCardIsInArabicFromRightToLeft() throws {
    let app = app(in: "ar")
    #expect(UIApplication.shared.userInterfaceLayoutDirection == .rightToLeft)
    try app.tap("ماذا ستفعل اليوم؟")
    #expect(app.overlayController?.title == "عنصر جديد")
    #expect(app.field?.placeholder == "ماذا ستفعل؟")
    try app.pressReturn()
    #expect(app.texts == ["عنصر جديد", "اكتب شيئًا أولاً."])
    try app.tap("إلغاء")
    try app.open(0)
    #expect(app.overlayController?.title == "تعديل العنصر")
    #expect(app.offers("حذف هذا العنصر"))
  }

  /// In `en-XA` localised texts have brackets. Only the user's own texts may lack them.
  @Test func everyTextOfTheDemoIsLocalised() throws {
    let app = app(in: "en-XA", [Todo(text: "mine", completed: true)])
    func plainTexts() -> [String] {
      let labels = app.window.views(UILabel.self).compactMap(\.text)
      let buttons = app.window.views(UIButton.self).flatMap { button in
        [button.currentTitle, button.accessibilityLabel, button.accessibilityHint].compactMap(\.self)
      }
      let fields = app.window.views(UITextView.self).compactMap(\.placeholder)
      let lists = app.window.views(UICollectionView.self).compactMap(\.accessibilityLabel)
      return (labels + buttons + fields + lists).filter { !$0.isEmpty && !$0.hasPrefix("[") && $0 != "mine" }
    }
    #expect(plainTexts() == [])
    app.turn { app.listController?.localState.selectedSection = .archived }
    #expect(plainTexts() == [])
    app.turn { app.listController?.localState.selectedSection = .todo }
    try app.open(0)
    #expect(app.field != nil && plainTexts() == [])
    #expect(app.overlayController?.title?.hasPrefix("[") == true)
  }

  @Test func allLanguagesHaveAllTexts() throws {
    let folder = Bundle.main.bundlePath + "/tempura_Todo.resources"
    func keys(_ language: String) -> Set<String> {
      let names = ["strings", "stringsdict"]
      return Set(
        names.flatMap { name -> [String] in
          let bytes = FileManager.default.contents(atPath: "\(folder)/\(language).lproj/Localizable.\(name)") ?? Data()
          let list = try? PropertyListSerialization.propertyList(from: bytes, options: [], format: nil)
          return (list as? [String: Any]).map { Array($0.keys) } ?? []
        })
    }
    #expect(keys("it").count > 10)
    #expect(keys("it") == keys("ar"))
  }
}
