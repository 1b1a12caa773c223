// The type that `import UniformTypeIdentifiers` provides on a phone.

@_exported public import struct TempuraUI.UTType
