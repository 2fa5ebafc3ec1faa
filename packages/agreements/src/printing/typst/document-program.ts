import { typesEntered } from '../../fields/field-types.ts';
import {
  CAPITALS,
  CAPTION_GAP,
  CAPTION_WIDTH,
  CODE_PADDING,
  CODE_SIZE,
  HEADER_SIZE,
  LABEL_SIZE,
  LINE_GAP,
  LINE_HEIGHT,
  LINE_PITCH,
  MARGIN,
  PARAGRAPH_GAP,
  QUOTE_INDENT,
  SIGNATURE_GAP,
  SIGNATURE_HEIGHT,
  SIGNATURE_WIDTH,
  TEXT_SIZE,
} from '../page.ts';
import { BREAKABLE } from './breakable.ts';

/**
 * The Typst program that typesets every document. Content arrives as data, so that no text is ever
 * interpreted as markup. Lines are measured from the height of Noto Sans capitals to the baseline,
 * so a word in another script does not change the line distance.
 */
const LEADING = `${(LINE_PITCH - CAPITALS).toFixed(3)}em`;

/** An array of Typst. */
const TICKED = `(${typesEntered('ticked')
  .map((type) => `"${type}",`)
  .join(' ')})`;

const SPACING = `${PARAGRAPH_GAP}em`;

const PAGE = `
#let document-data = json(bytes(sys.inputs.data))
#let running(body) = text(size: ${HEADER_SIZE}pt, fill: luma(90), body)
#let direction(is-rtl) = if is-rtl { rtl } else { ltr }
#let families(is-rtl) = if is-rtl { document-data.rtlFamilies } else { document-data.families }
#let directed(is-rtl, body) = { set text(dir: direction(is-rtl), font: families(is-rtl)); body }

#set document(title: document-data.title, date: none)
#set text(font: document-data.families, size: ${TEXT_SIZE}pt, fallback: false, lang: document-data.language, region: document-data.region, hyphenate: false, top-edge: ${CAPITALS}em, bottom-edge: "baseline")
#set page(
  width: document-data.page.width * 1pt,
  height: document-data.page.height * 1pt,
  margin: ${MARGIN}pt,
  header: context if counter(page).get().first() > 1 {
    align(center, running(directed(document-data.header.isRtl, document-data.header.text)))
  },
  footer: align(center, running(context counter(page).display("1 / 1", both: true))),
)
#set par(leading: ${LEADING}, spacing: ${SPACING}, justify: false)
#show heading: it => block(
  sticky: true,
  above: if it.level < 3 { 20pt } else { 16pt },
  below: if it.level < 3 { 13pt } else { 11pt },
  it.body,
)
`;

const TEXT = `
#let is-kept(it) = it.at("isKept", default: false)

${BREAKABLE}
#let box-place(kind, id, width, height) = context [#metadata((kind: kind, id: id, width: width, height: height, place: here().position())) <box-place>]

#let depth-of(height) = (height - calc.min(12, height * 0.6) * ${CAPITALS}) / 2

// A line to write on, or a box to tick; its value will stand on the baseline of the text around it.
#let field-box(it) = box(
  width: it.width * 1pt,
  height: it.height * 1pt,
  baseline: it.at("depth", default: depth-of(it.height)) * 1pt,
  stroke: if it.fieldType in ${TICKED} { 0.6pt + luma(60) } else { (bottom: 0.6pt + luma(110)) },
  radius: if it.fieldType in ${TICKED} { 1.5pt } else { 0pt },
  place(top + left, box-place("field", it.id, it.width, it.height)),
)

// Stands on the baseline, like a letter.
#let picture(it) = box(image(document-data.images.at(it.name), width: it.width * 1pt, height: it.height * 1pt, alt: it.alt))

#let styled-run(it) = {
  if "field" in it { return field-box(it.field) }
  if "image" in it { return picture(it.image) }
  let body = breakable(it.text)
  if it.at("isCode", default: false) {
    body = text(font: document-data.codeFamilies, size: 0.92em, body)
  }
  if it.at("isBold", default: false) { body = strong(body) }
  if it.at("isItalic", default: false) { body = emph(body) }
  if it.at("isStruck", default: false) { body = strike(body) }
  if "href" in it { body = link(it.href, text(fill: rgb("#1a4a8a"), underline(offset: 2pt, stroke: 0.5pt, body))) }
  body
}

#let styled-runs(runs) = for it in runs { styled-run(it) }

#let set-heading(it) = directed(it.isRtl, {
  set par(leading: 0.5em)
  let fill = if it.level == 6 { luma(90) } else { black }
  heading(level: it.level, text(size: it.size * 1pt, weight: 700, fill: fill, styled-runs(it.runs)))
})

#let set-paragraph(it) = directed(it.isRtl, if is-kept(it) {
  block(sticky: true, par(styled-runs(it.runs)))
} else {
  par(styled-runs(it.runs))
})

#let set-code-block(it) = block(
  width: 100%,
  fill: luma(244),
  radius: 2pt,
  inset: ${CODE_PADDING}pt,
  sticky: is-kept(it),
  {
    set text(font: document-data.codeFamilies, size: ${CODE_SIZE}pt)
    set par(leading: 0.62em)
    breakable(it.text)
  },
)
`;

const CONTAINERS = `
#let set-list(it, set-blocks) = directed(it.isRtl, {
  let spacing = if it.isTight { ${LEADING} } else { ${SPACING} }
  let room = box.with(width: it.indent * 1pt - 6pt)
  let dropped(item) = pad(top: item.drop * 1pt, item.marker)
  let marker(item) = room(align(end, dropped(item)))
  let body(item) = { set par(spacing: spacing); set-blocks(item.blocks) }
  let common = (body-indent: 6pt, tight: it.isTight, spacing: spacing)
  block(sticky: is-kept(it), if not it.isTagged {
    let gap = if it.isRtl { (left: 6pt) } else { (right: 6pt) }
    let cells = it.items.map(item => (pad(..gap, align(end, dropped(item))), body(item)))
    grid(columns: (it.indent * 1pt, 1fr), row-gutter: spacing, ..cells.flatten())
  } else if it.markers == "bullets" and it.items.all(item => item.drop == 0) {
    list(..common, marker: marker(it.items.first()), ..it.items.map(body))
  } else {
    enum(..common, number-align: start + top, numbering: number => marker(it.items.at(number - 1)), ..it.items.map(body))
  })
})

#let set-quote(it, set-blocks) = {
  let side = if it.isRtl { "right" } else { "left" }
  directed(it.isRtl, block(
    width: 100%,
    inset: ((side): ${QUOTE_INDENT}pt, y: 2pt),
    stroke: ((side): 2pt + luma(200)),
    sticky: is-kept(it),
    { set text(fill: luma(60)); set-blocks(it.blocks) },
  ))
}

#let set-cell(cell, alignment) = directed(cell.isRtl, {
  set align(if alignment == none { start } else if alignment == "left" { left } else if alignment == "right" { right } else { center })
  styled-runs(cell.runs)
})

#let set-table(it) = directed(it.isRtl, {
  set text(size: it.fontSize * 1pt)
  set par(leading: 0.6em)
  let cells(row) = row.zip(it.columns).map(((cell, column)) => set-cell(cell, column.alignment))
  let head = cells(it.head).map(cell => table.cell(fill: luma(240), strong(cell)))
  block(sticky: is-kept(it), table(
    columns: it.columns.map(column => column.width * 1pt),
    inset: (x: it.padding * 1pt, y: (it.padding + 1) * 1pt),
    stroke: 0.5pt + luma(170),
    table.header(repeat: it.repeatsHead, ..head),
    ..it.rows.map(cells).flatten(),
  ))
})
`;

const SIGNATURES = `
// The text of a line stands on the baseline of the value that a field beside it would have.
#let set-line(it) = grid(
  columns: (if it.caption == "" { 0pt } else { ${CAPTION_WIDTH}pt }, 1fr),
  column-gutter: if it.caption == "" { 0pt } else { ${CAPTION_GAP}pt },
  align: bottom,
  pad(bottom: 5pt, directed(it.isRtl, breakable(it.caption))),
  if "field" in it { box(height: calc.max(it.field.height, ${LINE_HEIGHT}) * 1pt, align(bottom, field-box(it.field + (depth: 0)))) }
  else { block(width: 100%, stroke: (bottom: 0.6pt + luma(110)), inset: (left: 4pt, bottom: 5pt, top: 5pt), directed(it.isRtl, breakable(it.text))) },
)

#let set-signature(it) = block(width: ${SIGNATURE_WIDTH}pt, breakable: false, {
  set block(spacing: 0pt)
  block(width: ${SIGNATURE_WIDTH}pt, height: ${SIGNATURE_HEIGHT}pt, place(top + left, box-place("signature", it.role, ${SIGNATURE_WIDTH}, ${SIGNATURE_HEIGHT})))
  line(length: 100%, stroke: 0.75pt)
  v(5pt)
  set text(size: ${LABEL_SIZE}pt)
  set par(leading: 0.5em)
  block(width: 100%, directed(it.isRtl, breakable(it.label)))
  for line in it.lines { v(${LINE_GAP}pt); set-line(line) }
})

#let set-signatures(it) = directed(it.isRtl, {
  block(
    breakable: false,
    sticky: is-kept(it),
    above: 1.6em,
    below: 1.6em,
    grid(columns: it.signatures.len(), column-gutter: ${SIGNATURE_GAP}pt, ..it.signatures.map(set-signature)),
  )
})
`;

const WALK = `
#let set-blocks(blocks) = for it in blocks {
  if it.kind == "paragraph" { set-paragraph(it) }
  else if it.kind == "heading" { set-heading(it) }
  else if it.kind == "list" { set-list(it, set-blocks) }
  else if it.kind == "table" { set-table(it) }
  else if it.kind == "code-block" { set-code-block(it) }
  else if it.kind == "quote" { set-quote(it, set-blocks) }
  else if it.kind == "rule" { block(above: 1.2em, below: 1.2em, line(length: 100%, stroke: 0.5pt + luma(150))) }
  else if it.kind == "signatures" { set-signatures(it) }
  else if it.kind == "page-break" { colbreak(weak: true) }
}

#set-blocks(document-data.blocks)
`;

export const DOCUMENT_PROGRAM = [PAGE, TEXT, CONTAINERS, SIGNATURES, WALK].join('');
