// Functions that the checks call in a page. The browser evaluates them even if JavaScript is disabled for the page.
(() => {
  const isHTML = (element) => element instanceof HTMLElement;

  /** Whether an element is visible and not below a modal screen. */
  const isLive = (element) =>
    element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) && !element.closest("[inert]") && !isTiny(element);

  /** Whether an element is only for assistive technology. */
  const isTiny = (element) => {
    for (let current = element; current; current = current.parentElement) {
      if (getComputedStyle(current).clipPath === "inset(50%)") return true;
    }
    return false;
  };

  const describe = (element) => {
    if (!element || element === document.body) return "the page";
    const labels = (element.getAttribute("aria-labelledby") || "").split(/\s+/).map((id) => document.getElementById(id)?.innerText);
    const label = labels.filter(Boolean).join(" ") || element.getAttribute("aria-label");
    const text = (label || element.innerText || element.value || "").trim().slice(0, 40);
    const id = element.id || (element.name === "tap" ? element.value : element.name) || element.className;
    return `<${element.localName}${id ? ` ${id}` : ""}>${text ? ` “${text}”` : ""}`;
  };

  // MARK: Controls

  /** The key that identifies a control in all pages. The radio buttons of a group have one key. */
  const key = (element) => {
    if (!element || element === document.body) return "";
    if (element.type === "radio") return `radio:${element.name}`;
    return `${element.localName}:${element.id}:${element.name || ""}:${element.name === "tap" ? element.value : ""}`;
  };

  const native = "button, input, select, textarea, a[href], summary";
  const focusable = `${native}, [tabindex], [contenteditable='true']`;

  const controls = () => {
    const found = new Map();
    for (const element of document.querySelectorAll(focusable)) {
      if (element.disabled || element.closest("fieldset:disabled") || (element.tabIndex < 0 && !element.matches(native))) continue;
      if (element.type === "hidden" || !isLive(element)) continue;
      const known = key(element);
      if (!found.has(known)) {
        found.set(known, { key: known, kind: kind(element), name: describe(element), fixed: isFixed(element) });
      }
    }
    return [...found.values()];
  };

  /** The controls that the page means to show, and that nobody sees: without a size, or outside of what can be scrolled to. */
  const unseen = () => {
    const found = [];
    if (document.querySelector(":popover-open")) return found; // A scroll would close it.
    for (const element of document.querySelectorAll(native)) {
      const isMeant = element.type !== "hidden" && element.tabIndex >= 0 && !element.disabled && element.checkVisibility();
      if (!isMeant || element.closest("[inert], [popover]:not(:popover-open), .input-views") || isTiny(element)) continue;
      element.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
      const box = element.getBoundingClientRect();
      const place = element.closest(".placed")?.getBoundingClientRect() ?? box;
      const part = shown({ element, box });
      if (Math.min(box.width, box.height, place.width, place.height) <= 0) {
        found.push({ element: describe(element), text: "it has no size" });
      } else if (part.isVisible === false || part.cutBy) {
        found.push({ element: describe(element), text: `${part.cutBy ? describe(part.cutBy) : "what is around it"} cuts it off` });
      } else if (!isInScroller(element) && (part.left < -1 || part.right > document.scrollingElement.clientWidth + 1)) {
        found.push({ element: describe(element), text: "it lies outside the window" });
      }
    }
    return found;
  };

  /** Scrolls to a control, and returns where a user presses it, what is there instead of it, and its value. */
  const reachFor = (wanted) => {
    const element = find(wanted);
    // What stands for the keyboard is there while its field has the focus.
    if (!element || element.disabled || !isLive(element) || element.closest(".input-views")) return null;
    if (!element.closest(":popover-open")) element.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
    const box = element.getBoundingClientRect();
    const at = (part) => ({ x: box.left + box.width * part, y: (box.top + box.bottom) / 2 });
    const hit = ({ x, y }) => document.elementFromPoint(x, y);
    const isIt = (top) => top && (element.contains(top) || top.closest("label")?.control === element);
    // A row has controls of its own over its button.
    const parts = element.matches(".stretched") ? [0.5, 0.05, 0.2, 0.35, 0.65, 0.8, 0.95] : [0.5];
    const place = at(parts.find((part) => isIt(hit(at(part)))) ?? 0.5);
    const value = element.type === "radio" || element.type === "checkbox" ? element.checked : element.value;
    return {
      ...place,
      width: box.width,
      height: box.height,
      coveredBy: isIt(hit(place)) ? "" : describe(hit(place)),
      value: String(value),
      name: describe(element),
      kind: kind(element),
    };
  };

  /** Whether using a control has no effect, because it is read-only or already selected. */
  const isFixed = (element) => element.readOnly === true || element.matches("[role='radio'][aria-checked='true']");

  const kind = (element) => {
    if (element.hasAttribute("popovertarget")) return "menu";
    return element.localName === "input" ? element.type : element.localName;
  };

  const find = (wanted) => {
    const all = [...document.querySelectorAll(focusable)].filter((element) => key(element) === wanted);
    return all.find((element) => element.checked) || all[0];
  };

  /** Focuses a control as the keyboard would. */
  const focus = (wanted) => {
    const element = find(wanted);
    if (!element || element.disabled || !isLive(element)) return false;
    element.focus({ focusVisible: true });
    return document.activeElement === element;
  };

  /** The element with the focus, and whether the focus is visible. */
  const focused = () => {
    const element = document.activeElement;
    const styles = [element, element.closest(".UISearchTextField") ?? element].map((one) => getComputedStyle(one));
    const box = element.getBoundingClientRect();
    const middle = [
      (Math.max(box.left, 0) + Math.min(box.right, innerWidth)) / 2,
      (Math.max(box.top, 0) + Math.min(box.bottom, innerHeight)) / 2,
    ];
    const top = document.elementFromPoint(...middle);
    const related = top && (element.contains(top) || top.contains(element) || top.closest("label")?.control === element);
    return {
      key: key(element),
      kind: kind(element),
      name: describe(element),
      isBody: element === document.body,
      hasRing: styles.some((style) => style.outlineStyle === "auto" || (style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 2)),
      coveredBy: related || element === document.body ? "" : describe(top),
    };
  };

  /** The state of a page: its URL and the text with which the gallery shows events. */
  const outcome = () => {
    const events = [...document.querySelectorAll(".lastEvent")].map((element) => element.textContent);
    return `${location.pathname}${location.search}\n${events.length ? events.join("\n") : document.body.innerText}`;
  };

  /** Whether a dialog is open. */
  const hasDialog = () => [...document.querySelectorAll("dialog[open], [role='alertdialog']")].some(isLive);

  // MARK: Layout

  /** The boxes of the visible texts, clipped by scrolling regions. */
  const texts = () => {
    const found = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const range = document.createRange();
    while (walker.nextNode()) {
      const node = walker.currentNode;
      const element = node.parentElement;
      if (!node.data.trim() || !isHTML(element) || ["SCRIPT", "STYLE", "OPTION"].includes(element.tagName)) continue;
      if (!isLive(element)) continue;
      range.selectNodeContents(node);
      for (const box of range.getClientRects()) {
        if (box.width > 1 && box.height > 1) found.push({ element, box: onItsLine(box, element) });
      }
    }
    return found;
  };

  /** The part of a text's box within its line. Fonts may say that their letters are higher than that. */
  const onItsLine = (box, element) => {
    const excess = Math.max(0, box.height - (parseFloat(getComputedStyle(element).lineHeight) || box.height));
    return new DOMRect(box.x, box.y + excess / 2, box.width, box.height - excess);
  };

  /** The boxes of the pictures that can be seen. */
  const pictures = () =>
    [...document.querySelectorAll("img, .icon")].filter(isLive).map((element) => ({ element, box: element.getBoundingClientRect() }));

  /** The words that go on in another line. Of words with more than 12 letters that is to be expected. */
  const brokenWords = () => {
    const found = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const range = document.createRange();
    while (walker.nextNode()) {
      const node = walker.currentNode;
      const element = node.parentElement;
      // Labels of push buttons only: a title may be wider than a narrow screen with large text.
      if (!isHTML(element) || !element.closest("button:not([aria-pressed])") || !isLive(element)) continue;
      for (const word of node.data.matchAll(/[\p{Script=Latin}\p{Script=Arabic}\p{M}\p{N}]+/gu)) {
        if (word[0].length > 12) continue;
        range.setStart(node, word.index);
        range.setEnd(node, word.index + word[0].length);
        const lines = new Set([...range.getClientRects()].filter((box) => box.width > 1).map((box) => Math.round(box.top)));
        if (lines.size > 1) found.push({ element, word: word[0] });
      }
    }
    return found;
  };

  /** The texts that are so narrow that most of their lines have one letter. */
  const columns = () => {
    const blocks = new Map();
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const range = document.createRange();
    while (walker.nextNode()) {
      const node = walker.currentNode;
      const element = node.parentElement;
      if (!node.data.trim() || !isHTML(element) || !isLive(element)) continue;
      const block = [...around(element)].find((current) => getComputedStyle(current).display !== "inline");
      if (!block) continue;
      const known = blocks.get(block) ?? { letters: 0, boxes: [] };
      known.letters += [...new Intl.Segmenter().segment(node.data.replace(/\s/g, ""))].length;
      range.selectNodeContents(node);
      known.boxes.push(...[...range.getClientRects()].filter((box) => box.width > 1));
      blocks.set(block, known);
    }
    return [...blocks].map(([element, { letters, boxes }]) => ({ element, letters, lines: countLines(boxes) })).filter(
      ({ letters, lines }) => lines > 2 && letters < 1.5 * lines,
    );
  };

  const countLines = (boxes) => {
    let [count, end] = [0, -Infinity];
    for (const box of boxes.toSorted((one, other) => one.top - other.top)) {
      if ((box.top + box.bottom) / 2 > end) {
        count += 1;
        end = box.bottom;
      }
    }
    return count;
  };

  const around = function* (element) {
    for (let current = element; current && current !== document.body; current = current.parentElement) yield current;
  };

  const isSticky = (element) =>
    [...around(element)].some((current) => ["sticky", "fixed"].includes(getComputedStyle(current).position));

  /** The part of a text that the regions around it show, or the region that cuts it off. */
  const shown = ({ element, box }) => {
    let { left, top, right, bottom } = box;
    for (const current of around(element)) {
      const style = getComputedStyle(current);
      if (style.overflowX === "visible" && style.overflowY === "visible") continue;
      const isMeant = style.textOverflow === "ellipsis" || style.webkitLineClamp !== "none";
      const frame = current.getBoundingClientRect();
      const [across, down] = [reach(current, style, "X", frame), reach(current, style, "Y", frame)];
      const isCut = left < across.start - 2 || right > across.end + 2 || top < down.start - 2 || bottom > down.end + 2;
      const isOutside = left >= frame.right || right <= frame.left || top >= frame.bottom || bottom <= frame.top;
      // What lies outside as a whole may be meant to appear later, if assistive technology ignores it, or has another name.
      if (isOutside && (isHiddenFromReaders(element) || current.matches("button.BackButton[aria-label]"))) return { isVisible: false };
      if (isCut && !isMeant) return { cutBy: current };
      left = Math.max(left, frame.left);
      right = Math.min(right, frame.right);
      top = Math.max(top, frame.top);
      bottom = Math.min(bottom, frame.bottom);
    }
    return { left, top, right, bottom, isVisible: right - left > 1 && bottom - top > 1 };
  };

  /** Where content of a region can be seen, in one direction: within it, or as far as it scrolls. */
  const reach = (region, style, axis, frame) => {
    const [start, end] = axis === "X" ? [frame.left, frame.right] : [frame.top, frame.bottom];
    const overflow = axis === "X" ? style.overflowX : style.overflowY;
    if (overflow === "hidden" || overflow === "clip") return { start, end };
    if (overflow === "visible") return { start: -Infinity, end: Infinity };
    // Nothing can be scrolled to that lies before the start of the content.
    const scrolled = axis === "X" ? region.scrollLeft : region.scrollTop;
    const isBackwards = axis === "X" && style.direction === "rtl";
    return isBackwards ? { start: -Infinity, end: end - scrolled } : { start: start - scrolled, end: Infinity };
  };

  const isHiddenFromReaders = (element) => element.closest("[aria-hidden='true']") !== null;

  /** Whether two texts, or a text and a picture, cover one another against the intention. */
  const collide = (one, other) => {
    if (one.element === other.element || one.sticky !== other.sticky) return false;
    const [left, right] = [Math.max(one.left, other.left), Math.min(one.right, other.right)];
    const [top, bottom] = [Math.max(one.top, other.top), Math.min(one.bottom, other.bottom)];
    const isPicture = one.isPicture || other.isPicture;
    if (right - left <= (isPicture ? 3 : 2) || bottom - top <= (isPicture ? 4 : 2)) return false;
    // A caption on a picture, and the same text twice, of which one is decoration.
    if ((one.isPicture && contains(one, other)) || (other.isPicture && contains(other, one))) return false;
    if (isHiddenFromReaders(one.element) !== isHiddenFromReaders(other.element) && haveSameText(one, other)) return false;
    return !isScrolledBelow(one, other, (left + right) / 2, (top + bottom) / 2);
  };

  const contains = (outer, inner) =>
    inner.left >= outer.left - 1 && inner.right <= outer.right + 1 && inner.top >= outer.top - 1 && inner.bottom <= outer.bottom + 1;

  const haveSameText = (one, other) => one.element.textContent.trim() === other.element.textContent.trim();

  /** Whether one of two texts is below an opaque view at a point, from where it can be scrolled. */
  const isScrolledBelow = (one, other, x, y) => {
    const before = one.element.getBoundingClientRect();
    const offset = [scrollX, scrollY];
    if (y < 0 || y >= innerHeight || x < 0 || x >= innerWidth) scrollBy(x - innerWidth / 2, y - innerHeight / 2);
    const after = one.element.getBoundingClientRect();
    const stack = document.elementsFromPoint(x + after.left - before.left, y + after.top - before.top);
    scrollTo(...offset);
    const places = [stack.indexOf(one.element), stack.indexOf(other.element)];
    if (places.includes(-1)) return false;
    const [upper, lower] = [Math.min(...places), Math.max(...places)];
    return stack.slice(upper, lower).some(isOpaque) && [...around(stack[lower])].some(scrolls);
  };

  const isOpaque = (element) => {
    const style = getComputedStyle(element);
    return style.opacity === "1" && /^rgb\(/.test(style.backgroundColor);
  };

  const scrolls = (element) =>
    /auto|scroll/.test(getComputedStyle(element).overflowY) && element.scrollHeight > element.clientHeight;

  const isInScroller = (element) =>
    [...around(element)].some((current) => /auto|scroll/.test(getComputedStyle(current).overflowX));

  /** The mistakes in the layout of a page: rule, element and message. */
  const layout = () => {
    const problems = [];
    const report = (rule, element, text) => problems.push({ rule, element: describe(element), text });
    const root = document.scrollingElement;
    if (root.scrollWidth > root.clientWidth) {
      const wide = [...document.body.querySelectorAll("*")].filter(
        (element) => isLive(element) && element.getBoundingClientRect().right > root.clientWidth + 1 && !isInScroller(element.parentElement),
      );
      report("sideways", wide.at(-1), `the page is ${root.scrollWidth} px wide, and the window ${root.clientWidth} px`);
    }
    // The server laid it out for this height, unless the text is larger.
    const hasUsualText = getComputedStyle(document.documentElement).fontSize === "16px";
    if (isFramed() && hasUsualText && root.scrollHeight > root.clientHeight) {
      report("tall", null, `the page is ${root.scrollHeight} px high, and the window ${root.clientHeight} px`);
    }
    const all = texts();
    const visible = [];
    for (const text of all) {
      const part = shown(text);
      if (part.cutBy) {
        report("cut-text", text.element, `${describe(part.cutBy)} cuts it off`);
      } else if (part.isVisible) {
        visible.push({ ...part, element: text.element, sticky: isSticky(text.element) });
        const control = text.element.closest("button, a[href], summary, label");
        const frame = control?.getBoundingClientRect();
        const protrudes = frame && (part.left < frame.left - 2 || part.right > frame.right + 2 || part.top < frame.top - 2 || part.bottom > frame.bottom + 2);
        if (protrudes) report("text-outside", control, "its text is larger than it is");
        const isOutside = part.left < -1 || part.right > root.clientWidth + 1 || part.top + scrollY < -1;
        if (!isInScroller(text.element) && isOutside && !isHiddenFromReaders(text.element)) {
          report("off-screen", text.element, "it lies outside the window");
        }
      }
    }
    for (const picture of pictures()) {
      const part = shown(picture);
      if (part.isVisible) visible.push({ ...part, element: picture.element, sticky: isSticky(picture.element), isPicture: true });
    }
    problems.push(...brokenLabels(1).problems);
    for (const { element, word } of brokenWords()) report("broken-word", element, `“${word}” goes on in another line`);
    for (const { element, letters, lines } of columns()) report("column", element, `its ${letters} letters take ${lines} lines`);
    visible.forEach((one, index) => {
      for (const other of visible.slice(index + 1)) {
        if (collide(one, other)) report("overlap", one.element, `it overlaps ${describe(other.element)}`);
      }
    });
    for (const element of document.querySelectorAll("button, input, select, textarea, summary")) {
      if (element.disabled || element.type === "hidden" || element.tabIndex < 0 || !isLive(element)) continue;
      // A press beside a dot turns to a neighbour of its page, so that the row is one target.
      const boxes = [element, ...(element.labels || [])].map(target);
      const row = element.closest(".UIPageControl");
      if (row) boxes[0].width = row.getBoundingClientRect().width;
      const box = boxes[0];
      if (!boxes.some((one) => one.width >= 43.5 && one.height >= 43.5)) {
        report("small-target", element, `it is ${Math.round(box.width)} × ${Math.round(box.height)} px, and a target has at least 44 × 44 px`);
      }
      const own = element.getBoundingClientRect();
      const [x, y] = [(own.left + own.right) / 2, (own.top + own.bottom) / 2];
      const hit = document.elementFromPoint(x, y)?.closest("button:not(.outside)");
      const at = hit?.getBoundingClientRect();
      if (hit && hit !== element && (x < at.left || x > at.right || y < at.top || y > at.bottom)) {
        report("taken", element, `a press on it goes to ${describe(hit)}, which is beside it`);
      }
    }
    for (const image of document.images) {
      if (isLive(image) && image.complete && image.naturalWidth === 0) report("no-image", image, `${image.src} shows nothing`);
    }
    return problems;
  };

  /** The labels whose lines the server broke: how many there are, and those in which a line is wider, or broken elsewhere. */
  const brokenLabels = (tolerance) => {
    const labels = [...document.querySelectorAll(".UILabel.placed")].filter(
      (element) => element.innerText.trim() && isHTML(element) && isLive(element),
    );
    const problems = labels.flatMap((element) => {
      const [frame, text] = [element.getBoundingClientRect(), textWithBreaks(element)];
      const style = getComputedStyle(element);
      const found = [];
      const add = (rule, text) => found.push({ rule, element: describe(element), text });
      const excess = Math.max(frame.left - text.left, text.right - frame.right);
      if (excess > tolerance && style.overflowX === "visible") {
        add("wide-line", `it is ${frame.width} px wide, and a line protrudes by ${excess.toFixed(2)} px`);
      }
      if (text.lines > text.breaks + 1) add("own-break", `it has ${text.lines} lines, and the server wrote ${text.breaks} breaks`);
      return found;
    });
    return { count: labels.length, problems };
  };

  /** The outermost edges of the letters of an element, its visible lines, and the breaks that are written between them. */
  const textWithBreaks = (element) => {
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    const range = document.createRange();
    const boxes = [];
    while (walker.nextNode()) {
      if (isTiny(walker.currentNode.parentElement) || walker.currentNode.parentElement.closest(".br")) continue;
      range.selectNodeContents(walker.currentNode);
      boxes.push(...[...range.getClientRects()].filter((box) => box.width > 0 && box.height > 0));
    }
    const written = element.querySelectorAll(".br").length + (element.textContent.trimEnd().match(/\n/g)?.length ?? 0);
    return {
      left: Math.min(...boxes.map((box) => box.left)),
      right: Math.max(...boxes.map((box) => box.right)),
      lines: countLines(boxes),
      breaks: written,
    };
  };

  /** The size of what a tap hits: an element, or a larger box that is placed around it. */
  const target = (element) => {
    const [box, around] = [element.getBoundingClientRect(), getComputedStyle(element, "::before")];
    const isTarget = around.content !== "none" && around.position === "absolute" && around.pointerEvents !== "none";
    const [width, height] = isTarget ? [parseFloat(around.width), parseFloat(around.height)] : [0, 0];
    return { width: Math.max(box.width, width || 0), height: Math.max(box.height, height || 0) };
  };

  /** Whether the server laid the page out for a width. */
  const isFramed = () => document.querySelector(".framed") !== null;

  return { brokenLabels, controls, focus, focused, hasDialog, isFramed, layout, outcome, reachFor, unseen };
})()
