// The functions that `Mirror` calls, from ReflectionMirror.swift, SwiftShims/Reflection.h and MetadataKind.def of the
// Swift project. They are not public API. PropertyTableTests compares what they read with `Mirror`.

/// What `swift_getMetadataKind` returns for some types.
package enum MetadataKind {
  package static let structure: UInt = 0x200
  package static let enumeration: UInt = 0x201
  /// Types such as `any Badge`.
  package static let existential: UInt = 0x303
  /// Types such as `any Collection<UIView>`.
  package static let extendedExistential: UInt = 0x307
}

package struct FieldMetadata {
  package var name: UnsafePointer<CChar>?
  package var freeName: (@convention(c) (UnsafePointer<CChar>?) -> Void)?
  /// Whether the field is neither weak nor unowned.
  package var isStrong = false
  package var isVariable = false

  package init() {}
}

@_silgen_name("swift_getMetadataKind")
package func swift_getMetadataKind(_ type: Any.Type) -> UInt

@_silgen_name("swift_reflectionMirror_recursiveCount")
package func swift_reflectionMirror_recursiveCount(_ type: Any.Type) -> Int

@_silgen_name("swift_reflectionMirror_recursiveChildOffset")
package func swift_reflectionMirror_recursiveChildOffset(_ type: Any.Type, index: Int) -> Int

@_silgen_name("swift_reflectionMirror_recursiveChildMetadata")
package func swift_reflectionMirror_recursiveChildMetadata(
  _ type: Any.Type, index: Int, metadata: UnsafeMutablePointer<FieldMetadata>
) -> Any.Type
