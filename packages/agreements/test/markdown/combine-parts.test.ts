import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { runs } from '../../../../test/support/soak.ts';
import { oneDocument } from '../../src/markdown/budget.ts';
import { type BundledTemplate, bundleLayout } from '../../src/markdown/bundle-rules.ts';
import { combineParts, type RenderedPart } from '../../src/markdown/combine-parts.ts';
import { renderSource } from '../../src/markdown/render-source.ts';
import type { BoxPlace } from '../../src/printing/printer.ts';
import { readingText } from '../../src/printing/reading-text.ts';
import { typstPrinter } from '../../src/printing/typst-printer.ts';
import { plain, textsIn } from '../printing/read-pdf.ts';

const rendered = (source: string, data: unknown = {}, images = new Map()): RenderedPart => {
  const part = renderSource({ source, data, images });
  if ('findings' in part) throw new Error(JSON.stringify([source, part.findings]));
  return part;
};

const words = fc.constantFrom(
  'The rent is due on the third day.',
  'Keys',
  'No noise after ten.',
  '**Bold** and *soft*',
);
const field = fc
  .tuple(fc.constantFrom('text', 'date', 'checkbox', 'initials'), words)
  .map(([type, text]) => `${text} ::field{type=${type}, role=tenant, label=Blank}`);
const block = fc.oneof(
  words,
  field,
  words.map((text) => `## ${text}`),
  words.map((text) => `- ${text}\n- ${text}\n  1. ${text}`),
  fc.tuple(words, field).map(([text, blank]) => `| ${text} | Second |\n|---|---|\n| ${blank} | ${text} |`),
  words.map((text) => `> ${text}`),
  fc.constant('```\nif (a) b;\n```'),
  fc.constant('::pagebreak'),
);
const SIGNATURES = [
  '::signature{role=tenant, date=true}',
  ':::signatures\n::signature{role=tenant, label="The tenant", name=true}\n::signature{role=landlord, place=true}\n:::',
];
const source = fc
  .tuple(fc.array(block, { minLength: 1, maxLength: 6 }), fc.constantFrom(...SIGNATURES))
  .map(([blocks, signature]) => [...blocks, signature].join('\n\n'));

async function printed({ tree }: Pick<RenderedPart, 'tree'>) {
  const result = await typstPrinter.print({ tree, pageSize: 'A4', title: 'Bundle' });
  if ('code' in result) throw new Error(JSON.stringify(result));
  return result;
}

const HEAD = 50;
const FOOT = 842 - 62;

/** Words of the pages, without title and page numbers. */
const wordsIn = async (pdf: Uint8Array) =>
  plain(
    (await textsIn(pdf))
      .filter(({ y }) => y > HEAD && y < FOOT)
      .map(({ text }) => text)
      .join(''),
  );

const laterBy =
  (pages: number) =>
  ({ pageNumber, xPosition, yPosition, width, height }: BoxPlace) => ({
    pageNumber: pageNumber + pages,
    xPosition,
    yPosition,
    width,
    height,
  });

describe('a bundle', () => {
  test('has the pages of its parts one after the other: the same words, and every box where its part has it', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(source, { minLength: 2, maxLength: 3 }), async (sources) => {
        const parts = sources.map((one) => rendered(one));
        const alone = await Promise.all(parts.map(printed));

        const { tree, fields } = combineParts(parts);
        const together = await printed({ tree });

        expect(together.pages).toHaveLength(alone.reduce((sum, { pages }) => sum + pages.length, 0));
        expect(await wordsIn(together.pdf)).toBe((await Promise.all(alone.map(({ pdf }) => wordsIn(pdf)))).join(''));
        const before = alone.map((_, index) => alone.slice(0, index).reduce((sum, { pages }) => sum + pages.length, 0));
        for (const kind of ['fields', 'signatures'] as const)
          expect(together[kind].map(laterBy(0))).toEqual(
            alone.flatMap((one, index) => one[kind].map(laterBy(before[index] ?? 0))),
          );
        // Each box belongs to one field, and each field has a box.
        const ids = fields.map(({ id }) => id);
        expect(new Set(ids).size).toBe(ids.length);
        expect(together.fields.map(({ id }) => id).toSorted()).toEqual(ids.toSorted());
        expect(new Set(together.signatures.map(({ role }) => role)).size).toBe(together.signatures.length);
      }),
      runs(40),
    );
  });

  test('has the text of its parts one after the other', () => {
    fc.assert(
      fc.property(fc.array(source, { minLength: 2, maxLength: 4 }), (sources) => {
        const parts = sources.map((one) => rendered(one));
        const { tree, signatures } = combineParts(parts);
        const labelled = (part: number) => ({
          ofField: (id: string) => `p${part + 1}.${id}`,
          ofSignature: (id: string) => `p${part + 1}.${id}`,
        });

        const text = readingText(tree, 'A4', { ofField: (id) => id, ofSignature: (id) => id });

        expect(text).toEqual(parts.flatMap((one, part) => readingText(one.tree, 'A4', labelled(part))));
        for (const [id, { role, templateNumber }] of signatures) expect(id).toBe(`p${templateNumber}.${role}`);
      }),
      runs(200),
    );
  });

  test('prints a signature without a label with its role, as its template alone does', () => {
    const part = rendered('::signature{role=tenant}');

    const { tree } = combineParts([part, part]);

    expect(tree.blocks.map((one) => (one.kind === 'signatures' ? one.signatures[0]?.label : one.kind))).toEqual([
      'tenant',
      'page-break',
      'tenant',
    ]);
  });

  test('keeps groups of different templates apart, and conditions within their template', () => {
    const part = rendered(
      '::field{key=pet, type=checkbox, role=tenant, group=pets, label=Cat} ::field{type=text, role=tenant, requiredWhen=pet}\n\n' +
        '::signature{role=tenant}',
    );
    const other = rendered('::field{type=checkbox, role=owner, group=pets, label=Dog}\n\n::signature{role=owner}');

    const { fields, roles } = combineParts([part, part, other]);

    expect(
      fields.map(({ id, key, groupKey, requiredWhenFieldId, templateNumber }) => ({
        id,
        key,
        groupKey,
        requiredWhenFieldId,
        templateNumber,
      })),
    ).toEqual([
      { id: 'p1.f1', key: 'pet', groupKey: 'pets', requiredWhenFieldId: null, templateNumber: 1 },
      { id: 'p1.f2', key: null, groupKey: null, requiredWhenFieldId: 'p1.f1', templateNumber: 1 },
      { id: 'p2.f1', key: 'pet', groupKey: 'pets (2)', requiredWhenFieldId: null, templateNumber: 2 },
      { id: 'p2.f2', key: null, groupKey: null, requiredWhenFieldId: 'p2.f1', templateNumber: 2 },
      { id: 'p3.f1', key: null, groupKey: 'pets', requiredWhenFieldId: null, templateNumber: 3 },
    ]);
    expect(roles.map(({ role }) => role)).toEqual(['tenant', 'owner']);
  });

  test('has at most 200 images, wherever they are', () => {
    const images = new Map([['logo', { width: 10, height: 10 }]]);
    const part = rendered(`${'![Logo](image:logo) '.repeat(120)}\n\n::signature{role=tenant}`, {}, images);

    expect(combineParts([part]).excess).toBeUndefined();
    expect(combineParts([part, part]).excess).toMatchObject({ line: 1, part: 1 });
  });

  test('costs what one document may cost', () => {
    const budget = oneDocument();
    const long = (count: number) => `${'Word. '.repeat(count)}\n\n::signature{role=tenant}`;
    const count = Math.floor((budget.characters * 0.6) / 6 / 10);
    const data = { lines: Array.from({ length: 100 }, () => 'x'.repeat(Math.floor(budget.characters * 0.006))) };
    const looped = '{% for line in lines %}{{ line }} {% endfor %}\n\n::signature{role=tenant}';

    expect(renderSource({ source: looped, data, budget })).not.toHaveProperty('findings');
    expect(renderSource({ source: looped, data, budget })).toMatchObject({
      findings: [{ message: 'The rendered document is too long.' }],
    });
    expect(renderSource({ source: long(Math.min(count, 1_000)), data, budget })).toHaveProperty('findings');
  });
});

const aTemplate = (changes: Partial<BundledTemplate> = {}): BundledTemplate => ({
  name: 'Lease',
  source: '# Lease\n\n::signature{role=tenant}',
  pageSize: 'A4',
  language: 'en',
  roles: [{ role: 'tenant', label: null }],
  images: {},
  ...changes,
});

const GERMAN = 'Der Mieter und die Vermieterin werden einig, dass die Miete nicht steigt oder fällt.';

describe('templates of a bundle', () => {
  test.each([
    ['en-GB', 'en-US', 'en-GB'],
    ['zh', 'zh-Hans', 'zh'],
    [null, 'de', 'de'],
    ['de', null, 'de'],
    [null, null, undefined],
  ])('the languages %s and %s make a document in %s', (one, other, language) => {
    expect(bundleLayout([aTemplate({ language: one }), aTemplate({ language: other })])).toEqual({
      pageSize: 'A4',
      language,
    });
  });

  test.each([
    ['en', 'de'],
    ['sr-Latn', 'sr-Cyrl'],
    ['zh-Hans', 'zh-Hant'],
  ])('the languages %s and %s do not go together', (one, other) => {
    expect(bundleLayout([aTemplate({ language: one }), aTemplate({ language: other })])).toEqual({
      findings: [{ path: '1.templateId', message: expect.stringContaining(`“Lease” is in \`${other}\``) }],
    });
  });

  test('a language that is only guessed counts', () => {
    const german = aTemplate({ name: 'Ordnung', language: null, source: GERMAN });

    expect(bundleLayout([german, german])).toMatchObject({ language: 'de' });
    expect(bundleLayout([aTemplate(), german])).toMatchObject({
      findings: [{ message: expect.stringContaining('if it was guessed wrong') }],
    });
  });

  test('every reason is reported at once', () => {
    const images = Object.fromEntries(Array.from({ length: 6 }, (_, index) => [`i${index}`, `digest ${index}`]));
    const others = Object.fromEntries(Array.from({ length: 5 }, (_, index) => [`i${index}`, `other ${index}`]));
    const roles = Array.from({ length: 8 }, (_, index) => ({ role: `witness${index}`, label: null }));

    const layout = bundleLayout([
      aTemplate({ images }),
      aTemplate({ name: 'Plan', source: null, pageSize: null, language: null, roles: [] }),
      aTemplate({ name: 'Annex', pageSize: 'Letter', language: 'fr', roles, images: others }),
    ]);

    expect(layout).toEqual({
      findings: [
        { path: '1.templateId', message: '“Plan” is a PDF template. Use Markdown templates.' },
        { path: '2.templateId', message: '“Annex” is printed on Letter, and “Lease” on A4.' },
        { path: '2.templateId', message: expect.stringContaining('“Annex” is in `fr`') },
        { path: '', message: 'The templates have 9 signer roles. 8 are possible.' },
        { path: '', message: 'The templates have 11 images. 10 are possible.' },
      ],
    });
  });

  test('an image that several templates show counts once', () => {
    const images = Object.fromEntries(Array.from({ length: 10 }, (_, index) => [`i${index}`, `digest ${index}`]));

    expect(bundleLayout([aTemplate({ images }), aTemplate({ images })])).not.toHaveProperty('findings');
  });
});
