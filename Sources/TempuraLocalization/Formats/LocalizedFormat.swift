internal import Foundation
internal import Basics

/// A format of `printf`, split into format specifiers and the texts between them.
struct LocalizedFormat: Sendable {
  enum Part: Sendable {
    case text(String)
    case value(Specifier)
    case variable(VariableSpecifier)
  }

  /// `%1$#@name@` is a text that depends on the number at position 1. A class, because variables are slow to copy.
  final class VariableSpecifier: Sendable {
    let position: Int?
    let name: String
    let variable: PluralText.Variable?

    init(position: Int?, name: String) {
      (self.position, self.name, variable) = (position, name, PluralText.variable(name))
    }
  }

  /// `%1$5.2lf` is the value at position 1 with the flags `5.2`, the length `l` and the conversion `f`. A class, because the
  /// texts are slow to copy.
  final class Specifier: Sendable {
    let position: Int?
    let flags: String
    let length: String
    let conversion: Unicode.Scalar
    /// How many of the flags are numbers among the values.
    let stars: Int

    init(position: Int?, flags: String, length: String, conversion: Unicode.Scalar) {
      (self.position, self.flags, self.length, self.conversion) = (position, flags, length, conversion)
      stars = flags.count { $0 == "*" }
    }
  }

  private(set) var parts: [(part: Part, source: String)] = []

  init(_ format: String) {
    var text = ""
    var source = ""
    func finishText() {
      if !source.isEmpty { parts.append((.text(text), source)) }
      (text, source) = ("", "")
    }
    var rest = format[...]
    while let start = rest.firstIndex(of: "%") {
      text += rest[..<start]
      source += rest[..<start]
      rest = rest[start...]
      if let (part, end) = Self.part(rest) {
        finishText()
        parts.append((part, String(rest[..<end])))
        rest = rest[end...]
      } else {
        let isEscaped = rest.hasPrefix("%%")
        text += "%"
        source += isEscaped ? "%%" : "%"
        rest = rest.dropFirst(isEscaped ? 2 : 1)
      }
    }
    text += rest
    source += rest
    finishText()
  }

  /// The format specifier at the beginning of a text, and its end; nil if there is none.
  ///
  /// It is read byte by byte. A regular expression takes a hundred times as long, for each text of a page.
  private static func part(_ text: Substring) -> (Part, Substring.Index)? {
    var rest = text.utf8.dropFirst()
    func take(_ limit: Int, of wanted: StaticString) -> String {
      let bytes = UnsafeBufferPointer(start: wanted.utf8Start, count: wanted.utf8CodeUnitCount)
      let taken = rest.prefix(limit).prefix { bytes.contains($0) }
      rest = rest[taken.endIndex...]
      return String(Substring(taken))
    }
    func number() -> String {
      let star = take(1, of: "*")
      return star.isEmpty ? take(3, of: "0123456789") : star
    }
    let start = rest
    var position = Int(take(3, of: "0123456789"))
    if position == nil || take(1, of: "$").isEmpty { (position, rest) = (nil, start) }
    if rest.starts(with: "#@".utf8) {
      let name = rest.dropFirst(2).prefix { $0 != UInt8(ascii: "@") && $0 != UInt8(ascii: "%") }
      let end = name.endIndex
      if !name.isEmpty, rest[end...].first == UInt8(ascii: "@") {
        let variable = VariableSpecifier(position: position, name: String(Substring(name)))
        return (.variable(variable), rest.index(after: end))
      }
    }
    var flags = take(5, of: "-+ 0#'") + number()
    let point = take(1, of: ".")
    if !point.isEmpty { flags += point + number() }
    let length = take(2, of: "hlqLztj")
    guard let conversion = take(1, of: "@dDiuUxXoOfFeEgGaAcCsSp").unicodeScalars.first else { return nil }
    return (
      .value(Specifier(position: position, flags: flags, length: length, conversion: conversion)), rest.startIndex
    )
  }

  /// Whether a format may have texts that depend on numbers.
  static func hasVariables(_ format: String) -> Bool { format.contains("#@") }

  // MARK: - Writing

  /// The format with values in it. A format specifier without a value, or with a value of the wrong kind, stays as it is
  /// and is reported, because a translator's mistake must not stop the server.
  static func string(_ format: String, _ values: [any CVarArg], locale: Locale?) -> String {
    var next = 1
    return parsed(format).string(values, locale: locale, next: &next, depth: 0)
  }

  /// Formats that were split before, mostly those of tables.
  private static let known = Locked<[TextKey: LocalizedFormat]>([:])
  private static let maxKnown = 2000

  private static func parsed(_ format: String) -> LocalizedFormat {
    let key = TextKey(format)
    if let known = known.withLock({ $0[key] }) { return known }
    let parsed = LocalizedFormat(format)
    known.withLock { known in
      if known.count >= maxKnown { known = [:] }
      known[key] = parsed
    }
    return parsed
  }

  private static let maxDepth = 4

  private func string(_ values: [any CVarArg], locale: Locale?, next: inout Int, depth: Int) -> String {
    if parts.count == 1, case .text(let text) = parts[0].part { return text }
    var result = ""
    // By index, because a part is slow to copy.
    for index in parts.indices {
      switch parts[index].part {
      case .text(let text): result += text
      case .value(let specifier):
        var flags = specifier.flags
        for _ in 0..<specifier.stars {
          guard let star = flags.firstIndex(of: "*") else { break }
          let width = Self.value(next, of: values).flatMap(Self.integer)
          next += 1
          flags.replaceSubrange(star...star, with: "\(width.map { min(max($0, -999), 999) } ?? 0)")
        }
        let ordinal = specifier.position ?? next
        if specifier.position == nil { next += 1 }
        if let value = Self.value(ordinal, of: values),
          let text = Self.text(of: value, flags, specifier, locale: locale)
        {
          result += text
        } else {
          Misuse.report(
            "The \(parts[index].source) of a localised text has no value that it can show: compare it with the key.")
          result += parts[index].source
        }
      case .variable(let specifier):
        let ordinal = specifier.position ?? next
        if specifier.position == nil { next += 1 }
        guard depth < Self.maxDepth, let variable = specifier.variable,
          let number = Self.value(ordinal, of: values).flatMap(Self.number)
        else {
          Misuse.report(
            "The \(parts[index].source) of a localised text has no number that it can show: compare it with the key.")
          result += parts[index].source
          continue
        }
        // In the form, the first value is the number itself.
        var inner = ordinal
        result += Self.parsed(variable.form(for: number))
          .string(values, locale: locale, next: &inner, depth: depth + 1)
      }
    }
    return result
  }

  /// A value by its position, from 1 on; nil if there is none.
  private static func value(_ position: Int, of values: [any CVarArg]) -> (any CVarArg)? {
    position > 0 && position <= values.count ? values[position - 1] : nil
  }

  private static func text(
    of value: any CVarArg, _ flags: String, _ specifier: Specifier, locale: Locale?
  ) -> String? {
    let conversion = specifier.conversion
    func formatted(_ value: any CVarArg, as kind: String) -> String {
      String(format: "%\(flags)\(kind)", locale: locale, arguments: [value])
    }
    switch conversion {
    case "@":
      if let text = text(value) { return text }
      return integer(value).map { text(of: $0, locale: locale) } ?? "\(value)"
    case "d", "D", "i":
      return integer(value).map { flags.isEmpty ? text(of: $0, locale: locale) : formatted($0, as: "lld") }
    case "u", "U", "x", "X", "o", "O":
      let kind = conversion == "X" ? "llX" : "ll\(String(conversion).lowercased())"
      return integer(value).map { formatted(bits(of: $0, specifier.length), as: kind) }
    case "c", "C": return integer(value).map { formatted(Int32(truncatingIfNeeded: $0), as: "\(conversion)") }
    case "s", "S", "p": return nil  // no value is a pointer
    default: return number(value).map { formatted($0, as: "\(conversion)") }
    }
  }

  /// The value, if it is a text. A cast from any type takes several times as long.
  private static func text<Value: CVarArg>(_ value: Value) -> String? {
    Value.self == String.self ? unsafeBitCast(value, to: String.self) : nil
  }

  /// The bits of a number as an unsigned one, of the length that it has in C.
  private static func bits(of value: Int64, _ length: String) -> UInt64 {
    switch length {
    case "hh": UInt64(UInt8(truncatingIfNeeded: value))
    case "h": UInt64(UInt16(truncatingIfNeeded: value))
    case "" where value < 0: UInt64(UInt32(truncatingIfNeeded: value))
    default: UInt64(bitPattern: value)
    }
  }

  /// Texts of numbers by locales, because Foundation makes a formatter for each call.
  private static let written = Locked<[String: [Int64: String]]>([:])
  private static let maxWritten = 2000

  private static func text(of number: Int64, locale: Locale?) -> String {
    guard let locale else { return String(number) }
    let name = locale.identifier
    if let text = written.withLock({ $0[name]?[number] }) { return text }
    let text = String(format: "%lld", locale: locale, arguments: [number])
    written.withLock { written in
      if (written[name]?.count ?? 0) >= maxWritten { written[name] = [:] }
      written[name, default: [:]][number] = text
    }
    return text
  }

  private static func integer(_ value: any CVarArg) -> Int64? {
    switch value {
    case let value as Int: Int64(value)  // looking for a conformance takes longer
    case let value as any BinaryInteger: Int64(truncatingIfNeeded: value)
    case let value as NSNumber: value.int64Value
    default: nil
    }
  }

  private static func number(_ value: any CVarArg) -> Double? {
    switch value {
    case let value as Int: Double(value)
    case let value as any BinaryInteger: Double(value)
    case let value as any BinaryFloatingPoint: Double(value)
    case let value as NSNumber: value.doubleValue
    default: nil
    }
  }
}
