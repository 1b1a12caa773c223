internal import Basics
internal import _FoundationICU

/// The rules by which a language chooses a plural form for a number: the cardinal rules of Unicode CLDR, from ICU.
struct PluralRules: @unchecked Sendable {
  // Safe because ICU reads the rules alone once they are open, and they are never closed.
  private let rules: OpaquePointer?
  /// The categories of the first numbers.
  private var first: [PluralCategory] = []

  private init(rules: OpaquePointer?) { self.rules = rules }

  private static let known = Locked<[String: PluralRules]>([:])

  /// The rules of a language, opened once. A language that ICU does not know has the form `other` for every number.
  ///
  /// - Parameter language: Its tag, such as `pt-BR`.
  static func rules(of language: String) -> PluralRules {
    known.withLock { known in
      if let rules = known[language] { return rules }
      var status = U_ZERO_ERROR
      var rules = PluralRules(rules: swift_uplrules_open(language, &status))
      rules.first = (0..<32).map { rules.category(of: Double($0)) }
      known[language] = rules
      return rules
    }
  }

  func category(of number: Double) -> PluralCategory {
    if let index = Int(exactly: abs(number)), index < first.count { return first[index] }
    return withUnsafeTemporaryAllocation(of: UInt16.self, capacity: Self.longestKeyword) { keyword in
      var status = U_ZERO_ERROR
      let count = swift_uplrules_select(
        rules, abs(number), keyword.baseAddress, Int32(keyword.count), &status)
      guard status.rawValue <= U_ZERO_ERROR.rawValue else { return .other }
      let form = keyword.prefix(Int(count))
      return PluralCategory.allCases.first { $0.rawValue.utf16.elementsEqual(form) } ?? .other
    }
  }

  /// The length of "other".
  private static let longestKeyword = 5
}

/// The plural forms of languages, by their names in Unicode CLDR.
enum PluralCategory: String, CaseIterable, Sendable { case zero, one, two, few, many, other }
