public import Foundation

extension String {
  /// A key with values in it: `"\(count) items pending"` is the key `%lld items pending` and a count.
  public struct LocalizationValue: ExpressibleByStringInterpolation, Equatable, Sendable {
    let key: String
    let values: [Value]

    /// A value of an interpolation.
    enum Value: Equatable, Sendable {
      case integer(Int64), unsigned(UInt64), double(Double), text(String)

      var isText: Bool { if case .text = self { true } else { false } }

      var argument: any CVarArg {
        switch self {
        case .integer(let value): Int(value)  // for which no conformance is looked up
        case .unsigned(let value): value
        case .double(let value): value
        case .text(let value): value
        }
      }
    }

    /// A text as a key.
    public init(_ value: String) { self.init(stringLiteral: value) }

    public init(stringLiteral value: String) {
      key = value
      values = []
    }

    public init(stringInterpolation: StringInterpolation) {
      values = stringInterpolation.values
      key = values.isEmpty ? stringInterpolation.key.replacing("%%", with: "%") : stringInterpolation.key
    }

    /// Collects the key and the values of a string literal.
    public struct StringInterpolation: StringInterpolationProtocol, Sendable {
      fileprivate var key = ""
      fileprivate var values: [Value] = []

      public init(literalCapacity: Int, interpolationCount: Int) { key.reserveCapacity(literalCapacity) }

      public mutating func appendLiteral(_ literal: String) {
        if literal.isEmpty { return }
        // Few texts have a percent sign, and replacing is slow.
        var literal = literal
        let hasPercent = literal.withUTF8 { $0.contains(UInt8(ascii: "%")) }
        key += hasPercent ? literal.replacing("%", with: "%%") : literal
      }

      private mutating func append(_ specifier: String, _ value: Value) {
        key += specifier
        values.append(value)
      }

      /// A text: `%@` in the key.
      public mutating func appendInterpolation(_ string: String) { append("%@", .text(string)) }

      public mutating func appendInterpolation(_ substring: Substring) { append("%@", .text(String(substring))) }

      /// A number: `%lld` in the key; `%d` for 32 bits and less; `%llu` and `%u` for unsigned types.
      public mutating func appendInterpolation<T: FixedWidthInteger>(_ value: T) {
        let size = T.bitWidth > 32 ? "ll" : ""
        appendInterpolation(value, specifier: "%\(size)\(T.isSigned ? "d" : "u")")
      }

      /// A number with a specifier of the app's, such as `%02lld`.
      public mutating func appendInterpolation<T: FixedWidthInteger>(_ value: T, specifier: String) {
        append(
          specifier,
          T.isSigned ? .integer(Int64(truncatingIfNeeded: value)) : .unsigned(UInt64(truncatingIfNeeded: value)))
      }

      /// A number: `%lf` in the key, `%f` for a `Float`.
      public mutating func appendInterpolation<T: BinaryFloatingPoint>(_ value: T) {
        appendInterpolation(value, specifier: T.self == Float.self ? "%f" : "%lf")
      }

      /// A number with a specifier of the app's, such as `%.1lf`.
      public mutating func appendInterpolation<T: BinaryFloatingPoint>(_ value: T, specifier: String) {
        append(specifier, .double(Double(value)))
      }

      /// A value in a format and the locale of the running app instance: `%@` in the key.
      public mutating func appendInterpolation<Format: FormatStyle>(_ value: Format.FormatInput, format: Format)
      where Format.FormatOutput == String {
        append("%@", .text(format.locale(Localization.locale).format(value)))
      }

      /// A value as text of a formatter: `%@` in the key.
      public mutating func appendInterpolation<Subject: ReferenceConvertible>(_ value: Subject, formatter: Formatter) {
        append("%@", .text(formatter.string(for: value) ?? "\(value)"))
      }
    }
  }

  /// The text of a key in the language of the running app instance, with the values of its interpolations in it.
  ///
  /// - Parameters:
  ///   - table: The name of the file, `Localizable` by default.
  ///   - bundle: The bundle to look in; by default the same bundles as for `NSLocalizedString`.
  ///   - locale: The locale for numbers, by default that of the running app instance. It does not choose the language of the text.
  ///   - comment: For translators.
  ///   - file: A file of the target that makes the call.
  public init(
    localized keyAndValue: LocalizationValue, table: String? = nil, bundle: Bundle? = nil,
    locale: Locale? = nil, comment: StaticString? = nil, file: StaticString = #fileID
  ) {
    self.init(key: keyAndValue.key, keyAndValue, table, bundle, locale, file)
  }

  /// The text of a key in the language of the running app instance, or else a default.
  ///
  /// - Parameter defaultValue: The text if the key has none, and the values for its format specifiers.
  public init(
    localized key: StaticString, defaultValue: LocalizationValue, table: String? = nil, bundle: Bundle? = nil,
    locale: Locale? = nil, comment: StaticString? = nil, file: StaticString = #fileID
  ) {
    self.init(key: key.description, defaultValue, table, bundle, locale, file)
  }

  private init(
    key: String, _ value: LocalizationValue, _ table: String?, _ bundle: Bundle?, _ locale: Locale?,
    _ file: StaticString
  ) {
    let bundles = bundle.map { StringsBundles.all(in: $0) } ?? StringsBundles.all(askedBy: file)
    let text = TempuraLocalization.localized(key, table: table, value: value.key, in: bundles)
    guard !value.values.isEmpty || LocalizedFormat.hasVariables(text) else {
      self = text
      return
    }
    let isForNumbers = !value.values.allSatisfy(\.isText)
    self = LocalizedFormat.string(
      text, value.values.map(\.argument), locale: isForNumbers ? locale ?? Localization.locale : nil)
  }
}
