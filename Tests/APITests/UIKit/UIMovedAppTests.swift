import CoreLocation
import MapKit
import Testing
import UIKit  // and with it UserNotifications

// Names that apps bring along, although a page can do little with them.

private final class ListController: UIViewController, UITableViewDataSource, UITableViewDataSourcePrefetching,
  UICollectionViewDataSourcePrefetching
{
  let table = UITableView()
  let grid = UICollectionView(frame: .zero, collectionViewLayout: UICollectionViewFlowLayout())

  override func viewDidLoad() {
    super.viewDidLoad()
    table.register(UINib(nibName: "Cell", bundle: nil), forCellReuseIdentifier: "nib")
    table.register(UITableViewCell.self, forCellReuseIdentifier: "cell")
    table.dataSource = self
    table.prefetchDataSource = self
    grid.register(UINib(nibName: "GridCell", bundle: .main), forCellWithReuseIdentifier: "nib")
    grid.prefetchDataSource = self
    grid.isPrefetchingEnabled = false
  }

  func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { 1 }

  func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
    tableView.dequeueReusableCell(withIdentifier: "cell", for: indexPath)
  }

  func tableView(_ tableView: UITableView, prefetchRowsAt indexPaths: [IndexPath]) {}
  func collectionView(_ collectionView: UICollectionView, prefetchItemsAt indexPaths: [IndexPath]) {}

  override func accessibilityPerformEscape() -> Bool {
    dismiss(animated: true)
    return true
  }
}

private final class AppDelegate: UIResponder, UIApplicationDelegate {
  var types: UIUserNotificationType?

  func application(_ application: UIApplication, didRegister notificationSettings: UIUserNotificationSettings) {
    types = notificationSettings.types
  }
}

private final class RouteController: UIViewController, MKMapViewDelegate {
  func mapView(_ mapView: MKMapView, viewFor annotation: MKAnnotation) -> MKAnnotationView? {
    annotation is MKUserLocation ? nil : MKPinAnnotationView(annotation: annotation, reuseIdentifier: nil)
  }

  func mapView(_ mapView: MKMapView, rendererFor overlay: MKOverlay) -> MKOverlayRenderer {
    if let circle = overlay as? MKCircle {
      let renderer = MKCircleRenderer(circle: circle)
      renderer.fillColor = UIColor.red.withAlphaComponent(0.2)
      return renderer
    }
    let renderer = MKPolylineRenderer(overlay: overlay)
    renderer.strokeColor = .blue
    renderer.lineWidth = 2
    return renderer
  }
}

@MainActor @Suite struct UIMovedAppTests {
  @Test func listsHavePrefetchingAndNibs() {
    let controller = ListController()
    controller.loadViewIfNeeded()
    #expect(controller.table.prefetchDataSource === controller && controller.table.isPrefetchingEnabled)
    #expect(controller.grid.prefetchDataSource === controller && !controller.grid.isPrefetchingEnabled)
    #expect(controller.table.numberOfRows(inSection: 0) == 1)
    #expect(UINib(nibName: "Cell", bundle: nil).instantiate(withOwner: nil, options: nil).isEmpty)
    #expect(Bundle.main.loadNibNamed("Cell", owner: controller, options: nil)?.first as? UITableViewCell == nil)
    #expect(controller.accessibilityPerformEscape() && !UIView().accessibilityPerformEscape())
    let path = NSIndexPath(row: 2, section: 1)
    #expect(path.row == 2 && path.section == 1 && path as IndexPath == IndexPath(row: 2, section: 1))
  }

  @Test func aTextHasStyling() {
    let view = UITextView()
    view.font = .systemFont(ofSize: 20)
    view.text = "Plain"
    let plain = view.textStyling(at: view.beginningOfDocument, in: .forward)
    #expect((plain?[.font] as? UIFont)?.pointSize == 20)
    let text = NSMutableAttributedString(string: "ab")
    text.addAttribute(.foregroundColor, value: UIColor.red, range: NSRange(location: 0, length: 1))
    view.attributedText = text
    let after = view.position(from: view.beginningOfDocument, offset: 1)!
    #expect(view.textStyling(at: after, in: .backward)?[.foregroundColor] as? UIColor == .red)
    #expect(view.textStyling(at: after, in: .forward)?[.foregroundColor] == nil)
  }

  @Test func imagesAndBarsHaveAccessibility() throws {
    let image = try #require(UIImage(named: "cat"))
    image.accessibilityLabel = "A cat"
    let view = UIImageView(image: image)
    #expect(view.accessibilityLabel == "A cat")
    view.accessibilityLabel = "My cat"
    #expect(view.accessibilityLabel == "My cat" && image.accessibilityLabel == "A cat")
    #expect(image.withRenderingMode(.alwaysTemplate).accessibilityLabel == nil)
    let bar = UIView()
    bar.accessibilityTraits = .tabBar
    #expect(bar.accessibilityTraits == .tabBar)
  }

  @Test func scenesAndKeyboardsHaveCoordinates() {
    let scene = UIApplication.shared.connectedScenes.first as? UIWindowScene
    let space: UICoordinateSpace? = scene?.coordinateSpace
    #expect(space?.bounds == UIScreen.main.bounds)
    let view = UIView(frame: CGRect(x: 0, y: 0, width: 100, height: 50))
    #expect(view.keyboardLayoutGuide.layoutFrame == CGRect(x: 0, y: 50, width: 100, height: 0))
  }

  @Test func textsCanBeEmpty() {
    let text = NSMutableAttributedString()
    text.append(NSAttributedString(string: "a"))
    #expect(text.string == "a" && NSAttributedString().length == 0)
  }

  @Test func windowsHaveLevels() {
    let window = UIWindow(frame: UIScreen.main.bounds)
    #expect(window.windowLevel == .normal)
    window.windowLevel = .alert + 1
    #expect(window.windowLevel > .statusBar && window.windowLevel == UIWindow.Level(rawValue: 2001))
  }

  @Test func formsOfSharingAreNamed() {
    let sheet = UIActivityViewController(activityItems: ["x"], applicationActivities: nil)
    sheet.excludedActivityTypes = [.postToFlickr, .postToVimeo, .postToWeibo, .postToTencentWeibo]
    #expect(Set(sheet.excludedActivityTypes ?? []).count == 4)
  }

  @Test func savingAPictureSucceedsBecauseThePageOffersIt() {
    final class Saver {
      var errors: [Error?] = []
      func image(_ image: UIImage, didFinishSavingWithError error: Error?, contextInfo: UnsafeRawPointer) {
        errors.append(error)
      }
    }
    let saver = Saver()
    UIImageWriteToSavedPhotosAlbum(UIImage(), nil, nil, nil)
    UIImageWriteToSavedPhotosAlbum(
      UIImage(), saver, Saver.image(_:didFinishSavingWithError:contextInfo:), nil)
    #expect(saver.errors.count == 1 && saver.errors.allSatisfy { $0 == nil })
  }

  @Test func oldNotificationsAreRefused() {
    let settings = UIUserNotificationSettings(types: [.alert, .badge, .sound], categories: nil)
    #expect(settings.types.contains(.badge))
    let delegate = AppDelegate()
    let previous = UIApplication.shared.delegate
    UIApplication.shared.delegate = delegate
    UIApplication.shared.registerUserNotificationSettings(settings)
    UIApplication.shared.delegate = previous
    #expect(delegate.types == [])
    #expect(UIApplication.shared.currentUserNotificationSettings?.types.isEmpty == true)
  }

  @Test func notificationsHaveContent() throws {
    let content = UNMutableNotificationContent()
    content.threadIdentifier = "thread"
    content.categoryIdentifier = "category"
    content.launchImageName = "Launch"
    content.targetContentIdentifier = "target"
    content.summaryArgument = "Summary"
    content.attachments = [
      try UNNotificationAttachment(identifier: "file", url: URL(fileURLWithPath: #filePath), options: nil)
    ]
    #expect(content.attachments.first?.identifier == "file")
    #expect(throws: UNError.self) {
      try UNNotificationAttachment(identifier: "", url: URL(fileURLWithPath: "/nowhere"), options: nil)
    }
  }

  @Test func mapsHaveCamerasAndOverlays() {
    let map = MKMapView()
    let controller = RouteController()
    map.delegate = controller
    let here = CLLocationCoordinate2DMake(45, 9)
    map.setCamera(MKMapCamera(lookingAtCenter: here, fromDistance: 1000, pitch: 0, heading: 0), animated: true)
    #expect(map.centerCoordinate.latitude == 45 && abs(map.camera.altitude - 1000) < 1)
    let places = [here, CLLocationCoordinate2DMake(46, 10)]
    let line = MKPolyline(coordinates: places, count: places.count)
    let circle = MKCircle(center: here, radius: 100)
    map.addOverlay(line)
    map.addOverlays([circle], level: .aboveRoads)
    #expect(line.coordinate.latitude == 45.5 && line.pointCount == 2 && map.overlays.count == 2)
    #expect(controller.mapView(map, rendererFor: circle) is MKCircleRenderer)
    map.removeOverlay(line)
    map.removeOverlays(map.overlays)
    map.setUserTrackingMode(.follow, animated: true)
    #expect(map.overlays.isEmpty && map.userTrackingMode == .follow && map.userLocation.location == nil)
  }

  @Test func placesAreNotFound() async throws {
    let geocoder = CLGeocoder()
    var found: [CLPlacemark]?
    var problem: Error?
    geocoder.geocodeAddressString("Via Roma, Milano") { (found, problem) = ($0, $1) }
    #expect(found?.first?.locality == nil && (problem as? CLError)?.code == .network)
    #expect(problem?.localizedDescription.contains("call a web service") == true)
    geocoder.reverseGeocodeLocation(CLLocation(latitude: 45, longitude: 9)) { placemarks, error in
      print(placemarks?.first?.name ?? "", error as Any)
    }
    let request = MKLocalSearch.Request()
    request.naturalLanguageQuery = "Pizza"
    MKLocalSearch(request: request).start { response, error in
      print(response?.mapItems.first?.name ?? "")
      problem = error
    }
    #expect((problem as? MKError)?.code == .serverFailure)
  }

  @Test func formatsMakeConstraints() {
    let (view, label, button) = (UIView(), UILabel(), UIButton(type: .system))
    for each in [label, button] {
      each.translatesAutoresizingMaskIntoConstraints = false
      view.addSubview(each)
    }
    let views: [String: Any] = ["label": label, "button": button]
    let metrics = ["gap": 12]
    NSLayoutConstraint.activate(
      NSLayoutConstraint.constraints(
        withVisualFormat: "H:|-[label]-gap-[button(>=44@750)]-|", options: [.alignAllCenterY], metrics: metrics,
        views: views))
    view.addConstraints(
      NSLayoutConstraint.constraints(withVisualFormat: "V:|[label(20)]", metrics: nil, views: views))
    #expect(view.constraints.count == 5 && label.constraints.count == 1 && button.constraints.count == 1)
  }
}

@Suite struct LiteralTests {
  @Test func literalsOfXcodeAreColorsAndImages() {
    let color: UIColor = #colorLiteral(red: 1, green: 0.5, blue: 0, alpha: 1)
    #expect(color == UIColor(red: 1, green: 0.5, blue: 0, alpha: 1))
    let image: UIImage = #imageLiteral(resourceName: "Photo")
    #expect(image == UIImage(named: "Photo"))
  }
}
