import TestSupport
import Testing

@testable import HTTPServer

struct AddressRateTests {
  private static let second: UInt64 = 1_000_000_000

  private static func address(_ text: String) throws -> NetworkAddress { try #require(NetworkAddress(text)) }

  /// How many of some tries succeed.
  private static func taken(_ rate: AddressRate, _ address: NetworkAddress, at time: UInt64, tries: Int = 100) -> Int {
    (0..<tries).count { _ in rate.take(for: address, at: time) }
  }

  @Test func anAddressHasItsBurstAndThenItsRate() throws {
    let rate = AddressRate(AddressRateLimit(5, per: 1, burst: 20))
    let (one, other) = (try Self.address("192.0.2.1"), try Self.address("192.0.2.2"))
    var now = 100 * Self.second
    #expect(Self.taken(rate, one, at: now) == 20)
    now += Self.second
    #expect(Self.taken(rate, one, at: now) == 5)
    now += Self.second / 5
    #expect(Self.taken(rate, one, at: now) == 1)
    #expect(Self.taken(rate, other, at: now) == 20)
    // After some quiet seconds, all of the burst.
    now += 4 * Self.second
    #expect(Self.taken(rate, one, at: now) == 20)
    now += 1000 * Self.second
    #expect(Self.taken(rate, one, at: now) == 20)
  }

  @Test func aPeriodCanBeAMinute() throws {
    let rate = AddressRate(AddressRateLimit(60, per: 60, burst: 3))
    let address = try Self.address("192.0.2.1")
    #expect(Self.taken(rate, address, at: Self.second) == 3)
    #expect(Self.taken(rate, address, at: 3 * Self.second) == 2)
  }

  @Test func anIPv6NetworkIsOneAddress() throws {
    let rate = AddressRate(AddressRateLimit(1, per: 1, burst: 2))
    let now = Self.second
    #expect(rate.take(for: try Self.address("2001:db8:1:2::1"), at: now))
    #expect(rate.take(for: try Self.address("2001:db8:1:2:ffff::2"), at: now))
    #expect(!rate.take(for: try Self.address("2001:db8:1:2::3"), at: now))
    #expect(rate.take(for: try Self.address("2001:db8:1:3::1"), at: now))
  }

  @Test func thisMachineIsOnlyLimitedIfTheLimitSaysSo() throws {
    let address = try Self.address("127.0.0.1")
    var limit = AddressRateLimit(1, per: 1, burst: 1)
    #expect(Self.taken(AddressRate(limit), address, at: Self.second) == 100)
    limit.countsThisMachine = true
    #expect(Self.taken(AddressRate(limit), address, at: Self.second) == 1)
  }

  @Test func withoutALimitNothingIsCounted() throws {
    let rate = AddressRate(.none)
    #expect(Self.taken(rate, try Self.address("192.0.2.1"), at: Self.second) == 100)
    #expect(rate.count == 0)
  }

  @Test func theMemoryOfManyAddressesIsBounded() throws {
    let rate = AddressRate(AddressRateLimit(1, per: 1, burst: 1))
    var now = Self.second
    for high in 0..<3 {
      for low in 0..<60_000 {
        now += 1
        #expect(rate.take(for: try Self.address("10.\(high).\(low >> 8).\(low & 255)"), at: now))
      }
      #expect(rate.count <= AddressRate.limit)
    }
    // Buckets that are full again are dropped first.
    let active = try Self.address("192.0.2.1")
    now += 10 * Self.second
    #expect(rate.take(for: active, at: now))
    for low in 0..<AddressRate.limit - 1 {
      _ = rate.take(for: try Self.address("10.\(200 + low >> 16).\(low >> 8 & 255).\(low & 255)"), at: now)
    }
    #expect(rate.count <= AddressRate.limit)
  }

  @Test func aRequestBeyondTheRateIs429() throws {
    let server = try TestServer {
      $0.limits.requestsPerAddress = AddressRateLimit(1, per: 3600, burst: 2, countsThisMachine: true)
    } handle: {
      $0.respond(text: "ok")
    }
    #expect(try server.get("/").status == 200)
    #expect(try server.get("/").status == 200)
    let refused = try server.get("/")
    #expect(refused.status == 429)
    #expect(refused.header("Retry-After") != nil)
    #expect(refused.text.contains("Too many requests come from your network"))
  }

  @Test func checksAreAnsweredBeyondTheRate() throws {
    let server = try TestServer {
      $0.limits.requestsPerAddress = AddressRateLimit(1, per: 3600, burst: 1, countsThisMachine: true)
      $0.pathsExemptFromLimits = ["/health"]
    } handle: {
      $0.respond(text: "ok")
    }
    #expect(try server.get("/").status == 200)
    #expect(try server.get("/").status == 429)
    #expect(try server.get("/health").status == 200)
    #expect(try server.get("/healthy").status == 429)
  }

  @Test func behindAProxyTheAddressThatItNamesIsLimited() throws {
    let server = try TestServer {
      $0.trustsForwardedHeaders = true
      $0.limits.requestsPerAddress = AddressRateLimit(1, per: 3600, burst: 1)
    } handle: {
      $0.respond(text: "ok")
    }
    #expect(try server.get("/", headers: "X-Forwarded-For: 192.0.2.1\r\n").status == 200)
    #expect(try server.get("/", headers: "X-Forwarded-For: 192.0.2.1\r\n").status == 429)
    #expect(try server.get("/", headers: "X-Forwarded-For: 192.0.2.2\r\n").status == 200)
    #expect(try server.get("/").status == 200)
  }
}
