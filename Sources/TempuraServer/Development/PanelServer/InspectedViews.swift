internal import DevelopmentPanel
internal import Foundation
internal import Recordings
internal import Tempura
internal import TempuraUI

// The tree of views that the development panel shows.

extension Scene {
  /// The views of the scene; nil if it has no window. Call it in a turn of the session.
  ///
  /// The first call reads the debug information of the program, which takes some tenths of a second.
  var panelScreen: PanelScreen? {
    guard let window else { return nil }
    return enter {
      window.layoutIfNeeded()
      var inspection = Inspection(window, session.recorder?.redaction ?? Redaction())
      return PanelScreen(tab: tab, url: url, root: inspection.view(window))
    }
  }
}

/// What is asked of the views of a window.
private struct Inspection {
  private static let maxViews = 5_000
  private static let maxCharacters = 60

  private let window: UIWindow
  private let redaction: Redaction
  private let isFramed: Bool
  /// The constraints of each view: those that are about it.
  private var constraints: [ObjectIdentifier: [NSLayoutConstraint]] = [:]
  private var left = maxViews

  init(_ window: UIWindow, _ redaction: Redaction) {
    self.window = window
    self.redaction = redaction
    isFramed = window.isFramed
    collectConstraints(in: window)
  }

  private mutating func collectConstraints(in view: UIView) {
    for constraint in view.constraints {
      for view in constraint.inspectedViews { constraints[ObjectIdentifier(view), default: []].append(constraint) }
    }
    for view in view.subviews { collectConstraints(in: view) }
  }

  mutating func view(_ view: UIView) -> PanelView {
    left -= 1
    var panelView = PanelView(id: view.elementID, className: "\(type(of: view))")
    panelView.text = view.inspectedText.flatMap(Self.shortened)
    panelView.frame = frame(of: view)
    panelView.constraints = constraints[ObjectIdentifier(view), default: []].map { constraint in
      let line = CreationLines.line(of: constraint)
      return constraint.text(of: view) + (line.map { " (\($0))" } ?? "")
    }
    panelView.origin = CreationLines.line(of: view)
    for subview in view.subviews where left > 0 { panelView.children.append(self.view(subview)) }
    panelView.marks = marks(of: view)
    if let view = view as? any ModellableView { panelView.model = values(of: view) }
    let missing = view.subviews.count - panelView.children.count
    if missing > 0 {
      panelView.marks.append("\(missing) subviews are not listed: the panel lists \(Self.maxViews) views")
    }
    return panelView
  }

  private func frame(of view: UIView) -> [Double]? {
    guard isFramed else { return nil }
    let frame = view.frame
    return [frame.minX, frame.minY, frame.width, frame.height].map { Double(($0 * 100).rounded() / 100) }
  }

  private func marks(of view: UIView) -> [String] {
    var marks: [String] = []
    if let controller = view.managingViewController { marks.append("view of \(type(of: controller))") }
    if let view = view as? any ModellableView { marks.append("shows \(Self.modelName(of: view))") }
    if let (name, owner) = view.holdingProperty { marks.append("\(name) of \(type(of: owner))") }
    if view.isHidden { marks.append("hidden") }
    if view.alpha < 1 { marks.append("alpha \(Double((view.alpha * 100).rounded() / 100))") }
    if let control = view as? UIControl {
      if !control.isEnabled { marks.append("disabled") }
      if control.isSelected { marks.append("selected") }
    }
    if !view.isUserInteractionEnabled { marks.append("takes no input") }
    if view.viewFlags.contains(.isInert) { marks.append("behind a modal screen") }
    if view.clipsToBounds { marks.append("clips") }
    if view.frameUse == .assigned { marks.append("at an assigned frame") }
    if view.isFirstResponder { marks.append("first responder") }
    return marks
  }

  private func values<View: ModellableView>(of view: View) -> [Step.Property] {
    view.model.map { Step.Property.all(of: $0, redaction: redaction) } ?? []
  }

  private static func modelName<View: ModellableView>(of view: View) -> String { "\(View.VM.self)" }

  private static func shortened(_ text: String) -> String? {
    let line = text.split(whereSeparator: \.isNewline).joined(separator: " ")
    guard line.count > maxCharacters else { return line.isEmpty ? nil : line }
    return line.prefix(maxCharacters - 1) + "…"
  }
}
