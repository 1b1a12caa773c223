@testable import TempuraTesting
