import AVFoundation
import AVKit
import MapKit
import Testing
import UIKit
import WebKit

// Videos, maps and web pages as apps show them.

private final class PlayerView: UIView {
  override class var layerClass: AnyClass { AVPlayerLayer.self }
  var playerLayer: AVPlayerLayer { layer as! AVPlayerLayer }
}

private final class PlaceController: UIViewController, MKMapViewDelegate, WKNavigationDelegate, WKUIDelegate,
  WKScriptMessageHandler
{
  let map = MKMapView()
  let web = WKWebView(frame: .zero, configuration: WKWebViewConfiguration())
  var log: [String] = []

  override func viewDidLoad() {
    super.viewDidLoad()
    map.delegate = self
    map.showsUserLocation = true
    map.isZoomEnabled = false
    web.navigationDelegate = self
    web.uiDelegate = self
    web.configuration.userContentController.add(self, name: "app")
    web.scrollView.isScrollEnabled = false
  }

  func mapView(_ mapView: MKMapView, viewFor annotation: MKAnnotation) -> MKAnnotationView? {
    let view =
      mapView.dequeueReusableAnnotationView(withIdentifier: "pin")
      ?? MKMarkerAnnotationView(annotation: annotation, reuseIdentifier: "pin")
    view.canShowCallout = true
    return view
  }

  func mapView(_ mapView: MKMapView, didSelect view: MKAnnotationView) {}
  func mapView(_ mapView: MKMapView, regionDidChangeAnimated animated: Bool) { log.append("region") }

  func webView(_ webView: WKWebView, didFinish navigation: WKNavigation!) { log.append("page") }
  func webView(_ webView: WKWebView, didFail navigation: WKNavigation!, withError error: Error) {}

  func webView(
    _ webView: WKWebView, decidePolicyFor navigationAction: WKNavigationAction,
    decisionHandler: @escaping (WKNavigationActionPolicy) -> Void
  ) { decisionHandler(navigationAction.request.url == nil ? .cancel : .allow) }

  func userContentController(_ userContentController: WKUserContentController, didReceive message: WKScriptMessage) {}
}

private final class Shop: NSObject, MKAnnotation {
  let coordinate = CLLocationCoordinate2D(latitude: 45, longitude: 9)
  var title: String? { "Shop" }
}

@MainActor @Suite struct MediaTests {
  @Test func videosArePlayed() throws {
    let player = AVPlayer(url: try #require(URL(string: "https://example.com/x.mp4")))
    let controller = AVPlayerViewController()
    controller.player = player
    controller.showsPlaybackControls = true
    controller.videoGravity = .resizeAspectFill
    player.isMuted = true
    player.play()
    player.pause()
    player.seek(to: .zero)
    player.seek(to: CMTime(seconds: 1, preferredTimescale: 600)) { _ in }
    let observer = player.addPeriodicTimeObserver(
      forInterval: CMTime(seconds: 1, preferredTimescale: 600), queue: .main
    ) { time in print(time.seconds) }
    player.removeTimeObserver(observer)
    player.replaceCurrentItem(with: AVPlayerItem(asset: AVURLAsset(url: try #require(URL(string: "/x.mp4")))))
    #expect(player.currentItem?.status == .readyToPlay && player.rate == 0 && player.timeControlStatus == .paused)
    let view = PlayerView()
    view.playerLayer.player = player
    view.playerLayer.videoGravity = .resizeAspect
    let layer = AVPlayerLayer(player: player)
    layer.frame = view.bounds
    view.layer.addSublayer(layer)
    NotificationCenter.default.removeObserver(controller, name: .AVPlayerItemDidPlayToEndTime, object: nil)
    try AVAudioSession.sharedInstance().setCategory(.playback, mode: .default, options: [.mixWithOthers])
    try AVAudioSession.sharedInstance().setActive(true)
    #expect(AVQueuePlayer(items: []).items().isEmpty)
  }

  @Test func mapsHavePlaces() {
    let controller = PlaceController()
    controller.loadViewIfNeeded()
    let place = MKPointAnnotation()
    place.coordinate = CLLocationCoordinate2D(latitude: 45, longitude: 9)
    place.title = "Here"
    controller.map.addAnnotations([place, Shop()])
    controller.map.setRegion(
      MKCoordinateRegion(center: place.coordinate, latitudinalMeters: 500, longitudinalMeters: 500), animated: true)
    controller.map.setCenter(place.coordinate, animated: false)
    controller.map.showAnnotations(controller.map.annotations, animated: true)
    controller.map.selectAnnotation(place, animated: true)
    #expect(controller.map.selectedAnnotations.count == 1 && controller.map.centerCoordinate.latitude == 45)
    controller.map.removeAnnotations(controller.map.annotations)
    #expect(controller.map.annotations.isEmpty && controller.log == ["region", "region"])
    let span = MKCoordinateSpan(latitudeDelta: 0.1, longitudeDelta: 0.1)
    #expect(MKCoordinateRegion(center: place.coordinate, span: span).span.latitudeDelta == 0.1)
    let item = MKMapItem(placemark: MKPlacemark(coordinate: place.coordinate))
    item.name = "Here"
    item.openInMaps(launchOptions: [MKLaunchOptionsDirectionsModeKey: MKLaunchOptionsDirectionsModeDriving])
  }

  @Test func webPagesAreLoaded() throws {
    let controller = PlaceController()
    controller.loadViewIfNeeded()
    controller.web.load(URLRequest(url: try #require(URL(string: "https://example.com"))))
    controller.web.loadHTMLString("<p>Text</p>", baseURL: nil)
    controller.web.evaluateJavaScript("1") { result, error in print(result as Any, error as Any) }
    #expect(controller.log == ["page", "page"] && !controller.web.canGoBack && !controller.web.isLoading)
    controller.web.reload()
    controller.web.stopLoading()
  }
}
