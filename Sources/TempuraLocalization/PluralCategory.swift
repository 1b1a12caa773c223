/// The plural forms of languages, by their names in Unicode CLDR.
enum PluralCategory: String, CaseIterable, Sendable {
  case zero, one, two, few, many, other
}
