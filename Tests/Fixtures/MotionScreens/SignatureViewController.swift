import UIKit

final class SignatureView: UIView {
  private var strokes: [UIBezierPath] = []
  private var current: UIBezierPath?
  private(set) var pointCount = 0
  private var counts: [Int] = []
  var didChange: (() -> Void)?

  var strokeCount: Int { strokes.count }

  override init(frame: CGRect) {
    super.init(frame: frame)
    backgroundColor = .secondarySystemBackground
    isMultipleTouchEnabled = false
  }

  required init?(coder: NSCoder) {
    fatalError("init(coder:) has not been implemented")
  }

  override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) {
    guard let touch = touches.first else { return }
    let path = UIBezierPath()
    path.lineWidth = 3
    path.lineCapStyle = .round
    path.lineJoinStyle = .round
    path.move(to: touch.location(in: self))
    current = path
    strokes.append(path)
    counts.append(1)
    changed()
  }

  override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent?) {
    guard let touch = touches.first, let current else { return }
    for each in event?.coalescedTouches(for: touch) ?? [touch] {
      current.addLine(to: each.location(in: self))
      counts[counts.count - 1] += 1
    }
    changed()
  }

  override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) {
    touchesMoved(touches, with: event)
    current = nil
  }

  override func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent?) {
    current = nil
  }

  override func draw(_ rect: CGRect) {
    UIColor.label.setStroke()
    for stroke in strokes { stroke.stroke() }
  }

  func clear() {
    strokes = []
    counts = []
    changed()
  }

  func undo() {
    guard !strokes.isEmpty else { return }
    strokes.removeLast()
    counts.removeLast()
    changed()
  }

  private func changed() {
    pointCount = counts.reduce(0, +)
    setNeedsDisplay()
    didChange?()
  }
}

final class SignatureViewController: UIViewController {
  private let signatureView = SignatureView()
  private let statusLabel = UILabel()

  override func viewDidLoad() {
    super.viewDidLoad()
    view.backgroundColor = .systemBackground
    navigationItem.rightBarButtonItems = [
      UIBarButtonItem(title: "Clear", style: .plain, target: self, action: SignatureViewController.clear),
      UIBarButtonItem(barButtonSystemItem: .undo, target: self, action: SignatureViewController.undo),
    ]
    signatureView.accessibilityIdentifier = "signature"
    signatureView.layer.borderWidth = 1
    signatureView.layer.borderColor = UIColor.separator.cgColor
    signatureView.didChange = { [weak self] in self?.showStatus() }
    statusLabel.accessibilityIdentifier = "signature.status"
    statusLabel.textColor = .secondaryLabel
    for each in [signatureView, statusLabel] {
      each.translatesAutoresizingMaskIntoConstraints = false
      view.addSubview(each)
    }
    let guide = view.safeAreaLayoutGuide
    NSLayoutConstraint.activate([
      signatureView.topAnchor.constraint(equalTo: guide.topAnchor, constant: 20),
      signatureView.leadingAnchor.constraint(equalTo: guide.leadingAnchor, constant: 16),
      signatureView.trailingAnchor.constraint(equalTo: guide.trailingAnchor, constant: -16),
      signatureView.heightAnchor.constraint(equalToConstant: 240),
      statusLabel.topAnchor.constraint(equalTo: signatureView.bottomAnchor, constant: 12),
      statusLabel.leadingAnchor.constraint(equalTo: signatureView.leadingAnchor),
    ])
    showStatus()
  }

  private func showStatus() {
    statusLabel.text = "\(signatureView.strokeCount) strokes, \(signatureView.pointCount) points"
  }

  private func clear() {
    signatureView.clear()
  }

  private func undo() {
    signatureView.undo()
  }
}
