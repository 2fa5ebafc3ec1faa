import { randomUUID } from 'node:crypto';
import { PNG } from 'pngjs';
import { beforeAll, describe, expect, test } from 'vitest';
import { canonicalJson, sha256Hex } from '#packages/foundation/src/canonical-json.ts';
import { documentRoutes } from '#shared/documents/routes.ts';
import { type CallOptions, type Credential, call, keyOf } from '#test/support/api.ts';
import { aTemplate, existingPdfTemplate } from '#test/support/document-examples.ts';
import { prepareEngine } from '#test/support/engine.ts';

const { uploadTemplateImage, createTemplate, updateTemplate, readTemplate, previewTemplate, checkTemplate } =
  documentRoutes;
const { generatePdf, restoreTemplateRevision, readTemplateRevision, createDocumentFromTemplate, readDocumentPdf } =
  documentRoutes;

const organizationId = randomUUID();
let key: Credential;
const ask = (route: Parameters<typeof call>[1], options?: CallOptions) => call(key, route, options);

beforeAll(prepareEngine);
beforeAll(async () => {
  key = (await keyOf(organizationId, 'test')).credential;
});

const drawing = (fill: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 20"><rect width="40" height="20" fill="${fill}"/></svg>`;
const dataUrl = (content: string | Buffer, type = 'svg+xml') =>
  `data:image/${type};base64,${Buffer.from(content).toString('base64')}`;
const upload = (image: string) => ask(uploadTemplateImage, { body: { image } });
const uploaded = async (fill: string): Promise<string> => (await upload(dataUrl(drawing(fill)))).body.sha256;

function aPng(width = 6, height = 4): Buffer {
  const picture = new PNG({ width, height });
  picture.data.fill(255);
  return PNG.sync.write(picture);
}

const SOURCE = '![Logo of Example](image:logo?width=80)\n\n# Lease\n\n::signature{role=client}\n';
const body = (images: object = {}) => ({ name: 'Lease', source: SOURCE, sampleData: {}, images });
const drawnIn = (pdf: string) => Buffer.from(pdf, 'base64').includes('/Figure');

describe('an uploaded image', () => {
  test('is a drawing with its size, named by the digest of what is stored', async () => {
    const { status, body: stored } = await upload(dataUrl(`<!-- by an editor -->${drawing('#f00')}`));

    expect(status).toBe(201);
    expect(stored).toEqual({
      sha256: await uploaded('#f00'),
      format: 'svg',
      width: 40,
      height: 20,
      sizeBytes: expect.any(Number),
    });
  });

  test('is a PNG with its size', async () => {
    expect((await upload(dataUrl(aPng(), 'png'))).body).toMatchObject({ format: 'png', width: 6, height: 4 });
  });

  test.each([
    ['no data URL', 'https://x.example/logo.png', 'An image is the `data:` URL of a PNG or SVG in base64.'],
    ['another format', dataUrl('GIF89a', 'gif'), 'An image is the `data:` URL of a PNG or SVG in base64.'],
    ['a PNG that is none', dataUrl('nothing', 'png'), 'The PNG is damaged or has an unsupported format.'],
    [
      'a PNG without its end',
      dataUrl(aPng().subarray(0, -12), 'png'),
      'The PNG is damaged or has an unsupported format.',
    ],
    ['a PNG with too many pixels', dataUrl(aPng(4_001, 1), 'png'), expect.stringContaining('at most 4000 pixels wide')],
    ['a drawing with a script', dataUrl(drawing('red').replace('<rect', '<script/><rect')), 'Scripts are not allowed.'],
    ['a drawing that is not UTF-8', dataUrl(Buffer.from([0x3c, 0xff])), 'The drawing is not UTF-8 text.'],
  ])('is refused: %s', async (_case, image, message) => {
    expect(await upload(image)).toMatchObject({
      status: 422,
      body: { code: 'invalid_image', errors: [{ path: 'image', message }] },
    });
  });

  test('is refused above 1 MiB', async () => {
    expect(await upload(dataUrl(Buffer.alloc(1024 * 1024 + 1, ' ')))).toMatchObject({
      status: 413,
      body: { code: 'image_too_large' },
    });
  });
});

describe('a template with images', () => {
  test('prints them in previews, saved, generated and in documents', async () => {
    const images = { logo: await uploaded('#0f0') };
    const { name, ...preview } = body(images);
    const made = await ask(createTemplate, { body: body(images) });
    expect(made).toMatchObject({ status: 201, body: { images } });
    const params = { id: made.body.id };

    const pdfs = await Promise.all([
      ask(previewTemplate, { body: preview }),
      ask(generatePdf, { params, body: { templateData: {} } }),
    ]);
    const signers = { client: { name: 'Ada Example', email: 'ada@example.com' } };
    const document = await ask(createDocumentFromTemplate, {
      params,
      body: { name: 'Lease', templateData: {}, signers },
    });
    const original = await ask(readDocumentPdf, { params: { id: document.body.id } });

    for (const { status, body: pdf } of [...pdfs, original]) {
      expect(status).toBe(200);
      expect(drawnIn(pdf)).toBe(true);
    }
    expect((await ask(readTemplate, { params })).body.images).toEqual(images);
  });

  test('gets another hash with another image, and its revisions keep theirs', async () => {
    const [red, blue] = [await uploaded('red'), await uploaded('blue')];
    const made = await ask(createTemplate, { body: body({ logo: red }) });
    const params = { id: made.body.id };
    const { name, ...change } = body({ logo: blue });

    const changed = await ask(updateTemplate, { params, body: { ...change, revision: 1 } });
    const same = await ask(updateTemplate, { params, body: { source: SOURCE, sampleData: {}, revision: 2 } });

    const hashOf = (logo: string) => sha256Hex(canonicalJson({ source: SOURCE, images: { logo } }));
    expect(made.body.sourceHash).toBe(hashOf(red));
    expect(changed.body).toMatchObject({ revision: 2, sourceHash: hashOf(blue), images: { logo: blue } });
    expect(same.body).toMatchObject({ revision: 3, images: { logo: blue } });
    const first = { ...params, revision: '1' };
    expect((await ask(readTemplateRevision, { params: first })).body.images).toEqual({ logo: red });
    const restored = await ask(restoreTemplateRevision, { params: first, body: { revision: 3 } });
    expect(restored.body).toMatchObject({ revision: 4, sourceHash: hashOf(red), images: { logo: red } });
  });

  test('is refused with an unknown image, by line and column, and with an unknown digest', async () => {
    const logo = await uploaded('red');
    const unknown = await ask(createTemplate, { body: body({ other: logo }) });
    const missing = await ask(createTemplate, { body: body({ logo: '0'.repeat(64) }) });
    const { name, ...checked } = body({ other: logo });

    expect(unknown.body).toMatchObject({
      code: 'invalid_template',
      errors: [{ path: 'source:1:1', message: 'The template has no image logo. It has: other.' }],
    });
    expect(missing.body).toMatchObject({
      code: 'invalid_template',
      errors: [{ path: 'images.logo', message: 'No image with this digest has been uploaded.' }],
    });
    expect((await ask(checkTemplate, { body: checked })).body.findings).toMatchObject([{ line: 1, column: 1 }]);
  });

  test('finds images of its own organization and mode only', async () => {
    const logo = await uploaded('red');
    const { credential: other } = await keyOf(randomUUID(), 'test');
    const { credential: live } = await keyOf(organizationId, 'live');

    for (const stranger of [other, live])
      expect((await call(stranger, createTemplate, { body: body({ logo }) })).body.errors).toMatchObject([
        { path: 'images.logo' },
      ]);
  });

  test('has at most 10, with names that a source can write', async () => {
    const logo = await uploaded('red');
    const many = Object.fromEntries(Array.from({ length: 11 }, (_, index) => [`logo${index}`, logo]));

    expect((await ask(createTemplate, { body: body(many) })).body).toMatchObject({
      code: 'invalid_template',
      errors: [{ path: 'images', message: 'A template may have at most 10 images.' }],
    });
    for (const images of [{ 'a b': logo }, { logo: 'x' }, { '1': logo }])
      expect((await ask(createTemplate, { body: body(images) })).status).toBe(400);
  });

  test('without images is stored and read as before', async () => {
    const { body: made } = await ask(createTemplate, { body: aTemplate() });

    expect(made).toMatchObject({ images: {}, sourceHash: sha256Hex(aTemplate().source) });
    const pdf = await existingPdfTemplate({ organizationId, mode: 'test' });
    expect((await ask(readTemplate, { params: { id: pdf } })).body.images).toEqual({});
  });
});
