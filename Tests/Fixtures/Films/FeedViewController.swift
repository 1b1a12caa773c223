import AVFoundation
import UIKit

final class FilmCell: UICollectionViewCell {
  static let identifier = "FilmCell"

  private let playerLayer = AVPlayerLayer()
  private var looper: AVPlayerLooper?

  override init(frame: CGRect) {
    super.init(frame: frame)
    playerLayer.videoGravity = .resizeAspectFill
    contentView.layer.addSublayer(playerLayer)
  }

  required init?(coder: NSCoder) { fatalError("init(coder:) has not been implemented") }

  override func layoutSubviews() {
    super.layoutSubviews()
    playerLayer.frame = contentView.bounds
  }

  override func prepareForReuse() {
    super.prepareForReuse()
    looper = nil
    playerLayer.player = nil
  }

  func configure(with url: URL) {
    let player = AVQueuePlayer()
    looper = AVPlayerLooper(player: player, templateItem: AVPlayerItem(url: url))
    player.isMuted = true
    playerLayer.player = player
  }

  func toggle() {
    guard let player = playerLayer.player else { return }
    if player.rate == 0 { player.play() } else { player.pause() }
  }
}

/// Films in cells, each of which plays without a sound and without an end when it is tapped.
final class FeedViewController: UICollectionViewController {
  init() {
    let layout = UICollectionViewFlowLayout()
    layout.itemSize = CGSize(width: 320, height: 180)
    super.init(collectionViewLayout: layout)
    title = "Feed"
  }

  required init?(coder: NSCoder) { fatalError("init(coder:) has not been implemented") }

  override func viewDidLoad() {
    super.viewDidLoad()
    collectionView.register(FilmCell.self, forCellWithReuseIdentifier: FilmCell.identifier)
  }

  override func collectionView(_ collectionView: UICollectionView, numberOfItemsInSection section: Int) -> Int { 3 }

  override func collectionView(
    _ collectionView: UICollectionView, cellForItemAt indexPath: IndexPath
  ) -> UICollectionViewCell {
    let cell =
      collectionView.dequeueReusableCell(withReuseIdentifier: FilmCell.identifier, for: indexPath) as! FilmCell
    cell.configure(with: Media.film)
    return cell
  }

  override func collectionView(_ collectionView: UICollectionView, didSelectItemAt indexPath: IndexPath) {
    collectionView.deselectItem(at: indexPath, animated: false)
    (collectionView.cellForItem(at: indexPath) as? FilmCell)?.toggle()
  }
}
