"""Random texts, their computed lines, and a page that shows both."""

import json
import random
import re
import subprocess
from pathlib import Path

from apps import TOP

PROGRAM = TOP / ".build" / "debug" / "TextMeasuring"

WORDS = {
    "latin": """the quick brown fox jumps over lazy dog Title AVATAR To. Wave, fjord (and) "quotes" it's 1,234.56 €99.90 50%
        well-known e-mail and/or name@example.com Hello! What? A&B #tag 12:30 2026-11-21 I x""",
    "signs": """https://example.com/a/long-path/index.html?query=value&page=2#part www.example.org/news /usr/share/fonts ../a.txt
        C:\\Users\\x~1 a/b 24/7 2026-11-21 21/11/2026 12:30–14:00 1,234.56 $9.99 -5 -€20 5–10% +39-06-1234567 (06)12-34 50%/year
        first.last+tag@mail.example.co.uk @name e-mail well-known- -dash -x- --flag=1 a--b “What?!” "Why?"no ?a [1] (a)[b]{c} f(x)
        it's 'single' "double" «a» <b>bold</b> x=y a|b a_b 3*4 1/2 5' 6" #tag! A&B R&D; etc.) …and so…on don’t ‘a’b “c”d —so –so a—b a–b
        $(x) {a} 100%(b) Hello!(x) a!b a.b,c;d:e ~50 ^2 `code` \\n v1.2.3-beta 1-2-3 ISO-8601 x-ray 10-year 3-D non-\u00e9t\u00e9 caf\u00e9-bar
        \u20ac5.00/\u00a36 5\u00a0% a\u2011b a\u2010b \u00bfQu\u00e9? \u00a1Hola!""",
    "special": """Größe façade naïve Ærøskøbing Łódź žluťoučký kůň İstanbul çalışma señor “quoted” ‘single’ – — … → ✓ ½ × ÷ ≤ ≥
        Đặng Nguyễn e\u0301clair A\u0308 © ® ™ £ ¥ ₿ «non» soft\u00adhyphen\u00adated no\u00a0break""",
    "greek": "Καλημέρα κόσμε το γρήγορο καφέ αλεπού πηδάει πάνω από τον τεμπέλη σκύλο, Αθήνα; ΑΥΤΟ",
    "cyrillic": "Съешь же ещё этих мягких французских булок, да выпей чаю. Київ Їжак ГУДОК Тодор",
    "emoji": "😀 👍🏽 👨‍👩‍👧‍👦 🇮🇹🇩🇪 ❤️ 🎉party 1️⃣ done✅ ☀️ 🏳️‍🌈 ok😂😂 🚀",
    "arabic": "مرحبا بالعالم هذه جملة طويلة بالعربية، كيف حالك؟ الكتاب 123 لا إله السلام عليكم مُحَمَّد",
    "hebrew": "שלום עולם זהו משפט ארוך בעברית, מה שלומך? ספר 123 ירושלים שָׁלוֹם",
}


def make_case(random: random.Random) -> dict:
    kind = random.choices([*WORDS, "mixed"], [25, 20, 15, 5, 5, 8, 8, 8, 15])[0]
    pool = [word for key, text in WORDS.items() if kind in (key, "mixed") for word in re.split(r"[ \n]+", text)]
    words = random.choices(pool, k=random.choice([1, 2, 4, 8, 16, 40]))
    if random.random() < 0.1:
        words.insert(random.randrange(len(words)), random.choice(["\n", "\n\n", " ", "supercalifragilistic" * 3]))
    return {
        "kind": kind,
        "text": random.choice([" ", " ", " ", "  "] if random.random() < 0.1 else [" "]).join(words),
        "size": random.choice([11, 12, 13, 14, 15, 16, 17, 17, 17, 20, 22, 28, 34, 13.5]),
        "weight": random.choice([400, 400, 500, 600, 700, 800]),
        "width": random.choice([random.randint(60, 700), random.randint(60, 700) + 1 / 3, 343, 358]),
        "tracking": random.choice([0, 0, 0, 0, 0, 0.5, -0.4]),
    }


PAGE = """<!DOCTYPE html><meta charset="utf-8"><title>Texts</title><link rel="stylesheet" href="/tempura-sans.css"><link rel="stylesheet" href="/tempura.css"><style>
body { all: initial; text-rendering: geometricPrecision; }
p { margin: 0; white-space: pre-wrap; overflow-wrap: anywhere; }
.framed pre { font: inherit; white-space: pre; margin: 0; }
</style><body></body>"""

MEASURE = """async ([cases, lines, scale]) => {
  await Promise.allSettled([...document.fonts].map(font => font.load()));
  document.body.replaceChildren();
  const items = cases.map((item, index) => {
    const box = document.createElement('div');
    const style = `font-size:${item.size * scale}px;font-weight:${item.weight};letter-spacing:${item.tracking * scale}px;line-height:${40 * scale}px`;
    box.style.cssText = style;
    box.className = 'framed';
    const whole = document.createElement('p');
    whole.dir = 'auto';
    whole.style.width = item.width * scale + 'px';
    whole.textContent = item.text;
    const broken = document.createElement('pre');
    broken.dir = 'auto';
    broken.className = 'UILabel placed';
    const ranges = lines[index].map(line => {
      const range = document.createRange();
      const span = (name, content) => Object.assign(document.createElement('span'), { className: name, textContent: content });
      const text = document.createTextNode(line.text);
      const last = line.hasHyphen ? span('hyphen', '') : text;
      broken.append(text, last, span('br', line.spaces));
      range.setStartBefore(text);
      range.setEndAfter(last);
      return range;
    });
    box.append(whole, broken);
    document.body.append(box);
    return [whole, ranges];
  });
  await document.fonts.ready;
  return items.map(([whole, ranges]) => [
    Math.round(whole.getBoundingClientRect().height / 40 / scale), ranges.map(range => range.getBoundingClientRect().width / scale)]);
}"""


def compute(cases: list[dict], program: Path) -> list[list[dict]]:
    """The lines of texts, with their widths, as the server computes them."""
    done = subprocess.run([program], input=json.dumps(cases), capture_output=True, text=True, check=True)
    return json.loads(done.stdout)
