/// The meaning of a text field, so that browsers can fill it in.
public struct UITextContentType: RawRepresentable, Hashable, Sendable {
  /// The value of the `autocomplete` attribute (HTML Standard, section 4.10.18.7), if HTML has one for the type.
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }

  public static let name = UITextContentType(rawValue: "name")
  public static let namePrefix = UITextContentType(rawValue: "honorific-prefix")
  public static let givenName = UITextContentType(rawValue: "given-name")
  public static let middleName = UITextContentType(rawValue: "additional-name")
  public static let familyName = UITextContentType(rawValue: "family-name")
  public static let nameSuffix = UITextContentType(rawValue: "honorific-suffix")
  public static let nickname = UITextContentType(rawValue: "nickname")
  public static let jobTitle = UITextContentType(rawValue: "organization-title")
  public static let organizationName = UITextContentType(rawValue: "organization")
  public static let fullStreetAddress = UITextContentType(rawValue: "street-address")
  public static let streetAddressLine1 = UITextContentType(rawValue: "address-line1")
  public static let streetAddressLine2 = UITextContentType(rawValue: "address-line2")
  public static let addressCity = UITextContentType(rawValue: "address-level2")
  public static let addressState = UITextContentType(rawValue: "address-level1")
  public static let sublocality = UITextContentType(rawValue: "address-level3")
  public static let countryName = UITextContentType(rawValue: "country-name")
  public static let postalCode = UITextContentType(rawValue: "postal-code")
  public static let telephoneNumber = UITextContentType(rawValue: "tel")
  public static let emailAddress = UITextContentType(rawValue: "email")
  public static let URL = UITextContentType(rawValue: "url")
  public static let creditCardNumber = UITextContentType(rawValue: "cc-number")
  public static let creditCardName = UITextContentType(rawValue: "cc-name")
  public static let creditCardGivenName = UITextContentType(rawValue: "cc-given-name")
  public static let creditCardMiddleName = UITextContentType(rawValue: "cc-additional-name")
  public static let creditCardFamilyName = UITextContentType(rawValue: "cc-family-name")
  public static let creditCardSecurityCode = UITextContentType(rawValue: "cc-csc")
  public static let creditCardExpiration = UITextContentType(rawValue: "cc-exp")
  public static let creditCardExpirationMonth = UITextContentType(rawValue: "cc-exp-month")
  public static let creditCardExpirationYear = UITextContentType(rawValue: "cc-exp-year")
  public static let creditCardType = UITextContentType(rawValue: "cc-type")
  public static let username = UITextContentType(rawValue: "username")
  public static let password = UITextContentType(rawValue: "current-password")
  public static let newPassword = UITextContentType(rawValue: "new-password")
  public static let oneTimeCode = UITextContentType(rawValue: "one-time-code")
  public static let birthdate = UITextContentType(rawValue: "bday")
  public static let birthdateDay = UITextContentType(rawValue: "bday-day")
  public static let birthdateMonth = UITextContentType(rawValue: "bday-month")
  public static let birthdateYear = UITextContentType(rawValue: "bday-year")

  // HTML has no `autocomplete` values for these.
  public static let location = UITextContentType(rawValue: "location")
  public static let addressCityAndState = UITextContentType(rawValue: "address-city-and-state")
  public static let dateTime = UITextContentType(rawValue: "date-time")
  public static let flightNumber = UITextContentType(rawValue: "flight-number")
  public static let shipmentTrackingNumber = UITextContentType(rawValue: "shipment-tracking-number")
  public static let cellularEID = UITextContentType(rawValue: "cellular-eid")
  public static let cellularIMEI = UITextContentType(rawValue: "cellular-imei")
}

extension UITextContentType {
  private static let unknownToBrowsers: Set<UITextContentType> = [
    .location, .addressCityAndState, .dateTime, .flightNumber, .shipmentTrackingNumber, .cellularEID, .cellularIMEI,
  ]

  private static let secrets: Set<UITextContentType> = [.password, .newPassword, .oneTimeCode]

  /// Whether text of this type must not be stored.
  var isSecret: Bool { Self.secrets.contains(self) || self == .creditCardNumber || self == .creditCardSecurityCode }

  /// Returns the value of the `autocomplete` attribute for an `input` of a type, or for a `textarea` if the type is
  /// nil. Nil if the element does not allow the value.
  func autocomplete(inputType: String?) -> String? {
    guard !Self.unknownToBrowsers.contains(self) else { return nil }
    switch inputType {
    case nil: return rawValue
    case "password": return Self.secrets.contains(self) ? rawValue : nil
    case _ where self == .fullStreetAddress: return "address-line1"  // `street-address` needs several lines
    default: return rawValue
    }
  }

  /// Whether an `input` of a type allows this content type.
  func isAllowed(forInputType inputType: String) -> Bool {
    switch inputType {
    case "email": self == .emailAddress || self == .username
    case "tel": self == .telephoneNumber
    case "url": self == .URL
    default: true
    }
  }
}
