import { FAMILIES, type FamilyKey } from '../fonts.ts';
import {
  CAPTION_GAP,
  CAPTION_WIDTH,
  CODE_PADDING,
  CODE_SIZE,
  FIELD_MARGIN,
  HEADER_SIZE,
  LABEL_SIZE,
  LINE_GAP,
  LINE_HEIGHT,
  LINE_PITCH,
  MARGIN,
  PAGES,
  QUOTE_INDENT,
  SIGNATURE_GAP,
  SIGNATURE_HEIGHT,
  SIGNATURE_WIDTH,
  TEXT_SIZE,
} from '../page.ts';
import type { PageSize } from '../printer.ts';
import { cssText } from './html.ts';

const named = (families: readonly FamilyKey[]) => families.map((key) => `"${FAMILIES[key].name}"`).join(', ');

/** The layout of `typst/document-program.ts` in CSS. */
export function pageStyles(pageSize: PageSize, families: readonly FamilyKey[], title: string): string {
  const { width, height } = PAGES[pageSize];
  const text = named(families);
  const code = named(['code', ...families]);
  return `
@page {
  size: ${width}pt ${height}pt;
  margin: ${MARGIN}pt;
  @bottom-center { content: counter(page) " / " counter(pages); font: ${HEADER_SIZE}pt ${text}; color: #5a5a5a; }
  @top-center { content: "${cssText(title)}"; font: ${HEADER_SIZE}pt ${text}; color: #5a5a5a; white-space: pre; }
}
@page :first { @top-center { content: none; } }
* { box-sizing: border-box; font-synthesis: none; }
html, body { margin: 0; padding: 0; }
body { font: ${TEXT_SIZE}pt/${LINE_PITCH} ${text}; color: #000; overflow-wrap: anywhere; hyphens: none; text-rendering: geometricPrecision; orphans: 2; widows: 2; }
p, ul, ol, table, pre, blockquote { margin: 0 0 6pt; }
h1, h2, h3, h4, h5, h6 { margin: 14pt 0 6pt; line-height: 1.25; font-weight: 700; break-after: avoid; break-inside: avoid; }
h6 { color: #5a5a5a; }
body > :first-child { margin-top: 0; }
a { color: #1a4a8a; text-decoration: underline; }
code, pre { font-family: ${code}; white-space: pre-wrap; }
code { font-size: 0.92em; }
pre { font-size: ${CODE_SIZE}pt; line-height: 1.35; background: #f4f4f4; padding: ${CODE_PADDING}pt; border-radius: 2pt; box-decoration-break: clone; }
ul, ol { padding: 0; padding-inline-start: var(--indent); }
.tight > li > *, li > :last-child, blockquote > :last-child { margin-bottom: 0; }
li { margin-bottom: 6pt; }
.tight > li { margin-bottom: 0; }
blockquote { border-inline-start: 2pt solid #c8c8c8; padding-inline-start: ${QUOTE_INDENT - 2}pt; color: #3c3c3c; }
hr { border: 0; border-top: 0.5pt solid #969696; margin: 12pt 0; }
table { border-collapse: collapse; table-layout: fixed; width: 100%; line-height: 1.3; }
th, td { border: 0.5pt solid #aaa; text-align: start; vertical-align: top; }
th { background: #f0f0f0; font-weight: 700; }
tr { break-inside: avoid; }
.break { break-before: page; }
.kept { break-after: avoid; }
p.kept { break-inside: avoid; }
.signatures { display: flex; gap: ${SIGNATURE_GAP}pt; margin: 16pt 0; break-inside: avoid; line-height: 1.25; font-size: ${LABEL_SIZE}pt; }
.signature { width: ${SIGNATURE_WIDTH}pt; }
.place { display: block; width: ${SIGNATURE_WIDTH}pt; height: ${SIGNATURE_HEIGHT}pt; }
a.field { display: inline-block; margin: ${FIELD_MARGIN}pt 0; text-decoration: none; }
.field.blank { border-bottom: 0.6pt solid #6e6e6e; }
.field.tick { border: 0.6pt solid #3c3c3c; border-radius: 1.5pt; }
.line { display: flex; align-items: flex-end; gap: ${CAPTION_GAP}pt; min-height: ${LINE_HEIGHT}pt; margin-top: ${LINE_GAP}pt; }
.caption { width: ${CAPTION_WIDTH}pt; padding-bottom: 3pt; }
.filled { flex: 1; min-height: ${LINE_HEIGHT}pt; padding: 3pt 0 3pt 4pt; border-bottom: 0.6pt solid #6e6e6e; }
.label { border-top: 0.75pt solid #000; padding-top: 3pt; }
`;
}
