// Plays films and sounds as the app wants it, and tells the server what they do: docs/reference/live-protocol.md
export default live => {
const players = new WeakMap
// Orders to go to a time, and where their elements are, or were when they left the page: by their ids
const places = {}

// It is the `touch` of jobs: one message is under way at a time, with what is true when it is sent. A dialog above changes nothing.
class Player {
  name = 'medium'
  messages = 1
  told = 0
  answered() {}

  constructor(view) {
    this.view = view
    for (const type of 'play playing waiting pause seeking seeked ended durationchange ratechange error'.split(' ')) view['on' + type] = () => this.tell()
    view.ontimeupdate = () => view.paused || performance.now() - this.told < this.pause - 30 || this.tell()
    this.follow()
    if (view.readyState || view.error) this.tell()
  }

  // Carries out what is new in the markup.
  follow() {
    const {view} = this, {medium, bare} = view.dataset, [order, rate, seek, time, volume, pause] = medium.split(' ').map(Number)
    const muted = view.hasAttribute('muted')
    this.pause = pause
    if (volume != this.volume) view.volume = this.volume = volume
    if (muted != this.muted) view.muted = this.muted = muted
    if (order != this.order || bare != this.bare) this.showControls(bare == null)
    this.bare = bare
    if (order == this.order) return
    this.order = order
    if (seek != this.seek) {
      const [known, place] = places[view.id] || []
      if (known == seek) view.currentTime = place
      else if (this.seek || time) view.currentTime = time
    }
    this.seek = seek
    if (!rate) return view.pause()
    view.defaultPlaybackRate = view.playbackRate = rate
    view.play().catch(({name}) => {
      // The user can start it.
      if (name == 'NotAllowedError') this.showControls(true)
      this.tell()
    })
  }

  showControls(isShown) {
    this.view.controls = isShown
    this.view.style.pointerEvents = isShown ? '' : 'none'
  }

  tell() {
    const {view} = this
    places[view.id] = [this.seek, view.currentTime]
    if (!view.ended) this.isOver = false
    if (view.isConnected && !view.seeking && !live.isOver && !live.queue.some(({touch}) => touch == this)) live.enqueue({touch: this, still: true})
  }

  take() {
    const {id, currentTime, duration, paused, ended, error, readyState, playbackRate} = this.view
    const what = error ? 'x' : ended && !this.isOver ? 'e' : paused ? 's' : readyState < 3 ? 'w' : 'p'
    this.isOver = ended
    this.told = performance.now()
    return [encodeURIComponent(id), this.order, what, currentTime, duration || 0, playbackRate].join(' ')
  }
}

const follow = () => live.all('[data-medium]').map(e => players.has(e) ? players.get(e).follow() : players.set(e, new Player(e)))

follow()
return {changes: () => follow}
}
