import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { runs } from '../../../../test/support/soak.ts';
import { renderSource } from '../../src/markdown/render-source.ts';
import { readingText } from '../../src/printing/reading-text.ts';
import type { TextBlock, TextPart } from '../../src/printing/text-block.ts';
import { typstPrinter } from '../../src/printing/typst-printer.ts';
import { type PlacedText, plain, textsIn } from './read-pdf.ts';

const SENTENCES = [
  'The landlord lets the flat to the tenant, from 1 March on.',
  'Niniejsza umowa została zawarta między stronami',
  'Η παρούσα σύμβαση συνάπτεται μεταξύ των μερών',
  'Настоящий договор заключён между сторонами',
  'أبرم هذا العقد بين الطرفين',
  'הסכם זה נחתם בין הצדדים',
  'यह अनुबंध दोनों पक्षों के बीच हुआ',
  '本合同由双方于今日签订',
  'Donaudampfschifffahrtsgesellschaftskapitän'.repeat(3),
];

const words = fc.constantFrom(...SENTENCES);
const data = { name: 'Ada Example', items: ['a stove', 'two keys'], isLet: true };
let number = 0;
const field = (type: string) => {
  number += 1;
  return `::field{type=${type}, role=client, label="Field ${number}"}`;
};
const kind = fc.constantFrom('text', 'date', 'checkbox', 'initials');

/** Everything that a source can have, in the scripts above. */
const block = fc.oneof(
  fc.tuple(fc.integer({ min: 1, max: 6 }), words).map(([level, text]) => `${'#'.repeat(level)} ${text}`),
  words,
  fc.tuple(words, kind).map(([text, type]) => `${text} ${field(type)} *${text}* and **bold** ~~old~~ \`code a  b\``),
  fc.tuple(words, words).map(([one, other]) => `- ${one}\n- [${other}](https://example.com/terms)\n  1. ${one}`),
  fc
    .tuple(words, words, kind)
    .map(([one, other, type]) => `3. ${one}\n4. ${other}\n   1. ${one}\n      1. ${field(type)}`),
  words.map((text) => `1) ${text}\n2) ${text}\n   ${text}`),
  words.map((text) => `- ☐ ${text}\n- ☑ ${text}`),
  fc
    .tuple(words, words, kind)
    .map(([one, other, type]) => `| Item | ${one} |\n|---|--:|\n| ${other} | ${field(type)} |\n| 2 | ${one} |`),
  words.map((text) => `> ${text}\n>\n> - ${text}`),
  words.map((text) => `${text}  \n${text}`),
  fc.constant('```\nif (a) {\n\treturn  b;\n}\n```'),
  fc.constant('---'),
  fc.constant('::pagebreak'),
  fc.constant('Dear {{ name }}:\n\n{% for item in items %}\n- {{ item }}\n{% endfor %}'),
  words.map((text) => `{% if isLet %}\n\n${text}\n\n{% else %}\n\nNothing.\n\n{% endif %}`),
);

const SIGNATURES = [
  '::signature{role=client, label="The client", name=true, date=true, title="Managing Director"}',
  ':::signatures\n::signature{role=client, label=Client, place=true}\n::signature{role=landlord, label="بالنيابة عن المالك"}\n:::',
];
const source = fc
  .tuple(fc.array(block, { minLength: 1, maxLength: 7 }), fc.constantFrom(...SIGNATURES))
  .map(([blocks, signature]) => [...blocks, signature].join('\n\n'));

const ids = { ofField: (id: string) => id, ofSignature: (role: string) => `signature of ${role}` };

function read(text: string) {
  const rendered = renderSource({ source: text, data, signerNames: new Map([['client', 'Ada Example']]) });
  if ('findings' in rendered) throw new Error(JSON.stringify([text, rendered.findings]));
  return { ...rendered, blocks: readingText(rendered.tree, 'A4', ids) };
}

/** The words of the blocks in their order, as a reader of the screen meets them. */
function* wordsOf(blocks: readonly TextBlock[]): Generator<string> {
  for (const one of blocks) {
    if ('runs' in one) yield partsText(one.runs);
    else if (one.kind === 'list')
      for (const item of one.items) {
        yield item.marker;
        yield* wordsOf(item.blocks);
      }
    else if (one.kind === 'quote') yield* wordsOf(one.blocks);
    else if (one.kind === 'table') for (const cell of [one.head, ...one.rows].flat()) yield partsText(cell.runs);
    else if (one.kind === 'code') yield one.text;
    else if (one.kind === 'signatures')
      for (const { label, lines } of one.signatures) {
        yield label;
        for (const { caption, text } of lines) yield `${caption} ${text}`;
      }
  }
}
const partsText = (parts: readonly TextPart[]) => parts.map((part) => ('text' in part ? part.text : '')).join('');

const FOOT = 842 - 62;
const HEAD = 50;
const RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}]/u;

/** The words of the text layer, without title and page numbers. */
async function wordsOfPdf(pdf: Uint8Array): Promise<string> {
  const body = (await textsIn(pdf)).filter(({ y }) => y > HEAD && y < FOOT);
  const lines: PlacedText[][] = [];
  for (const one of body) {
    const last = lines.at(-1)?.at(-1);
    if (last && isContinued(last, one)) lines.at(-1)?.push(one);
    else lines.push([one]);
  }
  return plain(
    lines
      .flatMap(fromTheRight)
      .map(({ text }) => text)
      .join(''),
  );
}

/** pdf.js may return the words of a line from right to left one by one, in the order of their places. */
const isContinued = (last: PlacedText, one: PlacedText) =>
  [last, one].every(({ text }) => RIGHT_TO_LEFT.test(text)) && last.page === one.page && last.y === one.y;
const fromTheRight = (line: PlacedText[]) => line.toSorted((one, other) => other.x - one.x);

const fieldsIn = (value: unknown): string[] =>
  [...JSON.stringify(value).matchAll(/"fieldId":"([^"]+)"/g)].map(([, id]) => id ?? '');

describe('the text of a document', () => {
  test('has the words of the PDF in their order, and each field once', async () => {
    await fc.assert(
      fc.asyncProperty(source, async (text) => {
        const { tree, blocks, fields, roles } = read(text);

        const printed = await typstPrinter.print({ tree, pageSize: 'A4', title: 'Lease' });

        if ('code' in printed) throw new Error(JSON.stringify(printed));
        expect(plain([...wordsOf(blocks)].join(' '))).toBe(await wordsOfPdf(printed.pdf));
        const expected = [...fields.map(({ id }) => id), ...roles.map(({ role }) => `signature of ${role}`)];
        expect(fieldsIn(blocks).sort()).toEqual(expected.sort());
      }),
      runs(60),
    );
  });

  test('has the markers of the PDF, also where lists are no longer indented', () => {
    const deep = Array.from({ length: 10 }, (_, level) => `${'   '.repeat(level)}1. Level ${level + 1}`).join('\n');
    const { blocks } = read(`${deep}\n\n${SIGNATURES[0]}`);

    const all = [...wordsOf(blocks)].join(' ');

    expect(all).toContain('1. Level 1 (a) Level 2 (i) Level 3 (A) Level 4 (I) Level 5 1. Level 6');
    expect(all).toContain('1. Level 10');
  });

  test('has no measures of the page', () => {
    const { blocks } = read(`# Lease\n\n- ${SENTENCES[0]}\n\n| a |\n|---|\n| b |\n\n${SIGNATURES[1]}`);

    expect(JSON.stringify(blocks)).not.toMatch(/"(indent|drop|size|fontSize|padding|columns|isKept)"/);
  });
});
