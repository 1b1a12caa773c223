internal import Recordings

enum StepKind: String, Codable, CaseIterable, Sendable {
  case request, updater, sideEffect, navigation, save, replacement, log, mail

  init(_ event: Step.Event) {
    self =
      switch event {
      case .request: .request
      case .updater: .updater
      case .sideEffect: .sideEffect
      case .navigation: .navigation
      case .save: .save
      case .replacement: .replacement
      case .log: .log
      case .mail: .mail
      }
  }

  var title: String {
    switch self {
    case .request: "request"
    case .updater: "updater"
    case .sideEffect: "side effect"
    case .navigation: "navigation"
    case .save: "saved"
    case .replacement: "replaced"
    case .log: "log"
    case .mail: "mail"
    }
  }
}
