// What `import PhotosUI` provides on a phone. Its classes are in TempuraUI.

@_exported public import Photos
@_exported public import TempuraUI
