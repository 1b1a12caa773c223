// The other types that encoders and decoders have methods for.

typealias JSONScalar = EncodedScalar & DecodedScalar

extension Int: JSONScalar {}
extension Int8: JSONScalar {}
extension Int16: JSONScalar {}
extension Int32: JSONScalar {}
extension Int64: JSONScalar {}
extension UInt: JSONScalar {}
extension UInt8: JSONScalar {}
extension UInt16: JSONScalar {}
extension UInt32: JSONScalar {}
extension UInt64: JSONScalar {}
extension Int128: JSONScalar {}
extension UInt128: JSONScalar {}
extension Float: JSONScalar {}
extension Double: JSONScalar {}
