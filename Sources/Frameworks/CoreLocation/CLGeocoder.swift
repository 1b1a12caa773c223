public import Foundation

/// A place with an address.
open class CLPlacemark: NSObject {
  public final let location: CLLocation?
  init(location: CLLocation?) { self.location = location }

  open var name: String? { nil }
  open var thoroughfare: String? { nil }
  open var subThoroughfare: String? { nil }
  open var locality: String? { nil }
  open var subLocality: String? { nil }
  open var administrativeArea: String? { nil }
  open var postalCode: String? { nil }
  open var isoCountryCode: String? { nil }
  open var country: String? { nil }
}

public typealias CLGeocodeCompletionHandler = ([CLPlacemark]?, (any Error)?) -> Void

/// Finds the place of an address, and the address of a place. The server has no directory of places: each handler gets a
/// `CLError` with the code `network` at once. Call a web service in a side effect instead.
open class CLGeocoder: NSObject {
  public final var isGeocoding: Bool { false }
  open func cancelGeocode() {}

  open func geocodeAddressString(
    _ addressString: String, completionHandler: @escaping CLGeocodeCompletionHandler
  ) { completionHandler(nil, CLError(.network)) }

  open func reverseGeocodeLocation(
    _ location: CLLocation, completionHandler: @escaping CLGeocodeCompletionHandler
  ) { completionHandler(nil, CLError(.network)) }

  open func geocodeAddressString(_ addressString: String) async throws -> [CLPlacemark] { throw CLError(.network) }
  open func reverseGeocodeLocation(_ location: CLLocation) async throws -> [CLPlacemark] { throw CLError(.network) }
}
