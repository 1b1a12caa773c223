/// Tiles of a map, of 256 points each.
package final class MapTilesView: UIView {
  @Rendered package var zoom = 0
  @Rendered package var columns = 0..<0
  @Rendered package var rows = 0..<0

  override package func renderContent(into html: HTMLRenderer) {
    let (template, count) = (AppEnvironment.current.otherServers.mapTiles ?? "", 1 << zoom)
    for (row, column) in rows.flatMap({ row in columns.map { (row, $0) } }) {
      // Servers of tiles want to know the site. A tile keeps its element when the map moves.
      html.write("<img loading=\"lazy\" alt=\"\" referrerpolicy=\"strict-origin\"")
      html.write(attribute: "id", idOf: self, part: "\(zoom)/\(column)/\(row)")
      html.writeClass(
        declarations: "position:absolute;left:\((column - columns.lowerBound) * 16)rem;width:16rem;max-width:none;"
          + "top:\((row - rows.lowerBound) * 16)rem;height:16rem;pointer-events:none;")
      let parts = [("{z}", zoom), ("{x}", (column % count + count) % count), ("{y}", row)]
      html.write(attribute: "src", parts.reduce(template) { $0.replacing($1.0, with: "\($1.1)") })
      html.write(">")
    }
  }
}
