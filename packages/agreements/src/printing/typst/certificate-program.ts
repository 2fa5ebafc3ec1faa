import { CERTIFICATE } from '../certificate-layout.ts';
import { HEADER_SIZE } from '../page.ts';
import { BREAKABLE } from './breakable.ts';

/**
 * Typesets the certificate of completion. As in the program for documents, all variable content
 * arrives as data and is never interpreted as markup. Signature images are drawn later, into the
 * frames that the program marks.
 */
const { margin, textSize, nameSize, idSize, smallIdSize, inset, signature } = CERTIFICATE;
const padding = CERTIFICATE.signaturePadding;

const PAGE = `
#let certificate = json(bytes(sys.inputs.data))
#let running(body) = text(size: ${HEADER_SIZE}pt, fill: luma(90), body)
#let families(is-rtl) = if is-rtl { certificate.rtlFamilies } else { certificate.families }

#set document(title: certificate.title, date: none)
#set text(font: certificate.families, size: ${textSize}pt, fallback: false, lang: "en", hyphenate: false, top-edge: 0.714em, bottom-edge: "baseline")
#set par(leading: 0.6em, spacing: 0.6em, justify: false)
#set page(
  width: certificate.page.width * 1pt,
  height: certificate.page.height * 1pt,
  margin: ${margin}pt,
  header: context if here().page() > 1 { align(center, running(certificate.title)) },
  // Pages of the document count themselves, so each total says what it counts.
  footer: context {
    let last = counter(page).final().first()
    align(center, running[Certificate #here().page() / #(last - certificate.firstPage + 1) · Page #counter(page).get().first() of #last of this file])
  },
)
#show heading: it => block(sticky: true, above: 18pt, below: 8pt, it.body)
#counter(page).update(certificate.firstPage)
`;

const TEXT = `
${BREAKABLE}
// Aligned to the left whatever its direction, so that columns have one edge.
#let set-line(it) = align(left, {
  set text(dir: if it.isRtl { rtl } else { ltr }, font: families(it.isRtl))
  let body = if it.isWhole { box(it.text) } else { breakable(it.text) }
  if it.isId {
    text(font: certificate.codeFamilies, size: if it.isSmall { ${smallIdSize}pt } else { ${idSize}pt }, body)
  } else { body }
})
#let set-lines(lines) = stack(spacing: 4pt, ..lines.map(set-line))
#let label(body) = text(fill: luma(90), body)

// On one page, unless it is higher than a page.
#let together(body) = context {
  let height = measure(width: certificate.page.width * 1pt - ${2 * margin}pt, body).height
  block(width: 100%, breakable: height > certificate.keptHeight * 1pt, above: 8pt, below: 8pt, body)
}
#let facts(label-width, rows) = grid(
  columns: (label-width * 1pt, 1fr),
  inset: (x: ${inset}pt, y: 3.5pt),
  ..rows.map(it => (label(it.label), set-lines(it.lines))).flatten(),
)
`;

const SIGNERS = `
#let frame(it) = {
  set block(spacing: 4pt)
  block(width: ${signature.width}pt, height: ${signature.height}pt, stroke: 0.5pt + luma(200), {
    place(top + left, dx: ${padding}pt, dy: ${padding}pt, context [#metadata((kind: "signature", id: it.key, width: ${signature.width - 2 * padding}, height: ${signature.height - 2 * padding}, place: here().position())) <box-place>])
    if not it.isSigned { align(center + horizon, label(it.caption)) }
  })
  if it.isSigned { label(it.caption) }
}
#let set-signer(it) = together(block(width: 100%, stroke: 0.5pt + luma(170), {
  set block(spacing: 0pt)
  block(width: 100%, fill: luma(240), stroke: 0.5pt + luma(170), inset: ${inset}pt, {
    label(it.heading)
    v(4pt)
    text(size: ${nameSize}pt, weight: 700, set-line(it.name))
  })
  v(3pt)
  grid(
    columns: (1fr, ${signature.width + 2 * inset}pt),
    facts(${CERTIFICATE.signerLabel}, it.rows),
    pad(x: ${inset}pt, top: 5pt, frame(it.signature)),
  )
  v(4pt)
}))
`;

const EVENTS = `
// The last two rows are a footer, which is never divided: no row stands alone on the last page.
#let set-events(it) = {
  let cells(row) = row.map(cell => table.cell(breakable: false, set-line(cell)))
  let rows = it.rows.map(cells)
  let closing = calc.max(0, rows.len() - 2)
  table(
    columns: (${CERTIFICATE.time}pt, ${CERTIFICATE.event}pt, 1fr, ${CERTIFICATE.address}pt),
    inset: (x: ${inset}pt, y: 5pt),
    stroke: (x: none, y: 0.5pt + luma(200)),
    fill: (_, y) => if y == 0 { luma(240) },
    table.header(..it.columns.map(label)),
    ..rows.slice(0, closing).flatten(),
    table.footer(repeat: false, ..rows.slice(closing).flatten()),
  )
}

#heading(level: 1, text(size: 17pt, weight: 700, certificate.title))
#block(width: 100%, stroke: (y: 0.5pt + luma(170)), inset: (y: 3pt), facts(${CERTIFICATE.summaryLabel}, certificate.summary))
#heading(level: 2, text(size: 12pt, weight: 700)[Signers])
#for it in certificate.signers { set-signer(it) }
#heading(level: 2, text(size: 12pt, weight: 700)[Events])
#together({
  set-events(certificate.events)
  set-lines(certificate.closing)
  if certificate.code != none {
    v(4pt)
    image(bytes(certificate.code), format: "svg", width: 84pt, alt: "QR code of the address above")
  }
})
`;

export const CERTIFICATE_PROGRAM = [PAGE, TEXT, SIGNERS, EVENTS].join('');
