// Takes files that the user drops or pastes, and opens the browser's share sheet: docs/reference/live-protocol.md
export default ({all, one}) => {
const sheet = new CSSStyleSheet
sheet.replaceSync(`
[data-takes]:not(:focus-within) > :not(.problem) { position: absolute; width: 1px; height: 1px; min-height: 0; opacity: 0; pointer-events: none; overflow: hidden; }
[data-over] { outline: 2px solid var(--tint); outline-offset: -2px; }`)
document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]

// The view around an element that takes files, or the picker on the screen
const takes = way => `:has(> [data-takes=${way}] > :enabled)`
const viewAt = ({target: e}, way) =>
  e.closest?.(takes(way)) || one('#screen .DocumentPickerView') || way == 'paste' && one(`#screen ${takes(way)}`)

function put(view, way, files) {
  const field = one(`:scope > [data-takes=${way}] > input, :scope > .FileField:not([data-takes]) > input`, view)
  if (!field) return
  field.files = files
  field.dispatchEvent(new Event('change', {bubbles: true}))
}

// The view that files are over
let over
function hover(view) {
  if (over != view) over?.removeAttribute('data-over')
  over = view || null
  over?.setAttribute('data-over', '')
}

for (const name of ['dragover', 'drop']) addEventListener(name, event => {
  const {dataTransfer} = event, view = viewAt(event, 'drop')
  if (!dataTransfer.types.includes('Files')) return
  // Beside such views, a browser would leave the page for the file.
  event.preventDefault()
  dataTransfer.dropEffect = view ? 'copy' : 'none'
  hover(name == 'dragover' && view)
  if (name == 'drop' && view) put(view, 'drop', dataTransfer.files)
})
addEventListener('dragleave', ({relatedTarget}) => relatedTarget || hover())

addEventListener('paste', event => {
  const {files, types} = event.clipboardData, view = files[0] && !types.includes('text/plain') && viewAt(event, 'paste')
  if (!view) return
  event.preventDefault()
  put(view, 'paste', files)
})

// The content security policy lets a script fetch no `data:` URL.
async function content({href, download}) {
  const [, type, isCoded, data] = /^data:([^,]*?)(;base64)?,(.*)/s.exec(href) || []
  const parts = !data ? await (await fetch(href)).blob() : isCoded ? Uint8Array.from(atob(data), e => e.charCodeAt()) : decodeURIComponent(data)
  return new File([parts], download, {type: type || parts.type})
}

// Shows the button that shares what its dialog has, where the browser can.
async function offer(button) {
  button.onclick = () => {}
  const view = button.closest('.LinkScreenView'), files = await Promise.all(all('[download]', view).map(content))
  const text = all('textarea', view).map(e => e.value).join('\n'), url = one('[target]', view)?.href
  const data = {...text && {text}, ...url && {url}, ...files[0] && {files}}
  if (!navigator.canShare?.(data)) return
  button.hidden = false
  button.onclick = event => {
    if (!event.isTrusted) return
    event.preventDefault()
    navigator.share(data).then(() => button.click(), () => {})
  }
}

const offerAll = () => all('[data-shares]').map(button => button.onclick || offer(button))
offerAll()
return {changes: () => offerAll}
}
