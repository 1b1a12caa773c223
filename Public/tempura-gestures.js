// Moves of a finger that need no server until they end: swipes of rows, sheets, the edge, pulling, reordering
export default live => ({})
