/// A route guard sends browsers in circles, or to a route that it refuses.
struct GuardContradiction: Error, CustomStringConvertible {
  let routeGuard: String
  let trail: [String]
  let isCircle: Bool

  /// - Parameter trail: The URLs that the browser would have been sent through.
  init(_ scene: Scene, trail: [String], isCircle: Bool) {
    self.init(scene.runtime.app, trail: trail, isCircle: isCircle)
  }

  init(_ routeGuard: Any.Type, trail: [String], isCircle: Bool) {
    self.routeGuard = "\(routeGuard)"
    self.trail = trail
    self.isCircle = isCircle
  }

  var description: String {
    let path = trail.joined(separator: ", then ")
    return isCircle
      ? "The route guard of \(routeGuard) sends browsers in circles: \(path). Allow one of these routes."
      : "The route guard of \(routeGuard) refuses the route that it redirects to: \(path). Allow it, or redirect elsewhere."
  }
}
