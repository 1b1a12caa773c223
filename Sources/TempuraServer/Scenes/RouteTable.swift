internal import Basics
internal import HTTPServer
internal import Tempura
internal import TempuraUI

/// Converts between URLs and routes. By default the path has the route, one element per screen, and the query the contexts.
struct RouteTable {
  private let types: [RouteElementIdentifier: ContextType]
  /// The app's own paths, in the order in which they are tried.
  private let paths: [RoutePath]
  private let isReserved: (String) -> Bool

  /// The most bytes of all contexts in a URL, percent-encoded. Contexts that do not fit are left out of the URL.
  private static let maxContextBytes = 4096

  /// - Parameters:
  ///   - app: The delegate, which may conform to `RouteURLs`.
  ///   - isReserved: Whether the server itself answers a path.
  /// - Throws: ``RouteURLError`` if one of the app's paths cannot be used.
  init(
    of app: any UIApplicationDelegate.Type, isReserved: @escaping (String) -> Bool = { _ in false }
  ) throws(RouteURLError) {
    let urls = app as? any RouteURLs.Type
    try self.init(types: urls?.routeContexts ?? [:], paths: urls?.routePaths ?? [:], isReserved: isReserved)
  }

  init(
    types: [RouteElementIdentifier: ContextType] = [:], paths: [String: Route] = [:],
    isReserved: @escaping (String) -> Bool = { _ in false }
  ) throws(RouteURLError) {
    if let (element, _) = types.first(where: { $1.isForm && !$1.isRequired }) { throw .optionalForm(element) }
    var all: [RoutePath] = []
    for (path, route) in paths.sorted(by: { $0.key < $1.key }) {
      let new = try RoutePath(path, route: route)
      if new.indices.isEmpty, isReserved(Self.path(new.segments(texts: [:]) ?? [])) { throw .reservedPath(path) }
      for old in all {
        if old.isSame(as: new) { throw .samePaths(old.path, path) }
        if old.route == route, Set(old.indices) == Set(new.indices) { throw .twoPaths(old.path, path, route) }
      }
      all.append(new)
    }
    self.types = types
    self.paths = all.sorted { $0.comes(before: $1) }
    self.isReserved = isReserved
  }

  /// The app's own paths and types of contexts, for its developer.
  var described: [String] {
    let paths = paths.map { "routePaths: \($0.path) is /\($0.route.joined(separator: "/"))" }
    return paths + types.sorted { $0.key < $1.key }.map { "routeContexts: \($0.key) has \($0.value.name)" }
  }

  // MARK: - From URLs

  /// The destination of a URL without a host; nil as for a request's URL.
  func destination(url: String, form: [String: String]? = nil) -> Destination? {
    let (path, query) = TargetParts.split(url)
    return destination(
      segments: Array(path.utf8).withUnsafeBytes(TargetParts.segments),
      query: query.map { Array($0.utf8).withUnsafeBytes(TargetParts.items) } ?? [], form: form)
  }

  /// Whether the pages of other sites may send forms to a URL. No other forms are sent to it.
  func takesForms(at url: String) -> Bool {
    guard types.values.contains(where: \.isForm), let destination = destination(url: url, form: [:]),
      let screen = destination.route.last
    else { return false }
    return types[screen]?.isForm == true && destination.keptIndex == nil
  }

  /// The destination of a request's URL; nil if a context in it has another type than its screen expects, or a required one is
  /// missing. Other items of the query are ignored.
  ///
  /// - Parameter form: The fields of another site's form that was sent to the URL.
  func destination(
    segments: [String], query: [(name: String, value: String)], form: [String: String]? = nil
  ) -> Destination? {
    let (route, pathTexts) = read(segments.filter { !$0.isEmpty })
    var queryTexts: [Int: String] = [:]
    var kept: [Int: String] = [:]
    if !query.isEmpty {
      let names = Destination.contextNames(of: route)
      let indices = Dictionary(uniqueKeysWithValues: names.enumerated().map { ($1, $0) })
      lazy var keptIndices = Dictionary(
        uniqueKeysWithValues: Destination.keptNames(of: names).enumerated().map { ($1, $0) })
      var otherItems: [String: String] = [:]
      let queryIndex = route.firstIndex { types[$0]?.isQuery == true }
      for (name, value) in query {
        if let index = indices[name], index != queryIndex {
          // The query comes before the path: see `url(of:_:)`.
          if queryTexts[index] == nil { queryTexts[index] = value }
        } else if name.utf8.contains(UInt8(ascii: ".")), let index = keptIndices[name], kept[index] == nil {
          kept[index] = value
        } else if queryIndex != nil, otherItems[name] == nil {
          otherItems[name] = value
        }
      }
      if let queryIndex, !otherItems.isEmpty { queryTexts[queryIndex] = ContextType.queryText(otherItems) }
    }
    var contexts: [Int: Any] = [:]
    var parts: [Int: ContextPart] = [:]
    var room = Self.maxContextBytes
    for index in route.indices {
      if let text = queryTexts[index] ?? pathTexts[index] {
        // Written again, so that each context has one URL.
        guard let context = read(text, for: route[index]), let text = write(context, for: route[index]),
          Self.fits(text, &room)
        else { return nil }
        contexts[index] = context
        parts[index] = .text(text)
      } else if let id = kept[index] {
        parts[index] = .kept(id)
      } else if let form, types[route[index]]?.isForm == true, index == route.count - 1 {
        contexts[index] = form
      } else if types[route[index]]?.isRequired == true {
        return nil
      }
    }
    return Destination(
      route: route, contexts: contexts, url: url(of: route, parts), keptIndex: parts.lowestKeptIndex)
  }

  private func read(_ segments: [String]) -> (route: Route, texts: [Int: String]) {
    for path in paths {
      if let texts = path.texts(in: segments) { return (path.route, texts) }
    }
    return (segments, [:])
  }

  private func read(_ text: String, for element: RouteElementIdentifier) -> Any? {
    guard let type = types[element] else { return text }
    return type.read(text)
  }

  // MARK: - To URLs

  /// The destination of a route of the app.
  func destination(route: Route, contexts: [ScreenContext?] = []) -> Destination {
    var parts: [Int: ContextPart] = [:]
    var room = Self.maxContextBytes
    for index in route.indices {
      guard let context = index < contexts.count ? contexts[index] : nil else {
        reportIfRequired(route[index])
        continue
      }
      if let text = write(context.value, for: route[index]), Self.fits(text, &room) {
        parts[index] = .text(text)
      } else {
        parts[index] = .kept(context.id)
      }
    }
    let values = contexts.prefix(route.count).enumerated().compactMap { index, context in
      context.map { (index, $0.value) }
    }
    if isUnreachable(route, parts) {
      Misuse.report(
        "The route \(Self.path(route)) has no URL of its own: that path is a file, the server's health check, or "
          + "something else in routePaths. Give the route a path in routePaths.")
    }
    return Destination(
      route: route, contexts: Dictionary(uniqueKeysWithValues: values), url: url(of: route, parts),
      keptIndex: parts.lowestKeptIndex)
  }

  private func reportIfRequired(_ element: RouteElementIdentifier) {
    guard let type = types[element], type.isRequired else { return }
    Misuse.report(
      "\"\(element)\" is shown without a context, so that its URL leads nowhere: routeContexts says that it needs one of type "
        + "\(type.name). Add .optional there if it does not.")
  }

  /// The text of a context; nil if it cannot be in a URL.
  private func write(_ context: Any, for element: RouteElementIdentifier) -> String? {
    guard let type = types[element] else { return context as? String }
    if type.isForm { return nil }
    guard let text = type.write(context) else {
      Misuse.report(
        "The context of \"\(element)\" is not in its URL: routeContexts says that it is of type \(type.name), and one of "
          + "type \(Swift.type(of: context)) is not, or cannot be written.")
      return nil
    }
    guard let back = type.read(text), type.write(back) == text else {
      Misuse.report(
        "The context of \"\(element)\" is not in its URL: what is read from the text of one of type \(type.name) is not "
          + "the same.")
      return nil
    }
    return text
  }

  /// Whether a text fits into the bytes that are left in a URL. A text with a zero byte does not.
  private static func fits(_ text: String, _ room: inout Int) -> Bool {
    let size = PercentEncoding.encodedSize(text)
    guard size <= room, !text.utf8.contains(0) else { return false }
    room -= size
    return true
  }

  private func url(of route: Route, _ parts: [Int: ContextPart]) -> String {
    if !paths.isEmpty, let (path, segments) = ownPath(of: route, parts.compactMapValues(\.text)) {
      return Self.path(segments) + query(route, parts, without: path.indices)
    }
    return Self.path(route) + query(route, parts, without: [])
  }

  /// The app's own path for a route: the one with the most contexts.
  private func ownPath(of route: Route, _ texts: [Int: String]) -> (path: RoutePath, segments: [String])? {
    for path in paths.filter({ $0.route == route }).sorted(by: { $0.indices.count > $1.indices.count }) {
      if let segments = path.segments(texts: texts), leads(segments, to: path), !isReserved(Self.path(segments)) {
        return (path, segments)
      }
    }
    return nil
  }

  /// Whether the URL of a route leads elsewhere. To be asked about routes of the app's code only: a typed URL is no mistake
  /// of the app.
  private func isUnreachable(_ route: Route, _ parts: [Int: ContextPart]) -> Bool {
    let texts = parts.compactMapValues(\.text)
    guard !route.isEmpty, ownPath(of: route, texts) == nil else { return false }
    let (other, otherTexts) = read(route)
    // A context that is not in the query would be read from the path.
    return isReserved(Self.path(route)) || other != route || otherTexts.keys.contains { texts[$0] == nil }
  }

  /// Whether a URL leads to its own path: a context may have the text of another path's literal part.
  private func leads(_ segments: [String], to path: RoutePath) -> Bool {
    paths.first { $0.texts(in: segments) != nil }?.path == path.path
  }

  private static func path(_ segments: [String]) -> String {
    segments.isEmpty ? "/" : segments.reduce(into: "") { $0 += "/" + PercentEncoding.encode($1) }
  }

  private func query(_ route: Route, _ parts: [Int: ContextPart], without indices: [Int]) -> String {
    guard parts.count > indices.count else { return "" }
    let names = Destination.contextNames(of: route)
    let keptNames = parts.lowestKeptIndex == nil ? [] : Destination.keptNames(of: names)
    var query = ""
    for index in route.indices where !indices.contains(index) {
      guard let part = parts[index] else { continue }
      query += query.isEmpty ? "?" : "&"
      switch part {
      case .text(let text) where types[route[index]]?.isQuery == true: query += text
      case .text(let text): query += PercentEncoding.encode(names[index]) + "=" + PercentEncoding.encode(text)
      case .kept(let id): query += PercentEncoding.encode(keptNames[index]) + "=" + PercentEncoding.encode(id)
      }
    }
    return query
  }
}

/// A context in a URL.
private enum ContextPart {
  case text(String)
  /// Only the scene has it. The URL has its id.
  case kept(String)

  var text: String? { if case .text(let text) = self { text } else { nil } }
}

extension [Int: ContextPart] {
  fileprivate var lowestKeptIndex: Int? { filter { $0.value.text == nil }.keys.min() }
}
