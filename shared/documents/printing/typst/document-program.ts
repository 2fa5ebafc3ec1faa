import {
  CODE_PADDING,
  CODE_SIZE,
  LABEL_SIZE,
  LINE_PITCH,
  MARGIN,
  PARAGRAPH_GAP,
  QUOTE_INDENT,
  SIGNATURE_GAP,
  SIGNATURE_HEIGHT,
  SIGNATURE_WIDTH,
  TEXT_SIZE,
} from '../page.ts';

/**
 * The one Typst program that sets every document. What is set comes to it as data, so that no text is ever
 * read as a program: a string of the data becomes text where it is put, and nothing else. Lines are
 * measured from the height of capitals to the baseline, which hardly differs between our fonts, so a word
 * in another script does not push lines apart.
 */
const CAPITALS = 0.714;
const LEADING = `${(LINE_PITCH - CAPITALS).toFixed(3)}em`;

const SPACING = `${PARAGRAPH_GAP}em`;

const PAGE = `
#let document-data = json(bytes(sys.inputs.data))
#set document(title: document-data.title, date: none)
#set page(
  width: document-data.page.width * 1pt,
  height: document-data.page.height * 1pt,
  margin: ${MARGIN}pt,
  footer: align(center, text(size: 8pt, fill: luma(90), context counter(page).display("1 / 1", both: true))),
)
#set text(font: document-data.families, size: ${TEXT_SIZE}pt, fallback: false, lang: "und", hyphenate: false)
#set par(leading: ${LEADING}, spacing: ${SPACING}, justify: false)
#show heading: it => block(
  sticky: true,
  above: if it.level < 3 { 20pt } else { 16pt },
  below: if it.level < 3 { 13pt } else { 11pt },
  it.body,
)
`;

const TEXT = `
#let direction(is-rtl) = if is-rtl { rtl } else { ltr }

#let styled-run(it) = {
  let body = it.text
  if it.at("isCode", default: false) {
    body = text(font: document-data.codeFamilies, size: 0.92em, body)
  }
  if it.at("isBold", default: false) { body = text(weight: 700, body) }
  if it.at("isItalic", default: false) { body = text(style: "italic", body) }
  if it.at("isStruck", default: false) { body = strike(body) }
  if "href" in it { body = link(it.href, text(fill: rgb("#1a4a8a"), underline(offset: 2pt, stroke: 0.5pt, body))) }
  body
}

#let styled-runs(runs) = for it in runs { styled-run(it) }

#let set-heading(it) = {
  set text(dir: direction(it.isRtl))
  set par(leading: 0.5em)
  heading(level: it.level, text(size: it.size * 1pt, weight: 700, styled-runs(it.runs)))
}

#let set-paragraph(it) = {
  set text(dir: direction(it.isRtl))
  par(styled-runs(it.runs))
}

#let set-code-block(it) = block(
  width: 100%,
  fill: luma(244),
  radius: 2pt,
  inset: ${CODE_PADDING}pt,
  {
    set text(font: document-data.codeFamilies, size: ${CODE_SIZE}pt)
    set par(leading: 0.62em)
    it.text
  },
)
`;

const CONTAINERS = `
#let set-list(it, set-blocks) = {
  set text(dir: direction(it.isRtl))
  let gap = if it.isRtl { (left: 6pt) } else { (right: 6pt) }
  let cells = it.items.map(item => (
    pad(..gap, align(end, item.marker)),
    { set par(spacing: if it.isTight { ${LEADING} } else { ${SPACING} }); set-blocks(item.blocks) },
  ))
  block(grid(
    columns: (it.indent * 1pt, 1fr),
    row-gutter: if it.isTight { ${LEADING} } else { ${SPACING} },
    ..cells.flatten(),
  ))
}

#let set-quote(it, set-blocks) = {
  let side = if it.isRtl { "right" } else { "left" }
  set text(dir: direction(it.isRtl))
  block(
    width: 100%,
    inset: ((side): ${QUOTE_INDENT}pt, y: 2pt),
    stroke: ((side): 2pt + luma(200)),
    { set text(fill: luma(60)); set-blocks(it.blocks) },
  )
}

#let set-cell(cell, alignment) = {
  set text(dir: direction(cell.isRtl))
  set align(if alignment == none { start } else if alignment == "left" { left } else if alignment == "right" { right } else { center })
  styled-runs(cell.runs)
}

#let set-table(it) = {
  set text(size: it.fontSize * 1pt, dir: direction(it.isRtl))
  set par(leading: 0.6em)
  let cells(row) = row.zip(it.columns).map(((cell, column)) => set-cell(cell, column.alignment))
  let head = cells(it.head).map(cell => table.cell(fill: luma(240), text(weight: 700, cell)))
  block(table(
    columns: it.columns.map(column => column.width * 1pt),
    inset: (x: it.padding * 1pt, y: (it.padding + 1) * 1pt),
    stroke: 0.5pt + luma(170),
    ..if it.repeatsHead { (table.header(..head),) } else { head },
    ..it.rows.map(cells).flatten(),
  ))
}
`;

const SIGNATURES = `
#let signature-place(role) = context [#metadata((role: role, place: here().position())) <signature-place>]

#let set-signature(it) = block(width: ${SIGNATURE_WIDTH}pt, breakable: false, {
  set block(spacing: 0pt)
  block(width: ${SIGNATURE_WIDTH}pt, height: ${SIGNATURE_HEIGHT}pt, place(top + left, signature-place(it.role)))
  line(length: 100%, stroke: 0.75pt)
  v(5pt)
  set text(size: ${LABEL_SIZE}pt, dir: direction(it.isRtl))
  set par(leading: 0.5em)
  block(width: 100%, it.label)
})

#let set-signatures(it) = {
  set text(dir: direction(it.isRtl))
  block(
    breakable: false,
    above: 1.6em,
    below: 1.6em,
    grid(columns: it.signatures.len(), column-gutter: ${SIGNATURE_GAP}pt, ..it.signatures.map(set-signature)),
  )
}
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
