"""The icons for installing the page look like the SVG that browsers show."""

from __future__ import annotations

from base64 import b64encode

from playwright.sync_api import Browser

from sapper.web.icons import icon_png
from tests.support.contrast import STATIC

SIZE = 96
PIXELS = """async ([size, addresses]) => Promise.all(addresses.map(async (address) => {
  const image = new Image(size, size);
  image.src = address;
  await image.decode();
  const pen = new OffscreenCanvas(size, size).getContext("2d");
  pen.drawImage(image, 0, 0, size, size);
  return [...pen.getImageData(0, 0, size, size).data];
}))"""


def test_a_drawn_icon_is_the_svg(browser: Browser) -> None:
    svg = (STATIC / "icon.svg").read_bytes()
    files = (("svg+xml", svg), ("png", icon_png(SIZE)), ("png", icon_png(SIZE, has_corners=False)))
    addresses = [f"data:image/{kind};base64,{b64encode(body).decode()}" for kind, body in files]
    page = browser.new_page()
    shown, drawn, full = page.evaluate(PIXELS, [SIZE, addresses])
    page.close()
    assert sum(abs(a - b) > 48 for a, b in zip(shown, drawn, strict=True)) < 0.005 * len(shown)
    assert shown[3] == drawn[3] == 0, "a corner is empty"
    assert full[:4] == [0x0F, 0x6A, 0x73, 255]
