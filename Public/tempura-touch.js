// Tells the server of fingers on views that want to know: docs/reference/live-protocol.md
export default live => ({})
