/// Which form of a text a language uses for a number.
///
/// The cardinal rules of Unicode CLDR 46 (https://www.unicode.org/cldr/charts/46/supplemental/language_plural_rules.html)
/// for the languages of most readers. A language that is not listed has a form for one, and another one for all the rest.
enum PluralRules {
  /// A number as the rules see it: its integer digits, and those of its fraction.
  struct Number {
    let value: Double
    let integer: UInt64
    /// The digits after the decimal point as a number; 0 for integers.
    let fraction: UInt64
    let isInteger: Bool

    init(_ number: Double) {
      value = number.isFinite ? abs(number) : 0
      isInteger = value.rounded(.towardZero) == value
      integer = value < 1e18 ? UInt64(value) : 0
      let digits = isInteger ? "" : "\(value)".drop { $0 != "." }.dropFirst()
      fraction = UInt64(digits) ?? 0
    }

    /// The last two digits of an integer.
    fileprivate var hundreds: UInt64 { integer % 100 }
    fileprivate var tens: UInt64 { integer % 10 }
    fileprivate var isMillions: Bool { isInteger && integer != 0 && integer % 1_000_000 == 0 }
    fileprivate func isInteger(_ range: ClosedRange<UInt64>) -> Bool { isInteger && range.contains(integer) }
  }

  /// - Parameter language: Its tag, such as `pt-BR`.
  static func category(of number: Double, in language: String) -> PluralCategory {
    let tag = language.lowercased()
    let number = Number(number)
    if tag == "pt-pt" { return romance(number, hasOneForZero: false) }
    return (rules[tag.prefix { $0 != "-" && $0 != "_" }] ?? one)(number)
  }

  private typealias Rule = @Sendable (Number) -> PluralCategory

  private static let rules: [Substring: Rule] = {
    var rules: [Substring: Rule] = [:]
    func add(_ languages: String, _ rule: @escaping Rule) {
      for language in languages.split(separator: " ") { rules[language] = rule }
    }
    add("ja zh ko vi th id in ms lo my km jv su yue ig yo wo bo dz to sah") { _ in .other }
    add("bg el hu tr nb no nn ka kk az ml mn ne sq ta te uz ky eo eu af mr or ku ps sd so tk ug ckb lb gsw rm nd ha") {
      $0.value == 1 ? .one : .other
    }
    add("hi bn fa gu kn am as zu") { $0.integer == 0 || $0.value == 1 ? .one : .other }
    add("pa ln mg ak ti wa bho") { $0.isInteger(0...1) ? .one : .other }
    add("hy ff kab") { $0.integer <= 1 ? .one : .other }
    add("si") { $0.isInteger(0...1) || $0.integer == 0 && $0.fraction == 1 ? .one : .other }
    add("da") { $0.value == 1 || !$0.isInteger && $0.integer <= 1 ? .one : .other }
    add("is mk") {
      let digits = $0.isInteger ? $0.integer : $0.fraction
      return digits % 10 == 1 && digits % 100 != 11 ? .one : .other
    }
    add("fil tl") {
      if $0.isInteger(1...3) { return .one }
      return [4, 6, 9].contains($0.isInteger ? $0.tens : $0.fraction % 10) ? .other : .one
    }
    add("fr pt") { romance($0, hasOneForZero: true) }
    add("it ca") { romance($0, hasOneForZero: false) }
    add("es") { $0.value == 1 ? .one : $0.isMillions ? .many : .other }
    add("ru uk be", eastSlavic)
    add("pl") { $0.isInteger(1...1) ? .one : $0.isInteger && $0.tens == 1 ? .many : eastSlavic($0) }
    add("cs sk") { $0.isInteger(1...1) ? .one : $0.isInteger(2...4) ? .few : $0.isInteger ? .other : .many }
    add("sr hr bs sh") {
      let digits = $0.isInteger ? $0.integer : $0.fraction
      if digits % 10 == 1, digits % 100 != 11 { return .one }
      return 2...4 ~= digits % 10 && !(12...14 ~= digits % 100) ? .few : .other
    }
    add("sl") {
      guard $0.isInteger else { return .few }
      return switch $0.hundreds {
      case 1: .one
      case 2: .two
      case 3...4: .few
      default: .other
      }
    }
    add("lt") {
      guard $0.isInteger else { return .many }
      if 11...19 ~= $0.hundreds || $0.tens == 0 { return .other }
      return $0.tens == 1 ? .one : .few
    }
    add("lv") {
      let digits = $0.isInteger ? $0.integer : $0.fraction
      if $0.isInteger ? $0.tens == 0 || 11...19 ~= $0.hundreds : 11...19 ~= $0.fraction { return .zero }
      return digits % 10 == 1 && digits % 100 != 11 ? .one : .other
    }
    add("ro mo") {
      if $0.isInteger(1...1) { return .one }
      return !$0.isInteger || $0.integer == 0 || 1...19 ~= $0.hundreds ? .few : .other
    }
    add("he iw") {
      $0.isInteger(1...1) || $0.integer == 0 && !$0.isInteger ? .one : $0.isInteger(2...2) ? .two : .other
    }
    add("ar ars") { number in
      guard number.isInteger else { return .other }
      return switch (number.integer, number.hundreds) {
      case (0, _): .zero
      case (1, _): .one
      case (2, _): .two
      case (_, 3...10): .few
      case (_, 11...99): .many
      default: .other
      }
    }
    add("ga") { number in
      guard number.isInteger else { return .other }
      return switch number.integer {
      case 1: .one
      case 2: .two
      case 3...6: .few
      case 7...10: .many
      default: .other
      }
    }
    add("gd") { number in
      guard number.isInteger else { return .other }
      return switch number.integer {
      case 1, 11: .one
      case 2, 12: .two
      case 3...10, 13...19: .few
      default: .other
      }
    }
    add("cy") { number in
      guard number.isInteger else { return .other }
      return switch number.integer {
      case 0: .zero
      case 1: .one
      case 2: .two
      case 3: .few
      case 6: .many
      default: .other
      }
    }
    add("mt") { number in
      guard number.isInteger else { return .other }
      return switch (number.integer, number.hundreds) {
      case (1, _): .one
      case (2, _): .two
      case (0, _), (_, 3...10): .few
      case (_, 11...19): .many
      default: .other
      }
    }
    return rules
  }()

  private static func one(_ number: Number) -> PluralCategory { number.isInteger(1...1) ? .one : .other }

  private static func romance(_ number: Number, hasOneForZero: Bool) -> PluralCategory {
    let isOne = hasOneForZero ? number.integer <= 1 : number.isInteger(1...1)
    return isOne ? .one : number.isMillions ? .many : .other
  }

  private static func eastSlavic(_ number: Number) -> PluralCategory {
    guard number.isInteger else { return .other }
    if number.tens == 1, number.hundreds != 11 { return .one }
    return 2...4 ~= number.tens && !(12...14 ~= number.hundreds) ? .few : .many
  }
}
