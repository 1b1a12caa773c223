// What the checks of long lists ask a page. `lists` is there after this script ran.

window.lists = (() => {
  const all = (selector, e = document) => [...e.querySelectorAll(selector)]
  // The rows, and the room for rows that are not on the page.
  const items = () => all('.UITableView li, .UICollectionView li, [data-room]').filter(e => !e.querySelector('li') && e.checkVisibility())
  const text = e => e.innerText.trim().replace(/\s+/g, ' ')
  const bar = () => document.querySelector('.UINavigationBar')?.getBoundingClientRect().bottom ?? 0
  const isSeen = e => {
    const {top, bottom} = e.getBoundingClientRect()
    return bottom > bar() + 1 && top < innerHeight - 1
  }

  const scroller = () =>
    all('[data-scrolls]').find(e => e.scrollHeight > e.clientHeight + 1 && /auto|scroll/.test(getComputedStyle(e).overflowY))
      || document.scrollingElement
  const isBusy = () => document.readyState != 'complete' || !document.querySelector('.UIWindow') || document.querySelector('[aria-busy]')

  // Waits for what a function finds. Returns a sentence if it does not come.
  async function until(find, what) {
    for (const end = Date.now() + 30_000; Date.now() < end; await new Promise(next => setTimeout(next, 20))) {
      const found = !isBusy() && find()
      if (found) return found
    }
    throw new Error(`${what} did not come; ${JSON.stringify(state())}`)
  }

  const state = () => {
    const e = scroller()
    const seen = items().filter(isSeen)
    return {
      top: e.scrollTop, height: e.scrollHeight, window: e.clientHeight,
      count: items().reduce((sum, e) => sum + (+e.dataset.room || 1), 0), cells: items().filter(e => !e.dataset.room).length,
      isBlank: !seen.length || seen.some(e => e.dataset.room), rows: seen.filter(e => !e.dataset.room).map(text),
    }
  }
  // What the app scrolled to stays in its place for a moment.
  const moves = () => document.getAnimations().some(({playState, effect}) => playState == 'running' && effect.getComputedTiming().endTime < 1e4)
  const settled = async () => {
    await until(() => !state().isBlank && !moves(), 'the rows in the window')
    await new Promise(next => requestAnimationFrame(() => requestAnimationFrame(next)))
    return until(() => { const now = state(); return !now.isBlank && now }, 'the rows in the window')
  }

  const find = words => items().find(e => !e.dataset.room && text(e).includes(words))
  // The row with the focus, or the element that has it.
  const focus = () => document.activeElement.closest('li:not([data-room])') || document.activeElement
  const boxOf = e => e.getBoundingClientRect().top

  // Without the script also on the page that comes then.
  const click = (button, isPlain) => {
    if (isPlain) sessionStorage.tempuraPlain = 1
    setTimeout(() => button.click())
  }

  return {
    state, settled,
    // Scrolls to a part of the content, from 0 for its start to 1 for its end.
    async scrollTo(part) {
      const e = scroller()
      e.scrollTop = Math.round(part * (e.scrollHeight - e.clientHeight))
      return settled()
    },
    async scrollBy(length) {
      scroller().scrollTop += length
      return settled()
    },
    // Scrolls to the end of what there is until there are so many rows.
    async reach(count) {
      for (;;) {
        const before = await settled()
        if (before.count >= count) return before
        const e = scroller()
        e.scrollTop = e.scrollHeight
        await until(() => state().count > before.count, `row ${before.count + 1}`)
      }
    },
    async has(words) {
      await until(() => find(words), words)
      return boxOf(find(words))
    },
    async sees(words) {
      await until(() => find(words) && isSeen(find(words)), `${words} in the window`)
    },
    async comesAfter(words) {
      await until(() => items()[items().indexOf(find(words)) + 1]?.dataset.room == null, `a row after ${words}`)
    },
    async counts(number) {
      await until(() => state().count == number, `the count ${number}`)
      return state()
    },
    async cellsAre(number) {
      await until(() => state().cells >= number, `the cells ${number}`)
    },
    // Shows a row of equal rows in the upper part of the window, as a reader who looks for it.
    async seek(words, part) {
      const e = scroller()
      e.scrollTop = Math.round(part * (e.scrollHeight - e.clientHeight))
      await settled()
      await until(() => find(words), words)
      e.scrollTop += boxOf(find(words)) - 300
      await settled()
      return boxOf(await until(() => find(words), words))
    },
    press(words, isPlain) {
      const button = all('button, a').find(e => (e.ariaLabel || text(e)) == words && !e.closest('[inert]'))
      if (!button) throw new Error(`no button ${words}`)
      click(button, isPlain)
    },
    tap(words, isPlain) {
      const row = find(words)
      if (!row) throw new Error(`no row ${words}`)
      const button = row.querySelector('button')
      click(button, isPlain)
    },
    // Waits until the page that was marked is replaced by another one.
    async changes() {
      await until(() => !window.isOld, 'another page')
    },
    leave(way) {
      window.isOld = true
      setTimeout(() => way == 'reload' ? location.reload() : history.back())
    },
    async reaches(low, high = 1e9) {
      await until(() => scroller().scrollTop >= low && scroller().scrollTop <= high, `an offset from ${low} to ${high}`)
      // Keys and wheels scroll for a moment.
      for (let top; top != scroller().scrollTop; await new Promise(next => setTimeout(next, 100))) top = scroller().scrollTop
      return settled()
    },
    async reachesEnd() {
      await until(() => scroller().scrollTop >= scroller().scrollHeight - scroller().clientHeight - 2, 'the end')
      return settled()
    },
    async focusHas(words) {
      await until(() => text(focus()).includes(words), `the focus on ${words}, which is on ${text(focus())},`)
    },
    focus(words) {
      const button = [...find(words)?.querySelectorAll('button') || [], ...all('[data-room] button')].find(e => text(e).includes(words) || !text(e))
      if (!button) throw new Error(`no button ${words} in ${all('[data-room] button').map(text)}; ${JSON.stringify(state())}`)
      button.focus({preventScroll: true})
    },
    // The row or the button that has the focus.
    focused: () => text(focus()),
    isSaid: words => document.querySelector('.announcement').textContent.includes(words),
    // Waits until the focus has left a button of the room.
    async focusMoves() {
      await until(() => !document.activeElement.closest('[data-room]'), 'the focus on a row')
    },
    // Whether the page or an element that scrolls has the focus, so that keys scroll it.
    isFocusLost: () => document.activeElement == document.body,
    // What a screen reader says of the rows: their places.
    places: () => items().filter(e => !e.dataset.room).map(e => [text(e), +e.getAttribute('aria-posinset'), +e.getAttribute('aria-setsize')]),
    // Returns for how long there was room in the window in the place of rows, since it was called before.
    blank() {
      const longest = window.blank ?? 0
      let since, before = performance.now()
      if (window.blank == null) requestAnimationFrame(function step(now) {
        if (all('[data-room]').some(isSeen)) window.blank = Math.max(window.blank, now - (since ??= before))
        else since = null
        before = now
        requestAnimationFrame(step)
      })
      window.blank = 0
      return longest
    },
    async shows(words) {
      await until(() => document.body.innerText.includes(words), words)
      return state()
    },
    // Where the first seen row is, to find out whether it moves.
    place() {
      const row = items().find(e => !e.dataset.room && boxOf(e) > bar())
      return [text(row), boxOf(row)]
    },
  }
})()
