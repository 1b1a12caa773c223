// `StoredDefaults`, which an app may need for its state.

@_exported public import DefaultDecoding
