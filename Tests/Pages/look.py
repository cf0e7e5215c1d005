"""Looks at a page as its reader does, and says what is wrong with it.

Waits for each --until text in turn and says "seen TEXT"; then checks that nothing overflows, that all
text has contrast, that the console is empty, and that the accessibility tree has the expected names.
What is wrong is printed as "wrong: …", a line each, and makes the exit status 1.
"""

import argparse
import os
import sys
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
sys.dont_write_bytecode = True

from browser import Browser  # noqa: E402

# Texts whose contrast with what is behind them is below 4.5 (WCAG 2.2, 1.4.3). Disabled buttons and
# what is there for the ear only are exempt.
CONTRAST = """
(() => {
  const canvas = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });
  const rgba = (color) => {
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = color;
    canvas.fillRect(0, 0, 1, 1);
    return [...canvas.getImageData(0, 0, 1, 1).data];
  };
  const luminance = (color) => {
    const [r, g, b] = rgba(color).map((part) => part / 255)
      .map((part) => part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const behind = (node) => {
    for (let at = node; at; at = at.parentElement) {
      const color = getComputedStyle(at).backgroundColor;
      if (rgba(color)[3] === 255) return color;
    }
    return "white";
  };
  const poor = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const parent = walker.currentNode.parentElement;
    if (!walker.currentNode.data.trim() || !parent.checkVisibility()) continue;
    if (parent.closest("script, title, desc, button:disabled")) continue;
    const style = getComputedStyle(parent);
    const color = parent instanceof SVGElement ? style.fill : style.color;
    let opacity = 1;
    for (let at = parent; at; at = at.parentElement) opacity *= getComputedStyle(at).opacity;
    const [one, other] = [luminance(color), luminance(behind(parent))];
    const ratio = (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
    if (ratio < 4.5 || opacity < 1) {
      poor.push(`${walker.currentNode.data.trim().slice(0, 40)}: ${ratio.toFixed(2)}, opacity ${opacity}`);
    }
  }
  return poor;
})()
"""

# What reaches beyond the right edge of the screen.
OVERFLOW = """
(() => {
  const width = document.documentElement.clientWidth;
  const wide = [...document.querySelectorAll("body *")]
    .filter((node) => node.getBoundingClientRect().right > width + 0.5 && !node.closest("svg"))
    .map((node) => `${node.localName} ${node.id} reaches to ${node.getBoundingClientRect().right}`);
  if (document.documentElement.scrollWidth > width) wide.push("the page scrolls sideways");
  return wide;
})()
"""

TEXT = "document.title + '\\n' + document.body.innerText"


def wait_for(browser, text, limit):
    """Returns when the page shows a text."""
    end = time.monotonic() + limit
    while text not in browser.evaluate(TEXT):
        if time.monotonic() > end:
            sys.exit(f"wrong: {text!r} is not shown, but: {browser.evaluate(TEXT)}")
        time.sleep(0.05)
    print(f"seen {text}", flush=True)


def names(browser):
    """The accessibility tree as "role: name" lines."""
    tree = browser.devtools("Accessibility.getFullAXTree")["nodes"]
    return [described(node) for node in tree if not node.get("ignored")]


def described(node):
    """A node as "role: name", and how politely it is read out where it changes."""
    live = [item["value"]["value"] for item in node.get("properties", []) if item["name"] == "live"]
    name = node.get("name", {}).get("value", "")
    return f"{node['role']['value']}: {name}" + "".join(f" [{manner}]" for manner in live)


def faults(browser, arguments):
    """What is wrong with the page as it is shown."""
    yield from (f"poor contrast: {text}" for text in browser.evaluate(CONTRAST))
    yield from (f"too wide: {text}" for text in browser.evaluate(OVERFLOW))
    have = names(browser)
    for wanted in arguments.name:
        if wanted not in have:
            yield f"the accessibility tree lacks {wanted!r}; it has " + "; ".join(have)
    for entry in browser.log():
        # The browser's own remarks are information; a violation of the policy is severe.
        if entry["level"] in ("WARNING", "SEVERE") and not any(text in entry["message"] for text in arguments.expect_log):
            yield f"console: {entry['level']} {entry['message']}"


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("url")
    parser.add_argument("--cookie", help="NAME=VALUE, sent to the page's host")
    parser.add_argument("--size", default="1280x900")
    parser.add_argument("--scheme", default="light", choices=["light", "dark"])
    parser.add_argument("--until", action="append", default=[], metavar="TEXT")
    parser.add_argument("--click", action="append", default=[], metavar="ID", help="after all is seen")
    parser.add_argument("--then", action="append", default=[], metavar="TEXT", help="after the clicks")
    parser.add_argument("--name", action="append", default=[], metavar="ROLE: NAME")
    parser.add_argument("--expect-log", action="append", default=[], metavar="TEXT")
    parser.add_argument("--limit", type=float, default=20, metavar="SECONDS", help="for each text")
    parser.add_argument("--screenshot", metavar="FILE")
    arguments = parser.parse_args()
    with Browser() as browser:
        browser.show(*map(int, arguments.size.split("x")), arguments.scheme)
        if arguments.cookie:
            name, value = arguments.cookie.split("=", 1)
            browser.devtools("Network.setCookie", name=name, value=value, url=arguments.url, httpOnly=True)
        browser.open(arguments.url)
        for text in arguments.until:
            wait_for(browser, text, arguments.limit)
        for control in arguments.click:
            browser.evaluate(f"window.confirm = () => true; document.getElementById('{control}').click()")
        for text in arguments.then:
            wait_for(browser, text, arguments.limit)
        wrong = list(faults(browser, arguments))
        if arguments.screenshot:
            browser.screenshot(arguments.screenshot)
    for fault in wrong:
        print(f"wrong: {fault}", flush=True)
    sys.exit(1 if wrong else 0)


main()
