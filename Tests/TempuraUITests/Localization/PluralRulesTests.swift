import Testing

@testable import TempuraLocalization
@testable import TempuraUI

@Suite struct PluralRulesTests {
  /// Numbers and the forms that Unicode's charts have for them.
  @Test(arguments: [
    ("en", "0 other, 1 one, 2 other, 1.5 other"),
    ("it", "0 other, 1 one, 2 other, 1000000 many, 1000001 other"),
    ("es", "1 one, 1000000 many, 2 other"),
    ("fr", "0 one, 1 one, 1.5 one, 2 other, 1000000 many"),
    ("pt-BR", "0 one, 1 one, 2 other"),
    ("pt-PT", "0 other, 1 one, 2 other"),
    ("ja", "0 other, 1 other, 2 other"),
    ("zh-Hans", "1 other"),
    ("ar", "0 zero, 1 one, 2 two, 3 few, 10 few, 11 many, 99 many, 100 other, 102 other, 103 few, 111 many, 1.5 other"),
    ("he", "0 other, 1 one, 2 two, 3 other, 20 other"),
    ("ru", "1 one, 2 few, 5 many, 11 many, 12 many, 21 one, 22 few, 101 one, 111 many, 1.5 other"),
    ("uk", "0 many, 1 one, 4 few, 14 many"),
    ("pl", "1 one, 2 few, 5 many, 12 many, 21 many, 22 few, 1.5 other"),
    ("cs", "1 one, 2 few, 4 few, 5 other, 1.5 many"),
    ("sk", "1 one, 3 few, 5 other"),
    ("hr", "1 one, 2 few, 5 other, 21 one, 11 other"),
    ("sl", "1 one, 2 two, 3 few, 4 few, 5 other, 101 one, 102 two, 1.5 few"),
    ("lt", "1 one, 2 few, 10 other, 11 other, 21 one, 1.5 many"),
    ("lv", "0 zero, 1 one, 2 other, 10 zero, 11 zero, 21 one"),
    ("ro", "0 few, 1 one, 2 few, 19 few, 20 other, 101 few"),
    ("da", "1 one, 0.5 one, 2 other"),
    ("is", "1 one, 11 other, 21 one"),
    ("hi", "0 one, 1 one, 2 other"),
    ("fil", "1 one, 4 other, 5 one, 6 other"),
    ("ga", "1 one, 2 two, 3 few, 7 many, 11 other"),
    ("cy", "0 zero, 1 one, 2 two, 3 few, 6 many, 7 other"),
    ("mt", "1 one, 2 two, 0 few, 3 few, 11 many, 20 other"),
    ("sw", "0 other, 1 one, 2 other"),
    ("br", "1 one, 2 two, 3 few, 1000000 many, 5 other"),
    ("en-XA", "0 other, 1 one, 2 other"),
    ("xx", "0 other, 1 other, 2 other"),
  ]) func numbersHaveTheFormsOfTheLanguage(language: String, forms: String) throws {
    for form in forms.split(separator: ", ") {
      let parts = form.split(separator: " ")
      let number = try #require(Double(parts[0]))
      #expect(PluralRules.rules(of: language).category(of: number).rawValue == parts[1], "\(language) \(number)")
      #expect(PluralRules.rules(of: language).category(of: -number).rawValue == parts[1], "\(language) -\(number)")
    }
  }

  @Test func numbersThatAreNoneDoNoHarm() {
    for number in [Double.infinity, -.infinity, .nan, .greatestFiniteMagnitude, 1e19] {
      for language in ["en", "ar", "ru", "sl"] { _ = PluralRules.rules(of: language).category(of: number) }
    }
  }
}
