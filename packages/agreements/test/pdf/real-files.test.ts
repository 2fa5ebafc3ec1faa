import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { some } from '../../../../test/support/soak.ts';
import { PUBLISHED_PDFS } from '../../../../test/support/tools.ts';
import type { FormField } from '../../src/form-field.ts';
import type { Stamp } from '../../src/pdf/drawing.ts';
import { listFormFields } from '../../src/pdf/form-fields.ts';
import { inspectPdf } from '../../src/pdf/inspect-pdf.ts';
import { loadPdf } from '../../src/pdf/load-pdf.ts';
import { sealPdf } from '../../src/pdf/seal.ts';
import { stampPdf } from '../../src/pdf/stamp.ts';
import { widgetsOf } from '../../src/pdf/widgets.ts';
import { A_PNG } from './fixtures.ts';
import { differenceOf, hasPoppler, picturesOf, signaturesIn } from './pixels.ts';
import { aSigner } from './signer.ts';
import { simpleOverlay } from './simple-overlay.ts';
import { aStamp } from './stamps.ts';
import { readPdf } from './text-places.ts';

const hasPdfs = existsSync(PUBLISHED_PDFS);
const open = (name: string): Uint8Array => readFileSync(join(PUBLISHED_PDFS, name));

/** Pages and visible form fields of each file, or why it is rejected. */
const OUTCOMES: Record<string, [pages: number, fields: number] | string> = {
  'PasswordSample-128bit.pdf': 'encrypted',
  'annotation-button-widget.pdf': [1, 9],
  'annotation-choice-widget.pdf': [1, 5],
  'annotation-text-widget.pdf': [1, 7],
  // Two of its three are hidden.
  'annotation_hidden_noview.pdf': [1, 1],
  'checkbox_no_appearance.pdf': [1, 2],
  'encrypted_new.pdf': 'encrypted',
  'fancy_fields.pdf': [1, 24],
  'form_to_flatten.pdf': [1, 15],
  'form_two_pages.pdf': [2, 6],
  'hello_world_rotated.pdf': [5, 0],
  // The list of fields of the three forms that were saved again lacks most of these.
  'irs-f1040.pdf': [2, 141],
  'irs-fw4.pdf': [4, 29],
  'irs-fw9.pdf': [6, 23],
  'irs-fw9-2018.pdf': [6, 22],
  'issue14023.pdf': [5, 12],
  'issue14415.pdf': [1, 0],
  // No viewer opens it, so signers could not read it.
  'missing_xref_trailer_dict.pdf': 'broken',
  'normal.pdf': [2, 1],
  'page_tree_multiple_levels.pdf': [4, 0],
  'pages_12.pdf': [12, 0],
  'sample_form.pdf': [1, 30],
  'simple_pdf20.pdf': [1, 0],
  'stuff_following_header.pdf': [1, 0],
  'us_constitution.pdf': [19, 0],
  'with_combed_fields.pdf': [13, 728],
  'with_cropbox.pdf': [2, 0],
  // Its signature field is empty.
  'with_signature.pdf': [1, 1],
  'with_update_sections.pdf': [1, 12],
  'with_xfa_fields.pdf': [2, 116],
};

const files = Object.entries(OUTCOMES);
const refusals = files.flatMap(([name, is]) => (typeof is === 'string' ? [[name, is] as const] : []));
const accepted = files.flatMap(([name, is]) => (typeof is === 'string' ? [] : [[name, ...is] as const]));

describe.skipIf(!hasPdfs)('published PDFs (needs published files)', () => {
  test('each has its expectation here', () => {
    const names = readdirSync(PUBLISHED_PDFS).filter((name) => name.endsWith('.pdf'));

    expect(names.sort()).toEqual(Object.keys(OUTCOMES).sort());
  });

  test.each(refusals)('%s is rejected: %s', async (name, code) => {
    expect(await inspectPdf(open(name))).toMatchObject({ refusal: { code } });
  });

  test.each(some(accepted, 2))('%s (%i pages, %i fields) is filled, stamped, flattened and sealed', async (...row) => {
    const [name, pageCount, fieldCount] = row;
    const inspected = await inspectPdf(open(name));
    if ('refusal' in inspected) throw new Error(inspected.refusal.message);
    const original = inspected.pdf;
    const fields = await listFormFields(original);

    expect(inspected).toMatchObject({ pages: { length: pageCount } });
    expect(fields).toHaveLength(fieldCount);

    const links = linksTo(fields);
    const marks = [
      aStamp({ value: 'Stamped', xPosition: 20, yPosition: 20 }),
      aStamp({ fieldType: 'checkbox', value: 'true', xPosition: 120, yPosition: 20, width: 30 }),
      aStamp({ fieldType: 'signature', image: A_PNG, xPosition: 160, yPosition: 20, width: 30 }),
    ];
    const stamped = await stampPdf({ pdf: original, stamps: [...links, ...marks], printOverlay: simpleOverlay });
    const seal = { reason: 'All have signed.', sealedAt: new Date(0) };
    const sealed = await sealPdf(stamped, await aSigner(), seal);

    const before = await readPdf(stamped);
    expect(before).toMatchObject({ pageCount, widgetCount: 0 });
    const words = before.texts.map(({ text }) => text);
    expect(words).toContain('Stamped');
    const written = links.filter(({ fieldType }) => fieldType === 'text').map(({ value }) => value);
    for (const value of written) expect(words.join('').replaceAll(' ', '')).toContain(value);
    expect((await readPdf(sealed)).pageCount).toBe(pageCount);
    const objects = (await loadPdf(sealed)).context.enumerateIndirectObjects().map(String);
    expect(objects.join()).not.toMatch(/\/(?:JavaScript|JS|EF|XFA|OCG|OCProperties|AA) /);
    if (hasPoppler) {
      const signatures = signaturesIn(sealed);
      expect(signatures).toContain('Signature is Valid.');
      expect(signatures).toContain('Total document signed');
    }
  });

  test.each(some(accepted, 2))('%s: form fields are found by the names that can be linked', async (name) => {
    const listed = (await listFormFields(open(name))).map((field) => field.name);
    const found = widgetsOf(await loadPdf(open(name))).filter(({ isHidden }) => !isHidden);

    expect(found.map((widget) => widget.name)).toEqual(listed);
  });

  test.skipIf(!hasPoppler).each(some(accepted, 2))(
    '%s looks the same after cleaning and flattening (needs Poppler)',
    async (name) => {
      const inspected = await inspectPdf(open(name));
      if ('refusal' in inspected) throw new Error(inspected.refusal.message);

      const before = picturesOf(open(name), 50);
      const after = picturesOf(await stampPdf({ pdf: inspected.pdf, stamps: [], printOverlay: simpleOverlay }), 50);

      expect(after).toHaveLength(before.length);
      for (const [index, picture] of before.entries())
        expect(differenceOf(picture, after[index] ?? picture)).toBeLessThan(0.001);
    },
  );
});

/** A value for every field of a kind that takes one. */
function linksTo(fields: readonly FormField[]): Stamp[] {
  const first = new Map<string, FormField>();
  for (const field of fields) if (!first.has(field.name)) first.set(field.name, field);
  return [...first.values()].flatMap((field, index) => {
    const { pageNumber, xPosition, yPosition, width, height, name } = field;
    const place = { pageNumber, xPosition, yPosition, width, height, acroFieldName: name };
    if (field.type === 'text') return aStamp({ ...place, value: `v${index}`.slice(0, field.maxLength ?? 10) });
    if (field.type === 'checkbox') return aStamp({ ...place, fieldType: 'checkbox', value: 'true' });
    const [option] = field.options ?? [];
    return (field.type === 'radio' || field.type === 'dropdown') && option?.trim()
      ? aStamp({ ...place, fieldType: 'dropdown', value: option })
      : [];
  });
}
