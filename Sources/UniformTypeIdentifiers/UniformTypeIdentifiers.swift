// What `import UniformTypeIdentifiers` brings on a phone.

@_exported public import struct TempuraUI.UTType
