"use strict"

// The search and the copy buttons. Everything else of the site works without a script.

const root = document.documentElement.dataset.root

// --- Copy buttons

for (const code of document.querySelectorAll("article figure:has(> pre)")) {
  const button = document.createElement("button")
  button.className = "copy"
  button.textContent = "Copy"
  button.addEventListener("click", async () => {
    const copy = code.querySelector("pre").cloneNode(true)
    for (const removed of copy.querySelectorAll("del")) removed.remove()
    await navigator.clipboard.writeText(copy.textContent)
    button.textContent = "Copied"
    setTimeout(() => { button.textContent = "Copy" }, 2000)
  })
  code.append(button)
}

// --- Search

const maxResults = { guide: 12, symbol: 40 }
const field = Object.assign(document.createElement("input"), {
  type: "text", placeholder: "Search the documentation", autocomplete: "off", spellcheck: false, enterKeyHint: "go",
})
field.setAttribute("aria-label", "Search the documentation")
const results = Object.assign(document.createElement("div"), { className: "results" })
const count = Object.assign(document.createElement("p"), { className: "count", role: "status" })
const dialog = document.createElement("dialog")
dialog.setAttribute("aria-label", "Search")
dialog.append(field, results, count)
document.body.append(dialog)

const opener = document.querySelector(".search")
opener.innerHTML = "Search <kbd>/</kbd>"
opener.addEventListener("click", (event) => {
  if (event.ctrlKey || event.metaKey || event.shiftKey) return
  event.preventDefault()
  open()
})
document.addEventListener("keydown", (event) => {
  const isTyping = event.target.closest?.("input, textarea, select, [contenteditable]")
  if (event.key !== "/" || isTyping || event.ctrlKey || event.metaKey || event.altKey) return
  event.preventDefault()
  open()
})
dialog.addEventListener("click", (event) => { if (event.target === dialog) dialog.close() })
dialog.addEventListener("keydown", move)
field.addEventListener("input", show)
results.addEventListener("click", (event) => { if (event.target.closest("a")) dialog.close() })

let index

function open() {
  if (!dialog.open) dialog.showModal()
  field.select()
  if (index) return
  // A script, as a page that was opened from a folder may not fetch.
  const script = document.createElement("script")
  script.src = `${root}search.js`
  script.addEventListener("load", () => {
    index = searchIndex.map(([kind, title, url, where, text]) =>
      ({ kind, title, url, where, text, name: title.toLowerCase(), around: where.toLowerCase(), lower: text.toLowerCase() }))
    show()
  })
  document.head.append(script)
}

function move(event) {
  const links = [...results.querySelectorAll("a")]
  const at = links.indexOf(document.activeElement)
  if (event.key === "ArrowDown") (links[at + 1] ?? links[at])?.focus()
  else if (event.key === "ArrowUp") (links[at - 1] ?? field).focus()
  else if (event.key === "Enter" && at < 0) links[0]?.click()
  else return
  event.preventDefault()
}

// How well an entry fits all words; 0 if one of them is nowhere in it.
function score(entry, words) {
  let sum = 0
  for (const word of words) {
    const at = entry.name.indexOf(word)
    if (entry.name === word || entry.name.split("(")[0] === word) sum += 100
    else if (at === 0) sum += 60
    else if (at > 0) sum += /[^a-z]/.test(entry.name[at - 1]) || /[A-Z]/.test(entry.title[at]) ? 40 : 20
    else if (entry.around.includes(word)) sum += 12
    else if (entry.lower.includes(word)) sum += 6
    else return 0
  }
  if (words.length > 1 && entry.lower.includes(words.join(" "))) sum += 10
  if (/^(module|class|struct|protocol|enum)$/.test(entry.kind)) sum += 40
  return sum - Math.min(entry.name.length, 60) / 10
}

function show() {
  results.replaceChildren()
  count.textContent = ""
  // Without the ending of a plural, a word is also found in its singular.
  const words = field.value.toLowerCase().split(/\s+/).filter(Boolean).map((word) => word.replace(/(?<=...)s$/, ""))
  if (!words.length || !index) return
  const found = { guide: [], symbol: [] }
  for (const entry of index) {
    const points = score(entry, words)
    if (points > 0) found[entry.kind === "guide" ? "guide" : "symbol"].push({ entry, points })
  }
  const groups = Object.entries(found).filter(([, group]) => group.length)
  for (const [, group] of groups) group.sort((one, other) => other.points - one.points)
  groups.sort(([, one], [, other]) => other[0].points - one[0].points)
  for (const [kind, group] of groups) {
    const heading = document.createElement("h2")
    heading.textContent = kind === "guide" ? "Guides" : "API"
    const list = document.createElement("ul")
    list.append(...group.slice(0, maxResults[kind]).map(({ entry }) => item(entry, words)))
    results.append(heading, list)
  }
  const all = found.guide.length + found.symbol.length
  count.textContent = all === 0 ? "Nothing is found." : all === 1 ? "1 result" : `${all} results`
  results.scrollTop = 0
}

function item(entry, words) {
  const link = document.createElement("a")
  link.href = root + entry.url
  const title = document.createElement("b")
  title.append(...marked(entry.title, words))
  const where = document.createElement("small")
  where.textContent = entry.where === entry.title ? "" : entry.where
  link.append(title, where)
  const at = Math.max(0, ...words.map((word) => entry.lower.indexOf(word)))
  const start = at < 60 ? 0 : entry.text.lastIndexOf(" ", at - 40) + 1
  const text = entry.text.slice(start, start + 140)
  if (text) {
    const line = document.createElement("p")
    line.append(start ? "… " : "", ...marked(text, words), start + 140 < entry.text.length ? " …" : "")
    link.append(line)
  }
  const element = document.createElement("li")
  element.append(link)
  return element
}

// The text as nodes, with the words marked.
function marked(text, words) {
  const pattern = words.map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")).join("|")
  return text.split(new RegExp(`(${pattern})`, "i")).map((part, number) => {
    if (number % 2 === 0) return part
    const mark = document.createElement("mark")
    mark.textContent = part
    return mark
  })
}
