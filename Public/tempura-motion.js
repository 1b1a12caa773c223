// Plays what the server animates: docs/reference/live-protocol.md
export default live => ({})
