import MapKit
import UIKit
import WebKit

/// An app with a map and pages of other servers, for Tests/Browser/live_media.py.
@main
class AppDelegate: UIResponder, UIApplicationDelegate, ServerConfigurable {
  var window: UIWindow?

  func application(
    _ application: UIApplication, didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    let window = UIWindow(frame: UIScreen.main.bounds)
    window.rootViewController = UINavigationController(rootViewController: PlacesViewController())
    window.makeKeyAndVisible()
    self.window = window
    return true
  }

  static var serverConfiguration: ServerConfiguration {
    var configuration = ServerConfiguration()
    configuration.languages = ["en"]
    return configuration
  }
}

/// A map of Paris, and two pages.
class PlacesViewController: UIViewController, MKMapViewDelegate, WKNavigationDelegate {
  let status = UILabel()
  let map = MKMapView()
  let web = WKWebView()
  let column = UIStackView()
  private var changes = 0

  override func viewDidLoad() {
    super.viewDidLoad()
    title = "Places"
    view.backgroundColor = .systemBackground
    status.accessibilityIdentifier = "status"
    status.text = "Ready"
    map.delegate = self
    let paris = CLLocationCoordinate2D(latitude: 48.8584, longitude: 2.2945)
    map.region = MKCoordinateRegion(center: paris, latitudinalMeters: 1500, longitudinalMeters: 1500)
    map.addAnnotation(MKPointAnnotation(coordinate: paris, title: "Eiffel Tower", subtitle: "Paris"))
    let trocadero = CLLocationCoordinate2D(latitude: 48.8616, longitude: 2.2893)
    map.addAnnotation(MKPointAnnotation(coordinate: trocadero, title: "Trocadéro"))
    web.navigationDelegate = self
    let buttons = UIStackView(
      arrangedSubviews: [
        button("One") { $0.open("one") }, button("Two") { $0.open("two") }, button("Back") { $0.web.goBack() },
        button("Reload") { $0.web.reload() },
      ])
    buttons.distribution = .fillEqually
    for part in [status, map, buttons, web] { column.addArrangedSubview(part) }
    column.axis = .vertical
    column.spacing = 8
    column.translatesAutoresizingMaskIntoConstraints = false
    view.addSubview(column)
    NSLayoutConstraint.activate([
      column.topAnchor.constraint(equalTo: view.safeAreaLayoutGuide.topAnchor),
      column.leadingAnchor.constraint(equalTo: view.leadingAnchor, constant: 16),
      column.trailingAnchor.constraint(equalTo: view.trailingAnchor, constant: -16),
      map.heightAnchor.constraint(equalToConstant: 300),
      web.heightAnchor.constraint(equalToConstant: 160),
    ])
  }

  private func button(_ title: String, _ action: @escaping (PlacesViewController) -> Void) -> UIButton {
    UIButton(
      type: .system,
      primaryAction: UIAction(title: title) { [weak self] _ in
        if let self { action(self) }
      })
  }

  private func open(_ page: String) {
    let base = ProcessInfo.processInfo.environment["PLACES_URL"] ?? "https://example.com"
    web.load(URLRequest(url: URL(string: "\(base)/\(page)")!))
  }

  func mapView(_ mapView: MKMapView, didSelect view: MKAnnotationView) {
    status.text = "Selected \(view.annotation?.title ?? "")"
  }

  func mapView(_ mapView: MKMapView, didDeselect view: MKAnnotationView) { status.text = "Nothing selected" }

  func mapView(_ mapView: MKMapView, regionDidChangeAnimated animated: Bool) {
    changes += 1
    status.text = "Moved"
  }

  func webView(_ webView: WKWebView, didFinish navigation: WKNavigation!) {
    status.text = "\(webView.title ?? "") \(webView.url?.lastPathComponent ?? "") \(webView.canGoBack)"
  }
}
