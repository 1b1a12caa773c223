internal import Foundation
internal import Locks

/// A format as `printf` has it, taken apart: what stands for values, and the texts between.
struct LocalizedFormat: Sendable {
  enum Part: Equatable, Sendable {
    case text(String)
    /// `%1$5.2f` is the value at position 1, `5.2` and `f`.
    case value(position: Int?, flags: String, conversion: Character)
    /// `%1$#@name@` is a text that depends on the number at position 1.
    case variable(position: Int?, name: String)
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

  /// What begins with a percent sign, and where it ends; nil if it stands for nothing. Read byte by byte: a regular
  /// expression took a hundred times as long, for each text of a page.
  private static func part(_ text: Substring) -> (Part, Substring.Index)? {
    let bytes = text.utf8
    var at = bytes.index(after: bytes.startIndex)
    /// Goes past at most so many bytes of a kind.
    func take(_ most: Int, where isWanted: (UInt8) -> Bool) -> Substring {
      let start = at
      var count = 0
      while count < most, at < bytes.endIndex, isWanted(bytes[at]) {
        at = bytes.index(after: at)
        count += 1
      }
      return text[start..<at]
    }
    func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

    let start = at
    var position: Int?
    let digits = take(3, where: isDigit)
    if !digits.isEmpty, !take(1, where: { $0 == UInt8(ascii: "$") }).isEmpty {
      position = Int(digits)
    } else {
      at = start
    }
    if bytes[at...].starts(with: "#@".utf8) {
      let place = at
      at = bytes.index(at, offsetBy: 2)
      let name = take(.max) { $0 != UInt8(ascii: "@") && $0 != UInt8(ascii: "%") }
      if !name.isEmpty, !take(1, where: { $0 == UInt8(ascii: "@") }).isEmpty {
        return (.variable(position: position, name: String(name)), at)
      }
      at = place
    }
    let flagsStart = at
    _ = take(5) { "-+ 0#'".utf8.contains($0) }
    _ = take(3, where: isDigit)
    if !take(1, where: { $0 == UInt8(ascii: ".") }).isEmpty { _ = take(3, where: isDigit) }
    let flags = text[flagsStart..<at]
    let size = take(1) { "hlqLztj".utf8.contains($0) }
    if size == "h" || size == "l" { _ = take(1) { $0 == size.utf8.first } }
    guard let conversion = take(1, where: { "@dDiuUxXoOfFeEgGaA".utf8.contains($0) }).first else { return nil }
    return (.value(position: position, flags: String(flags), conversion: conversion), at)
  }

  /// Whether a format has texts that depend on numbers.
  static func hasVariables(_ format: String) -> Bool { format.contains("#@") }

  // MARK: - Writing

  /// The format with values in it. What has no value, or one of the wrong kind, stays as it is and is reported: a
  /// translator's mistake must not stop the server.
  static func string(_ format: String, _ values: [any CVarArg], locale: Locale?) -> String {
    var next = 1
    return parsed(format).string(values, locale: locale, next: &next, depth: 0)
  }

  /// Formats that were taken apart before: those of an app's tables, as a rule.
  private static let known = Mutex<[String: LocalizedFormat]>([:])
  private static let mostKnown = 2000

  private static func parsed(_ format: String) -> LocalizedFormat {
    if let known = known.withLock({ $0[format] }) { return known }
    let parsed = LocalizedFormat(format)
    known.withLock { known in
      if known.count >= mostKnown { known = [:] }
      known[format] = parsed
    }
    return parsed
  }

  private static let mostDepth = 4

  private func string(_ values: [any CVarArg], locale: Locale?, next: inout Int, depth: Int) -> String {
    var result = ""
    for (part, source) in parts {
      switch part {
      case .text(let text): result += text
      case .value(let position, let flags, let conversion):
        let place = position ?? next
        if position == nil { next += 1 }
        if values.indices.contains(place - 1),
          let text = Self.text(of: values[place - 1], flags: flags, conversion: conversion, locale: locale)
        {
          result += text
        } else {
          Misuse.report("The \(source) of a localised text has no value that it can show: compare it with the key.")
          result += source
        }
      case .variable(let position, let name):
        let place = position ?? next
        if position == nil { next += 1 }
        guard depth < Self.mostDepth, values.indices.contains(place - 1), let variable = PluralText.variable(name),
          let number = Self.number(values[place - 1])
        else {
          Misuse.report("The \(source) of a localised text has no number that it can show: compare it with the key.")
          result += source
          continue
        }
        // Within it, the first value is the number itself.
        var inner = place
        result += Self.parsed(variable.form(for: number))
          .string(values, locale: locale, next: &inner, depth: depth + 1)
      }
    }
    return result
  }

  private static func text(of value: any CVarArg, flags: String, conversion: Character, locale: Locale?) -> String? {
    switch conversion {
    case "@":
      if let text = value as? String { return text }
      if let integer = integer(value) { return text(of: integer, locale: locale) }
      return "\(value)"
    case "d", "D", "i":
      return integer(value).map { flags.isEmpty ? text(of: $0, locale: locale) : format("%\(flags)lld", $0, locale) }
    case "u", "U", "x", "X", "o", "O":
      let conversion = conversion == "X" ? "X" : conversion.lowercased()
      if let value = value as? UInt64 ?? (value as? UInt).map(UInt64.init) {
        return String(format: "%\(flags)ll\(conversion)", locale: locale, arguments: [value])
      }
      return integer(value).map {
        String(format: "%\(flags)ll\(conversion)", locale: locale, arguments: [UInt64(bitPattern: $0)])
      }
    default:
      return number(value).map { String(format: "%\(flags)\(conversion)", locale: locale, arguments: [$0]) }
    }
  }

  private static func format(_ format: String, _ value: Int64, _ locale: Locale?) -> String {
    String(format: format, locale: locale, arguments: [value])
  }

  /// Small numbers as they were written before, by locales: Foundation makes a formatter for each.
  private static let written = Mutex<[String: [Int64: String]]>([:])

  private static func text(of number: Int64, locale: Locale?) -> String {
    guard let locale else { return String(number) }
    guard (0..<1000).contains(number) else { return format("%lld", number, locale) }
    let name = locale.identifier
    if let text = written.withLock({ $0[name]?[number] }) { return text }
    let text = format("%lld", number, locale)
    written.withLock { $0[name, default: [:]][number] = text }
    return text
  }

  private static func integer(_ value: any CVarArg) -> Int64? {
    switch value {
    case let value as any BinaryInteger: Int64(truncatingIfNeeded: value)
    case let value as NSNumber: value.int64Value
    default: nil
    }
  }

  private static func number(_ value: any CVarArg) -> Double? {
    switch value {
    case let value as any BinaryInteger: Double(value)
    case let value as any BinaryFloatingPoint: Double(value)
    case let value as NSNumber: value.doubleValue
    default: nil
    }
  }
}
