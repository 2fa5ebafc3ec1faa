import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { constants, deflateRawSync, deflateSync, inflateSync } from 'node:zlib';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { scaled } from '../../../../test/support/soak.ts';
import { PUBLISHED_PDFS } from '../../../../test/support/tools.ts';
import { inspectPdf } from '../../src/pdf/inspect-pdf.ts';
import { stampPdf } from '../../src/pdf/stamp.ts';
import { aForm, aPdf, fileOf } from './fixtures.ts';
import { simpleOverlay } from './simple-overlay.ts';

const CATALOG = '<< /Type /Catalog /Pages 2 0 R >>';
const PAGE = '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] >>';
const MEGABYTE = 1024 * 1024;
/** Of zlib's checksum. */
const ADLER_MODULUS = 65_521;

/** Generous, because other tests run concurrently; without limits these would take hours. */
const PATIENCE_MS = 240_000;

test.each<[string, () => Uint8Array]>([
  ['a page tree whose branches double thirty times', doublingTree],
  ['a count of pages beyond all numbers', () => fileOf(CATALOG, pages('3 0 R', 2 ** 53), PAGE)],
  ['a branch that is its own parent', cyclicParents],
  ['twenty megabytes of noise', () => noise(20 * MEGABYTE)],
  ['twenty megabytes of one letter', () => Buffer.alloc(20 * MEGABYTE, '%PDF-1.7 x')],
  ['a list nested a hundred thousand deep', () => fileOf(CATALOG, '['.repeat(100_000))],
  ['a form whose fields are their own children', cyclicForm],
])('hostile PDFs: %s is answered in bounded time', async (_case, make) => {
  const startedMs = performance.now();

  const inspected = await inspectPdf(make());

  expect(performance.now() - startedMs).toBeLessThan(PATIENCE_MS);
  expect('refusal' in inspected ? inspected.refusal.code : 'accepted').toMatch(
    /^(broken|not_a_pdf|too_many_pages|accepted)$/,
  );
});

test('hostile PDFs: a stream that unpacks to a megabyte is read, one of four gigabytes is not', async () => {
  const startedMs = performance.now();

  const [small, huge] = [await inspectPdf(pageInStream(1)), await inspectPdf(pageInStream(4096))];

  expect(performance.now() - startedMs).toBeLessThan(PATIENCE_MS);
  expect(small).toMatchObject({ pages: { length: 1 } });
  expect(huge).toMatchObject({ refusal: { code: 'broken' } });
  expect(inflateSync(packed('text', 3))).toEqual(Buffer.concat([Buffer.from('text'), Buffer.alloc(3 * MEGABYTE)]));
});

test('hostile PDFs: a file that exceeds its time is given up, and the next one is read', async () => {
  const patienceMs = 300;
  const endless = Buffer.from(`%PDF-1.7\n${'1 0 obj << /A ['.repeat(60_000)}`);

  const inspected = await inspectPdf(endless, patienceMs);

  expect(inspected).toMatchObject({ refusal: { code: 'broken' } });
  expect(await inspectPdf(await aPdf())).toMatchObject({ pages: { length: 1 } });
});

test('hostile PDFs: concurrent files each get their own answer', async () => {
  const [one, two, none] = await Promise.all([
    inspectPdf(await aPdf({ width: 100 })),
    inspectPdf(await aPdf({ width: 200 }, {})),
    inspectPdf(Buffer.from('none')),
  ]);

  expect(one).toMatchObject({ pages: [{ width: 100 }] });
  expect(two).toMatchObject({ pages: [{ width: 200 }, { width: 600 }] });
  expect(none).toMatchObject({ refusal: { code: 'not_a_pdf' } });
});

/** Damage of every kind: cut off, bits turned, parts moved, references pointed elsewhere. */
const damage = fc.oneof(
  fc.record({ kind: fc.constant('cut' as const), at: fc.double({ min: 0, max: 1, noNaN: true }) }),
  fc.record({
    kind: fc.constant('flip' as const),
    places: fc.array(fc.tuple(fc.double({ min: 0, max: 0.999, noNaN: true }), fc.integer({ min: 1, max: 255 })), {
      minLength: 1,
      maxLength: 30,
    }),
  }),
  fc.record({
    kind: fc.constant('move' as const),
    from: fc.double({ min: 0, max: 1, noNaN: true }),
    to: fc.double({ min: 0, max: 1, noNaN: true }),
    length: fc.integer({ min: 1, max: 2_000 }),
  }),
  fc.record({
    kind: fc.constant('point' as const),
    every: fc.integer({ min: 1, max: 20 }),
    to: fc.integer({ min: 0, max: 40 }),
  }),
);

/** Our own form, and published files where they lie beside the repository. */
const published = existsSync(PUBLISHED_PDFS) ? readdirSync(PUBLISHED_PDFS).filter((name) => name.endsWith('.pdf')) : [];

test('hostile PDFs: an accepted damaged file can be stamped and is then accepted again', { tags: 'full' }, async () => {
  const form = await aForm();
  const whole = (name: string | null) => (name === null ? form : readFileSync(join(PUBLISHED_PDFS, name)));
  const cross = {
    fieldType: 'checkbox' as const,
    value: 'true',
    multiline: false,
    pageNumber: 1,
    xPosition: 10,
    yPosition: 10,
    width: 30,
    height: 30,
    acroFieldName: null,
    image: null,
  };

  await fc.assert(
    fc.asyncProperty(fc.constantFrom(null, ...published), damage, async (name, harm) => {
      const pdf = damaged(whole(name), harm);
      const inspected = await inspectPdf(pdf);
      if ('refusal' in inspected) return;
      const stamped = await stampPdf({ pdf: inspected.pdf, stamps: [cross], printOverlay: simpleOverlay });
      expect(await inspectPdf(stamped)).toMatchObject({ pages: inspected.pages });
    }),
    { numRuns: scaled(40, 400), seed: 7 },
  );
});

type Damage = typeof damage extends fc.Arbitrary<infer T> ? T : never;

function damaged(whole: Uint8Array, harm: Damage): Uint8Array {
  const pdf = Buffer.from(whole);
  const place = (share: number) => Math.floor(share * pdf.length);
  if (harm.kind === 'cut') return pdf.subarray(0, place(harm.at));
  if (harm.kind === 'flip') for (const [at, bits] of harm.places) pdf[place(at)] = (pdf[place(at)] ?? 0) ^ bits;
  if (harm.kind === 'move') pdf.copyWithin(place(harm.to), place(harm.from), place(harm.from) + harm.length);
  if (harm.kind !== 'point') return pdf;
  let count = 0;
  const text = pdf.toString('latin1').replaceAll(/\d+ 0 R/g, (reference) => {
    count += 1;
    return count % harm.every === 0 ? `${harm.to} 0 R` : reference;
  });
  return Buffer.from(text, 'latin1');
}

function pages(kids: string, count: number) {
  return `<< /Type /Pages /Kids [${kids}] /Count ${count} >>`;
}

function doublingTree() {
  const levels = Array.from({ length: 30 }, (_, level) => pages(`${level + 3} 0 R ${level + 3} 0 R`, 2));
  return fileOf(CATALOG, ...levels, PAGE);
}

function cyclicParents() {
  return fileOf(CATALOG, '<< /Type /Pages /Kids [3 0 R] /Count 1 /Parent 2 0 R >>', '<< /Type /Page /Parent 2 0 R >>');
}

function cyclicForm() {
  const page = '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Annots [5 0 R] >>';
  return fileOf(
    '<< /Type /Catalog /Pages 2 0 R /AcroForm 4 0 R >>',
    pages('3 0 R', 1),
    page,
    '<< /Fields [5 0 R] >>',
    '<< /Subtype /Widget /FT /Tx /T (a) /V (b) /Rect [0 0 90 20] /Kids [5 0 R 5 0 R] /Parent 5 0 R >>',
  );
}

function noise(bytes: number) {
  const pdf = Buffer.alloc(bytes);
  let state = 1;
  for (let index = 0; index < bytes; index += 1) {
    state = (state * 1_103_515_245 + 12_345) & 0x7fffffff;
    pdf[index] = state >> 16;
  }
  pdf.write('%PDF-1.7\n');
  return pdf;
}

/**
 * A file whose only page lies in an object stream with so many megabytes of blanks behind it: unlike a page's
 * content, such a stream has to be unpacked to read the file at all.
 */
function pageInStream(megabytes: number) {
  const twice = deflateSync(packed(`4 0       ${PAGE}`, megabytes), { level: 9 });
  const objects = [
    Buffer.from(CATALOG),
    Buffer.from(pages('4 0 R', 1)),
    streamOf('/Type /ObjStm /N 1 /First 10 /Filter [/FlateDecode /FlateDecode]', twice),
  ];
  let file = Buffer.from('%PDF-1.5\n');
  const places = [placeOf(0, 0, 65_535)];
  for (const [at, object] of objects.entries()) {
    places.push(placeOf(1, file.length, 0));
    const [head, end] = [Buffer.from(`${at + 1} 0 obj\n`), Buffer.from('\nendobj\n')];
    file = Buffer.concat([file, head, object, end]);
  }
  const start = file.length;
  const table = Buffer.concat([...places, placeOf(2, 3, 0), placeOf(1, start, 0)]);
  const tableObject = streamOf('/Type /XRef /Size 6 /W [1 4 2] /Root 1 0 R', table);
  const end = Buffer.from(`\nendobj\nstartxref\n${start}\n%%EOF\n`);
  return Buffer.concat([file, Buffer.from('5 0 obj\n'), tableObject, end]);
}

const streamOf = (entries: string, bytes: Buffer) =>
  Buffer.concat([Buffer.from(`<< ${entries} /Length ${bytes.length} >>\nstream\n`), bytes, Buffer.from('\nendstream')]);

/** Of an object: at this byte of the file, or in this object stream. */
function placeOf(kind: number, where: number, rest: number) {
  const place = Buffer.alloc(7);
  place.writeUInt8(kind, 0);
  place.writeUInt32BE(where, 1);
  place.writeUInt16BE(rest, 5);
  return place;
}

/** A text and so many megabytes of zeros, packed: one of them again and again, since all would take seconds. */
function packed(text: string, megabytes: number) {
  const block = (bytes: Buffer) => deflateRawSync(bytes, { finishFlush: constants.Z_FULL_FLUSH });
  let [sum, sums] = [1, 0];
  for (const byte of Buffer.from(text)) {
    sum = (sum + byte) % ADLER_MODULUS;
    sums = (sums + sum) % ADLER_MODULUS;
  }
  const checksum = Buffer.alloc(4);
  checksum.writeUInt16BE((sums + sum * ((megabytes * MEGABYTE) % ADLER_MODULUS)) % ADLER_MODULUS, 0);
  checksum.writeUInt16BE(sum, 2);
  const zeros = Array<Buffer>(megabytes).fill(block(Buffer.alloc(MEGABYTE)));
  const [head, end] = [Buffer.from([0x78, 0x9c]), Buffer.from([0x03, 0x00])];
  return Buffer.concat([head, block(Buffer.from(text)), ...zeros, end, checksum]);
}
