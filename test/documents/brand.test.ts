import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { documentRoutes } from '#shared/documents/routes.ts';
import { shiftClock } from '#shared/platform/clock.ts';
import { routes } from '#shared/routes.ts';
import { anonymous, call, userOf } from '#test/support/api.ts';
import { prepareEngine } from '#test/support/engine.ts';
import { emailsTo } from '#test/support/identity-server.ts';
import { bringMail } from '#test/support/signers-mail.ts';
import { anAddress, aSigningWorld, done, draftWith, type SigningWorld, sent } from '#test/support/signing-world.ts';

const { updateBrand, updateSettings } = routes.organization;
const { readSigningBrand, readDocumentAudit, readDocument } = documentRoutes;

beforeAll(prepareEngine);
afterEach(() => shiftClock(0));

const LOGO = `data:image/svg+xml;base64,${btoa('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 20"><path d="M0 0h9v9z"/></svg>')}`;

/** Its own organization, because a brand has one for all documents. */
async function branded(brand: object = { name: 'Example Pay', colour: '#FFD400' }): Promise<SigningWorld> {
  const world = await aSigningWorld();
  const owner = await userOf(world.organizationId, 'owner');
  await done(owner, updateSettings, { body: { name: 'Example Payments Ltd', expectedRevision: 0 } });
  await done(owner, updateBrand, { body: { ...brand, expectedRevision: 0 } });
  return world;
}

const oneSigner = (world: SigningWorld, email = anAddress()) => draftWith(world, [{ email, fields: [{}] }]);

/** What the holder of the first link of a sent document reads. */
async function seenBySigner(world: SigningWorld, sending: object = {}) {
  const draft = await oneSigner(world);
  const { signers } = await done(world.key, documentRoutes.sendDocument, {
    params: { id: draft.id },
    body: { ...sending, returnLinks: true },
  });
  const token = signers[0].signingUrl.split('/').at(-1);
  return { id: draft.id, token, brand: await call(anonymous, readSigningBrand, { params: { token } }) };
}

describe('brand of a document', () => {
  test('is read with a signing link: name, registered name, colour and the cleaned logo', async () => {
    const { brand } = await seenBySigner(await branded({ name: 'Example Pay', colour: '#FFD400', logo: LOGO }));

    expect(brand.status).toBe(200);
    expect(brand.body).toEqual({
      name: 'Example Pay',
      registeredName: 'Example Payments Ltd',
      colour: '#ffd400',
      logo: expect.stringMatching(/^data:image\/svg\+xml;base64,/),
    });
    expect(brand.headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'cache-control': expect.stringContaining('no-store'),
    });
  });

  test('is empty without a brand, and another organization’s is not shown', async () => {
    await branded();

    const { brand } = await seenBySigner(await aSigningWorld());

    expect(brand.body).toEqual({ name: null, registeredName: null, colour: null, logo: null });
  });

  test('has the organization that the sender named, beside the registered name', async () => {
    const { brand } = await seenBySigner(await branded(), { organizationName: 'Harbour Estates' });

    expect(brand.body).toMatchObject({ name: 'Harbour Estates', registeredName: 'Example Payments Ltd' });
  });

  test('follows a change, while the trail keeps the name with which the document was sent', async () => {
    const world = await branded();
    const { id, token } = await seenBySigner(world);
    const owner = await userOf(world.organizationId, 'owner');

    await done(owner, updateBrand, { body: { name: 'Renamed', expectedRevision: 1 } });
    shiftClock(6_000);

    const now = await call(anonymous, readSigningBrand, { params: { token } });
    expect(now.body.name).toBe('Renamed');
    const { items } = await done(world.key, readDocumentAudit, { params: { id } });
    const entry = items.find(({ action }: { action: string }) => action === 'document.sent');
    expect(entry.details.organizationName).toBe('Example Pay');
    expect((await done(world.key, readDocument, { params: { id } })).organizationName).toBeNull();
  });

  test('is not read with a link of nobody', async () => {
    expect((await call(anonymous, readSigningBrand, { params: { token: 'sl_test_x' } })).status).toBe(401);
  });

  test('names the organization in the invitation, in its colour', async () => {
    const world = await branded();
    const to = anAddress();
    const draft = await oneSigner(world, to);
    await sent(world, draft);

    await bringMail(draft.id);

    const [email] = await emailsTo(to);
    const { Subject, Body } = email?.Content.Simple ?? {};
    expect(Subject?.Data).toBe('Example Pay asks you to sign: Lease');
    expect(Body?.Text.Data).toContain('on behalf of Example Pay (Example Payments Ltd).');
    expect(Body?.Html.Data).toContain('background-color:#ffd400');
    expect(Body?.Html.Data).not.toContain('<img');
  });
});
