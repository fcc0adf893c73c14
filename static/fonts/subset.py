#!/usr/bin/env python3
"""Make the fonts of this folder from Debian's fonts-sil-charis and fonts-go.

Latin for the languages of Europe, punctuation and a few arrows; no hinting,
for every browser that reads woff2 smooths outlines by itself. Wants fonttools
and brotli (Debian: fonttools python3-brotli).
"""
from fontTools import subset
from fontTools.ttLib import TTFont

CHARIS = "/usr/share/fonts/truetype/charis/CharisSIL-"
GO = "/usr/share/fonts/fonts-go/Go-"

LATIN = [*range(0x20, 0x7F), *range(0xA0, 0x100)]
PUNCTUATION = [0x2013, 0x2014, 0x2018, 0x2019, 0x201C, 0x201D, 0x2026]
SIGNS = [*range(0x2190, 0x2195), 0x2212, 0x2260, 0x2264, 0x2265]
MONO = LATIN + PUNCTUATION + SIGNS
TEXT = MONO + [ord(c) for c in "ıŁłŒœŠšŸŽžČčĆćĘęĄąŚśŘřĚěŮůŐőŰűˆ˚˜‚„†‡•‰′″‹›⁄€™≈"] + [0x2009, 0x201A, 0x202F]

OFL = "Licensed under the SIL Open Font License, Version 1.1: https://openfontlicense.org"
BSD = "Licensed as Go is, under a BSD licence of three clauses: https://go.dev/LICENSE"

FONTS = [
    ("serif", CHARIS + "Regular.ttf", TEXT, "Regular"),
    ("serif-italic", CHARIS + "Italic.ttf", TEXT, "Italic"),
    ("serif-bold", CHARIS + "Bold.ttf", TEXT, "Bold"),
    ("sans", GO + "Regular.ttf", TEXT, None),
    ("sans-bold", GO + "Bold.ttf", TEXT, None),
    ("mono", GO + "Mono.ttf", MONO, None),
    ("mono-bold", GO + "Mono-Bold.ttf", MONO, None),
]


def options():
    o = subset.Options()
    o.flavor = "woff2"
    o.hinting = False
    o.layout_features = ["kern", "liga"]  # no combining mark is among the characters
    o.drop_tables += ["Silf", "Sill", "Silt", "Glat", "Gloc", "Feat", "DSIG", "FFTM"]
    o.name_IDs = [0, 1, 2, 4, 6, 13, 14]
    return o


def licence(font, line):
    """The licence in a line, not in full: every reader would load it in every
    font. The full texts stand beside the fonts and in `web licences`."""
    for r in font["name"].names:
        if r.nameID == 13:
            r.string = line


def rename(font, style):
    """A modified Charis SIL may not carry its reserved names."""
    for r in font["name"].names:
        new = {1: "Fencepost Serif", 4: f"Fencepost Serif {style}", 6: f"FencepostSerif-{style}"}.get(r.nameID)
        if new:
            r.string = new


for name, source, characters, style in FONTS:
    font = subset.load_font(source, options())
    s = subset.Subsetter(options())
    s.populate(unicodes=characters)
    s.subset(font)
    licence(font, OFL if style else BSD)
    if style:
        rename(font, style)
    subset.save_font(font, name + ".woff2", options())
