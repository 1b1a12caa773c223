// What `import Photos` provides on a phone. Its classes are in TempuraUI.

@_exported public import TempuraUI
