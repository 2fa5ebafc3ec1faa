import { CAPITALS, OVERLAY_PADDING, OVERLAY_PITCH } from '../overlay-text.ts';
import { BREAKABLE } from './breakable.ts';

/** Wider than any value, so that single lines never wrap. */
const UNBOUNDED = 1_000_000;

/**
 * Prints values into boxes on otherwise empty pages. A line extends from the height of capitals to
 * the baseline, whatever its fonts, and is centred in its share of the box.
 */
export const OVERLAY_PROGRAM = `
${BREAKABLE}#let overlay = json(bytes(sys.inputs.data))
#set document(date: none)
#set text(font: overlay.families, fallback: false, lang: "und", hyphenate: false, top-edge: ${CAPITALS}em, bottom-edge: "baseline")
#set align(left)

#let direction(it) = if it.isRtl { rtl } else { ltr }
#let families(it) = if it.isRtl { overlay.rtlFamilies } else { overlay.families }
#let styled(it, body) = text(size: it.fontSize * 1pt, font: families(it), dir: direction(it), fill: rgb(it.color), body)
#let sides = (left: left, center: center, right: right)
#let shown(it, body) = styled(it, align(sides.at(it.alignment), body))

// A line is never wrapped, so where it begins follows from how long it is; the padding is on either side.
#let single-line(it) = context {
  let room = (it.width + ${OVERLAY_PADDING}) * 1pt - measure(styled(it, it.pieces.join())).width
  let starts = (left: 0pt, center: room / 2 - ${OVERLAY_PADDING}pt, right: room - ${2 * OVERLAY_PADDING}pt)
  move(dx: starts.at(it.alignment), box(width: ${UNBOUNDED}pt, styled(it, align(left, it.pieces.join()))))
}

// As many pieces as fill the lines that the box has room for. Lines are filled from the first on, so what is
// left of a text keeps the lines it had.
#let several-lines(it) = context {
  let set-first(count) = {
    set par(leading: it.fontSize * ${(OVERLAY_PITCH - CAPITALS).toFixed(3)}pt)
    block(width: it.width * 1pt, shown(it, if count > 0 { breakable(it.pieces.slice(0, count).join()) }))
  }
  let room = it.fontSize * 1pt * ((it.lines - 1) * ${OVERLAY_PITCH} + ${CAPITALS}) + 0.01pt
  let fits(count) = measure(set-first(count)).height <= room
  let (least, most) = (0, it.pieces.len())
  if fits(most) { least = most }
  while most - least > 1 {
    let middle = calc.quo(least + most, 2)
    if fits(middle) { least = middle } else { most = middle }
  }
  set-first(least)
}

#for (number, sheet) in overlay.pages.enumerate() {
  if number > 0 { pagebreak() }
  set page(width: sheet.width * 1pt, height: sheet.height * 1pt, margin: 0pt, fill: none)
  for it in sheet.texts {
    let written = if it.multiline { several-lines(it) } else { single-line(it) }
    let (x, y) = (it.x * 1pt, it.y * 1pt)
    if it.turn == 0 { place(top + left, dx: it.left * 1pt + x, dy: it.top * 1pt + y, written) } else {
      let turned = rotate(-it.turn * 1deg, origin: top + left, box(width: it.width * 1pt, place(top + left, dx: x, dy: y, written)))
      place(top + left, dx: it.left * 1pt, dy: it.top * 1pt, turned)
    }
  }
}
`;
