# SPDX-License-Identifier: Apache-2.0
"""Usage: check_pictures.py LIGHT.png DARK.png: screenshots of one page; neither blank, one light and one dark."""
import sys

from PIL import Image

backgrounds = []
for name in sys.argv[1:]:
    picture = Image.open(name).convert("RGB")
    if picture.size != (1280, 4400):
        sys.exit(f"{name}: {picture.size}")
    # Nothing sticks out at the right: the page's margin is one colour from top to bottom, below the heading.
    margin = picture.crop((1240, 60, 1280, 4400)).getcolors(16)
    if margin is None or len(margin) != 1:
        sys.exit(f"{name}: something lies in the right margin")
    backgrounds.append(sum(margin[0][1]))
    # Every 800 lines have several strong colours.
    for top in range(0, 3200, 800):
        part = picture.crop((60, top, 1220, top + 800)).quantize(64)
        used = [n for n, _ in part.getcolors()]
        if max(used) > 0.98 * 1160 * 800 or len(used) < 6:
            sys.exit(f"{name}: nothing to see from line {top} on")
    busy = sum(n for n, (r, g, b) in picture.getcolors(1 << 24) if b > r + 60 and b > g)
    if busy < 20000:
        sys.exit(f"{name}: the bars of busy cycles are not there ({busy} pixels)")
if not backgrounds[0] > 600 > 200 > backgrounds[1]:
    sys.exit(f"light and dark do not differ as they should: {backgrounds}")
print("light and dark as they should be")
