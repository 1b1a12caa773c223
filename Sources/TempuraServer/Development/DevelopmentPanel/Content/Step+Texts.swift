internal import Recordings

// What a row of the list says of a step.
extension Step {
  /// What happened, such as `tap “Save”` or `AddItem`.
  var title: String {
    switch event {
    case .request(let request) where request.acts.isEmpty: "\(request.method) \(request.url)"
    case .request(let request): request.acts.map(\.title).joined(separator: ", ")
    case .updater(let dispatch), .sideEffect(let dispatch): dispatch.name
    case .navigation(let navigation): "\(navigation.from) → \(navigation.to)"
    case .save(let save):
      save.error == nil ? "\(Format.bytes(save.bytes)) in \(save.storage)" : "not stored in \(save.storage)"
    case .replacement(let replacement): "state replaced by \(replacement.by)"
    case .log(_, let text): text
    case .mail(let address, let subject): "“\(subject)” to \(address)"
    }
  }

  /// The values that belong to the title.
  var values: String {
    switch event {
    case .request(let request) where !request.acts.isEmpty: "\(request.method) \(request.url)"
    case .updater(let dispatch), .sideEffect(let dispatch):
      dispatch.properties.map { "\($0.name): \($0.text)" }.joined(separator: ", ")
    case .navigation(let navigation): navigation.screen ?? ""
    case .log(let level, _): level
    default: ""
    }
  }

  /// What it changed or led to.
  var outcome: String {
    if let error { return error }
    switch event {
    case .request(let request):
      let leads = request.urlAfter.flatMap { $0 == request.url ? nil : "→ \($0)" }
      return [request.status.map { "\($0)" }, request.bytes.map(Format.bytes), leads].compactMap(\.self).joined(
        separator: " · ")
    case .updater(let dispatch): return dispatch.changes.joined(separator: " · ")
    case .sideEffect(let dispatch): return dispatch.result.map { "returned \($0)" } ?? ""
    case .replacement(let replacement): return replacement.changes.joined(separator: " · ")
    default: return ""
    }
  }

  /// Why it failed; nil if it did not.
  var error: String? {
    switch event {
    case .request(let request): request.status.flatMap { $0 >= 400 ? "\($0)" : nil }
    case .updater(let dispatch), .sideEffect(let dispatch): dispatch.error
    case .save(let save): save.error
    case .log(let level, _): level == "error" ? level : nil
    default: nil
    }
  }

  /// Whether it still runs, as far as the recording says.
  var isRunning: Bool {
    guard duration == nil else { return false }
    return switch event {
    case .request(let request): request.status == nil
    case .sideEffect(let dispatch): dispatch.error == nil && dispatch.result == nil
    default: false
    }
  }

  /// - Parameter now: In seconds since 1970.
  func durationText(now: Double) -> String {
    if let duration { return Format.duration(duration) }
    return isRunning ? "running \(Format.duration(max(now - time, 0).rounded(.down)))" : ""
  }

  /// Whether it contains a text, which is in lowercase.
  func contains(_ text: String) -> Bool {
    if String(id) == text || "#\(id)" == text { return true }
    return texts.contains { $0.lowercased().contains(text) }
  }

  private var texts: [String] {
    var texts = [title, values, outcome]
    switch event {
    case .request(let request):
      texts += request.acts.flatMap { [$0.id, $0.label ?? "", $0.value ?? ""] } + [request.url, request.screen ?? ""]
    case .updater(let dispatch), .sideEffect(let dispatch):
      texts += [dispatch.type, dispatch.scope ?? "", dispatch.result ?? ""] + dispatch.views
    default: break
    }
    return texts
  }
}

extension Step.Act {
  var title: String {
    let name = label ?? id
    let value = value ?? "…"
    return switch kind {
    case .tap: "tap “\(name)”"
    case .type: "type “\(value)” into “\(name)”"
    case .set: "set “\(name)” to \(value)"
    case .pressReturn: "return in “\(name)”"
    case .chooseFiles: "choose \(value) in “\(name)”"
    }
  }
}

extension Step.Dispatch {
  /// The name of the type without its module.
  var name: String {
    guard let dot = type.firstIndex(of: ".") else { return type }
    return String(type[type.index(after: dot)...])
  }
}
