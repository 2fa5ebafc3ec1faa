import { expect, test } from 'vitest';
import { OUTPUT_PAGES } from '../../src/limits.ts';
import { renderSource } from '../../src/markdown/render-source.ts';
import { typstPrinter } from '../../src/printing/typst-printer.ts';

async function print(source: string) {
  const rendered = renderSource({ source, data: {} });
  if ('findings' in rendered) throw new Error(JSON.stringify(rendered.findings));
  return typstPrinter.print({ tree: rendered.tree, pageSize: 'A4', title: '' });
}

const SENTENCE = 'The tenant pays the rent in advance, on the third working day of each month. ';
const times = (count: number, line: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => line(index)).join('');

/** The last page there may be begins after these. */
const PAGES_BEFORE = 'Page\n\n::pagebreak\n\n'.repeat(OUTPUT_PAGES - 1);

/** `off`: by how many lines of the source the place may differ, where a page begins in the middle of a text. */
test.each([
  ['paragraphs', times(40, (index) => `${index} ${SENTENCE.repeat(3)}\n\n`), 2],
  ['rows', `| No | Text |\n|---|---|\n${times(80, (index) => `| ${index} | x |\n`)}`, 1],
])('printing limits: a document with too many %s is rejected where page 51 begins', async (_case, rest, off) => {
  const source = PAGES_BEFORE + rest;
  const refused = await print(source);
  if (!('code' in refused) || refused.code !== 'too_many_pages') throw new Error('The document is not too long.');

  const lines = source.split('\n');
  const { line = 0 } = refused.at ?? {};
  const before = await print(lines.slice(0, line - 1 - off).join('\n'));
  const after = await print(lines.slice(0, line + off).join('\n'));

  expect('pages' in before && before.pages.length).toBe(OUTPUT_PAGES);
  expect(after).toMatchObject({ code: 'too_many_pages' });
});
