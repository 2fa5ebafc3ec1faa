import { describe, expect, test } from 'vitest';
import { outlinesIn } from '#packages/agreements/src/pdf/outlines.ts';
import { stampPdf } from '#packages/agreements/src/pdf/stamp.ts';
import { aPdf } from '#packages/agreements/test/pdf/fixtures.ts';
import { darkBox, hasPoppler, picturesOf } from '#packages/agreements/test/pdf/pixels.ts';
import { simpleOverlay } from '#packages/agreements/test/pdf/simple-overlay.ts';
import { aStamp } from '#packages/agreements/test/pdf/stamps.ts';
import { documentRoutes } from '#shared/documents/routes.ts';
import { drawTypedSignature } from '#shared/documents/signing/typed/typed-signature.ts';
import { anonymous, call } from '#test/support/api.ts';
import { preparedSigningWorld } from '#test/support/prepared-signing-world.ts';
import { anAddress, done, draftWith, sent } from '#test/support/signing-world.ts';

const world = preparedSigningWorld();

const BOX = { width: 200, height: 50 };

function svgOf(typed: string, box = BOX): string {
  const drawn = drawTypedSignature(typed, box);
  if ('problem' in drawn) throw new Error(drawn.problem);
  return drawn.svg;
}
const problemOf = (typed: string, box = BOX) => {
  const drawn = drawTypedSignature(typed, box);
  return 'problem' in drawn ? drawn.problem : undefined;
};

/** All points of the drawing, to see that none lies outside of its box. */
const pointsOf = (svg: string) =>
  [...(/ d="([^"]*)"/.exec(svg)?.[1] ?? '').matchAll(/-?[\d.]+/g)].map(([number]) => Number(number));

describe('typed signature', () => {
  test.each([
    'Ada Lovelace',
    'Łukasz Żółć',
    'Nguyễn Thị Dịch Vụ',
    'محمد بن سلمان',
    'विश्वास कुमार',
    '王小明',
    '山田太郎',
    '김민준',
    'שרה כהן',
    'Иван Петров',
    'Γιώργος',
    'Ahmed أحمد (CEO)',
    'A',
    '.',
  ])('%s is drawn within the box of its field', (name) => {
    const points = pointsOf(svgOf(name));

    expect(points.length).toBeGreaterThan(8);
    expect(Math.min(...points)).toBeGreaterThanOrEqual(0);
    expect(Math.max(...points)).toBeLessThanOrEqual(BOX.width);
  });

  test('the same text in the same field gives the same drawing', () => {
    expect(svgOf('Ada  Lovelace ')).toBe(svgOf('Ada Lovelace'));
    expect(svgOf('Ada Lovelace')).not.toBe(svgOf('Ada Lovelace', { width: 100, height: 50 }));
  });

  test('Arabic letters are joined', () => {
    const joined = pointsOf(svgOf('بيت')).length;
    const apart = ['ب', 'ي', 'ت'].reduce((sum, letter) => sum + pointsOf(svgOf(letter)).length, 0);

    expect(joined).not.toBe(apart);
  });

  test('characters without a font are rejected by name', () => {
    expect(problemOf('Ada \u{1F600}\u{10A00}')).toMatch(/No font has these characters: \u{1F600} \u{10A00}/u);
  });

  test.each(['', '   ', '\u200b\u3164'])('a blank text (%j) is rejected', (text) => {
    expect(problemOf(text)).toBe('Type a name or initials.');
  });

  test('a long name is set on several lines, and an illegible one is rejected', () => {
    const name = 'Maximilian Alexander Freiherr von und zu Hohenstein-Langenburg der Jüngere';

    expect(problemOf(name)).toBeUndefined();
    expect(problemOf('x'.repeat(200))).toMatch(/too long for this field: .* 6 pt are required/);
    expect(problemOf(name, { width: 40, height: 12 })).toMatch(/too long for this field/);
    expect(problemOf('AB', { width: 10, height: 5 })).toBeUndefined();
  });

  test('a text cannot inject markup into the drawing', () => {
    const svg = svgOf('<script>"&');

    expect(svg).toMatch(/^<svg [^<>]*><path fill="#14213d" d="[MLCZ\d. -]*"\/><\/svg>\n$/);
  });

  test('only drawings of the service are stamped', () => {
    expect(() => outlinesIn(Buffer.from('<svg viewBox="0 0 1 1"><script/></svg>'))).toThrow();
  });
});

test.skipIf(!hasPoppler)('typed signature: is stamped where and as it was drawn (needs Poppler)', async () => {
  const stamp = aStamp({
    fieldType: 'signature',
    value: 'sha256:',
    xPosition: 100,
    yPosition: 200,
    ...BOX,
    image: Buffer.from(svgOf('Ada Lovelace')),
  });
  const pdf = await stampPdf({ pdf: await aPdf(), stamps: [stamp], printOverlay: simpleOverlay });

  const [picture] = picturesOf(pdf);
  const ink = picture && darkBox(picture);
  expect(ink?.x).toBeGreaterThanOrEqual(100);
  expect(ink?.y).toBeGreaterThanOrEqual(200);
  expect(ink && ink.x + ink.width).toBeLessThanOrEqual(300);
  expect(ink && ink.y + ink.height).toBeLessThanOrEqual(250);
  expect(ink?.width).toBeGreaterThan(150);
});

describe('signing with a typed signature', () => {
  const signatures = [
    { fieldType: 'signature', height: 50 },
    { fieldType: 'initials', width: 80, height: 40 },
    { fieldType: 'text' },
    { fieldType: 'checkbox', width: 30 },
  ] as const;
  const open = async () => {
    const draft = await draftWith(world, [{ email: anAddress(), fields: [...signatures] }]);
    const [holder] = await sent(world, draft);
    if (!holder) throw new Error('No signer was sent a link.');
    return { draft, holder, ids: draft.fieldIds[0] ?? [] };
  };

  test('the preview is the drawing that is stored and sealed', async () => {
    const { draft, holder, ids } = await open();
    const [signature = '', initials = '', text = '', box = ''] = ids;
    const params = { token: holder.token, fieldId: signature };

    const preview = await call(anonymous, documentRoutes.previewTypedSignature, {
      params,
      body: { typed: '山田太郎' },
    });
    const filled = await holder.fill(signature, { typed: '山田太郎' });
    const image = await call(anonymous, documentRoutes.readSigningImage, { params });

    expect([preview.status, filled?.status, image.status]).toEqual([200, 200, 200]);
    expect(preview.headers['content-type']).toBe('image/svg+xml');
    expect(image.headers['content-type']).toBe('image/svg+xml');
    expect(image.body).toBe(preview.body);
    for (const [id, value] of [
      [initials, { typed: 'YT' }],
      [text, 'Tokyo'],
      [box, true],
    ] as const)
      expect((await holder.fill(id, value)).status).toBe(200);
    expect((await holder.complete()).status).toBe(200);
    await done(world.key, documentRoutes.readDocumentPdf, { params: { id: draft.id } });
  });

  test('a value the field does not accept is rejected, and nothing changes', async () => {
    const { holder, ids } = await open();
    const [signature = '', , text = '', box = ''] = ids;
    const before = (await holder.read()).body;

    for (const [id, value, message] of [
      [signature, { typed: 'Ada \u{1F600}' }, /No font has/],
      [signature, { typed: 'x'.repeat(200) }, /too long/],
      [signature, true, /typed/],
      [text, { typed: 'Ada' }, /Only signatures/],
      [text, true, /Only a checkbox/],
      [box, 'yes', /true. or .false/],
    ] as const) {
      const { status, body } = await holder.fill(id, value);
      expect([status, body.code, body.errors?.[0]?.path]).toEqual([422, 'invalid_value', id]);
      expect(body.errors[0].message).toMatch(message);
    }
    expect((await holder.read()).body).toEqual(before);
  });
});
