import { randomUUID } from 'node:crypto';
import { PNG } from 'pngjs';
import { beforeAll, describe, expect, test } from 'vitest';
import { dynamoStore } from '#shared/platform/store/dynamo-store.ts';
import { routes } from '#shared/routes.ts';
import { call, userOf } from '#test/support/api.ts';
import { prepareEngine } from '#test/support/engine.ts';

const { readBrand, updateBrand, updateSettings } = routes.organization;
const { listRecords } = routes.risk;

beforeAll(prepareEngine);

const drawing = (content: string) => `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 20">${content}</svg>`;
const dataUrl = (content: string | Buffer, type = 'svg+xml') =>
  `data:image/${type};base64,${Buffer.from(content).toString('base64')}`;
const LOGO = dataUrl(drawing('<rect width="40" height="20" fill="#0b5fff"/>'));

const admin = async (organizationId: string) => userOf(organizationId, 'admin');
const change = async (organizationId: string, body: object) =>
  call(await admin(organizationId), updateBrand, { body: { expectedRevision: 0, ...body } });
const read = async (organizationId: string) => (await call(await userOf(organizationId, 'member'), readBrand)).body;

const EMPTY = {
  name: null,
  colour: null,
  logo: null,
  shownName: null,
  registeredName: null,
  revision: 0,
  updatedAt: null,
  updatedBy: null,
};

describe('brand of an organization', () => {
  test('is empty at first, and what an admin sets every member reads and no other organization', async () => {
    const organizationId = randomUUID();
    expect(await read(organizationId)).toEqual(EMPTY);

    const { status, body } = await change(organizationId, { name: 'Example Pay', colour: '#0B5FFF', logo: LOGO });

    expect(status).toBe(200);
    expect(body).toEqual({
      name: 'Example Pay',
      colour: '#0b5fff',
      logo: {
        sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
        format: 'svg',
        width: 40,
        height: 20,
        sizeBytes: expect.any(Number),
        image: expect.stringMatching(/^data:image\/svg\+xml;base64,/),
      },
      shownName: 'Example Pay',
      registeredName: null,
      revision: 1,
      updatedAt: expect.any(String),
      updatedBy: expect.stringMatching(/^user:/),
    });
    expect(await read(organizationId)).toEqual(body);
    expect(await read(randomUUID())).toEqual(EMPTY);
  });

  test('keeps what an update does not name, and null removes', async () => {
    const organizationId = randomUUID();
    await change(organizationId, { name: 'Example Pay', colour: '#0b5fff', logo: LOGO });

    const renamed = await change(organizationId, { name: 'Example', expectedRevision: 1 });
    const bare = await change(organizationId, { logo: null, colour: null, expectedRevision: 2 });

    expect(renamed.body).toMatchObject({ name: 'Example', colour: '#0b5fff', logo: { width: 40 }, revision: 2 });
    expect(bare.body).toMatchObject({ name: 'Example', colour: null, logo: null, revision: 3 });
  });

  test('has the name of the settings until it has its own, without characters that deceive', async () => {
    const organizationId = randomUUID();
    const owner = await userOf(organizationId, 'owner');
    await call(owner, updateSettings, { body: { name: 'Example\u202e Payments', expectedRevision: 0 } });

    expect(await read(organizationId)).toMatchObject({
      name: null,
      shownName: 'Example Payments',
      registeredName: 'Example Payments',
    });
    await change(organizationId, { name: 'Example Pay' });
    expect(await read(organizationId)).toMatchObject({
      shownName: 'Example Pay',
      registeredName: 'Example Payments',
    });
  });

  test('is in the history of both modes, with both names and the digests of the logos', async () => {
    const organizationId = randomUUID();
    const { body } = await change(organizationId, { name: 'Example Pay', logo: LOGO, reason: 'A new name.' });

    for (const mode of ['test', 'live'] as const) {
      const user = await userOf(organizationId, 'member');
      const { items } = (
        await call(user, listRecords, { params: { resource: 'events' }, headers: { 'x-service-mode': mode } })
      ).body;
      expect(items.map(({ data }: { data: object }) => data)).toContainEqual(
        expect.objectContaining({
          type: 'organization.brand.changed',
          reason: 'A new name.',
          details: {
            revision: 1,
            changed: ['name', 'logo'],
            name: { from: null, to: 'Example Pay' },
            logo: { from: null, to: body.logo.sha256 },
          },
        }),
      );
    }
  });

  test('is not changed by a member, nor on top of another change', async () => {
    const organizationId = randomUUID();
    const byMember = await call(await userOf(organizationId, 'member'), updateBrand, {
      body: { name: 'Other', expectedRevision: 0 },
    });
    await change(organizationId, { name: 'Example Pay' });
    const stale = await change(organizationId, { name: 'Other' });

    expect(byMember.status).toBe(403);
    expect(stale).toMatchObject({ status: 409, body: { code: 'stale_revision', revision: 1 } });
    expect(await read(organizationId)).toMatchObject({ name: 'Example Pay', revision: 1 });
  });

  test.each([
    ['an empty name', { name: '' }, 400, 'invalid_body'],
    ['a name of spaces', { name: '   ' }, 400, 'invalid_body'],
    ['a name of punctuation', { name: '—' }, 400, 'invalid_body'],
    ['a name with a direction character', { name: 'Pay\u202eknab' }, 400, 'invalid_body'],
    ['a name with an invisible space', { name: 'Exa\u200bmple' }, 400, 'invalid_body'],
    ['a name with a line break', { name: 'Example\nBank' }, 400, 'invalid_body'],
    ['a name of 101 characters', { name: 'x'.repeat(101) }, 400, 'invalid_body'],
    ['a colour by name', { colour: 'navy' }, 400, 'invalid_body'],
    ['a colour that would end a style', { colour: '#fff;x:y' }, 400, 'invalid_body'],
    ['a logo elsewhere', { logo: 'https://x.example/logo.png' }, 422, 'invalid_image'],
    ['a drawing with a script', { logo: dataUrl(drawing('<script>alert(1)</script>')) }, 422, 'invalid_image'],
    ['a damaged PNG', { logo: dataUrl('not a picture', 'png') }, 422, 'invalid_image'],
    ['a PNG that is too wide', { logo: dataUrl(pngOf(2_001, 1), 'png') }, 422, 'invalid_image'],
    [
      'a logo of more than 100 KiB',
      { logo: dataUrl(drawing(`<!--${'x'.repeat(102_400)}-->`)) },
      413,
      'image_too_large',
    ],
  ])('refuses %s', async (_case, body, status, code) => {
    const organizationId = randomUUID();

    expect(await change(organizationId, body)).toMatchObject({ status, body: { code } });

    expect(await read(organizationId)).toEqual(EMPTY);
  });

  test('takes a name with the joiners of its script', async () => {
    const { status, body } = await change(randomUUID(), { name: 'شرکت می\u200cخواهم' });

    expect(status).toBe(200);
    expect(body.name).toBe('شرکت می\u200cخواهم');
  });

  test('cleans the logo like an image of a template', async () => {
    const organizationId = randomUUID();
    const { body } = await change(organizationId, {
      logo: dataUrl(`<!-- secret -->${drawing('<path d="M0 0h9v9z"/>')}`),
    });

    const stored = Buffer.from(body.logo.image.split(',')[1], 'base64').toString();
    expect(stored).toContain('<path');
    expect(stored).not.toContain('secret');
  });

  test('is stored in one row beside the settings, without the image', async () => {
    const organizationId = randomUUID();
    await change(organizationId, { logo: LOGO });

    const [row] = await dynamoStore.getMany([
      { table: 'identity', key: { pk: `${organizationId}#settings`, sk: 'brand' } },
    ]);
    expect(row).toMatchObject({ revision: 1, logo: { format: 'svg' } });
    expect(JSON.stringify(row)).not.toContain('base64');
  });
});

function pngOf(width: number, height: number): Buffer {
  const picture = new PNG({ width, height });
  picture.data.fill(255);
  return PNG.sync.write(picture);
}
