// The functions that `Mirror` calls, from ReflectionMirror.swift, SwiftShims/Reflection.h and MetadataKind.def of the
// Swift project. They are not public API. PropertyTableTests compares what they read with `Mirror`. ArrayTextsTests has
// the tests of PlainType: they compare JSON that relies on these functions with JSON of the same values without them.

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
