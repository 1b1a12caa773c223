/// The forms that a language has for counted things.
enum PluralCategory: String, CaseIterable, Sendable {
  case zero, one, two, few, many, other
}
