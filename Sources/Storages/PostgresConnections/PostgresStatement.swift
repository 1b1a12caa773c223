internal import Basics

/// A parameter of a statement.
package enum PostgresValue: Sendable {
  case integer(Int64)
  case flag(Bool)
  case bytes([UInt8])
  case text(String)
  /// A text whose type PostgreSQL finds out, without a zero byte; nil for NULL.
  case literal(String?)

  package init(_ number: some BinaryInteger) { self = .integer(Int64(truncatingIfNeeded: number)) }

  var kind: PostgresKind {
    switch self {
    case .integer: .integer
    case .flag: .flag
    case .bytes: .bytes
    case .text: .text
    case .literal: .unknown
    }
  }
}

/// The types of parameters, by their numbers in `pg_type`.
package enum PostgresKind: UInt32, Sendable {
  case unknown = 0
  case flag = 16
  case bytes = 17
  case integer = 20
  case text = 25
}

/// A statement with its parameters.
package struct PostgresStep: Sendable {
  /// The name of a prepared statement; nil for one that was not prepared.
  let name: String?
  let text: String
  let parameters: [PostgresValue]
  /// Whether results are texts, as PostgreSQL shows values.
  var hasTexts = false

  /// A statement that is used once.
  package init(_ text: String, _ parameters: PostgresValue...) {
    name = nil
    self.text = text
    self.parameters = parameters
  }

  /// A statement that is used once, with parameters of any type and texts as results.
  package init(_ text: String, literals: [String?]) {
    name = nil
    self.text = text
    parameters = literals.map { .literal($0) }
    hasTexts = true
  }

  package init(_ statement: PostgresStatement, _ parameters: [PostgresValue]) {
    name = statement.name
    text = statement.text
    self.parameters = parameters
  }

  /// The approximate size of the parameters, in bytes.
  package var size: Int {
    parameters.reduce(64) { sum, parameter in
      if case .bytes(let bytes) = parameter { sum + bytes.count } else { sum + 8 }
    }
  }
}

/// A statement that each connection prepares.
package struct PostgresStatement: Sendable {
  let name: String
  let text: String
  let kinds: [PostgresKind]

  package init(_ name: String, _ kinds: [PostgresKind], _ text: String) {
    // Behind a pooler, apps share connections. None must run the statement of another one, whose table and node differ.
    var hash = StableHash()
    hash.combine(text)
    self.name = "\(name)_\(hash.value.hexadecimal)"
    self.kinds = kinds
    self.text = text
  }

  package func callAsFunction(_ parameters: PostgresValue...) -> PostgresStep { PostgresStep(self, parameters) }
}
