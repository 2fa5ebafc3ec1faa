import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { sha256Hex } from '#shared/platform/canonical-json.ts';
import { hasPoppler, signaturesIn } from '#test/documents/pdf/pixels.ts';
import { textsIn } from '#test/documents/printing/read-pdf.ts';
import { chromiumPath } from '#test/support/chromium.ts';
import {
  DEVICES,
  eventually,
  expectAccessible,
  expectQuietAt,
  focusedName,
  type Sight,
  signersBrowser,
} from './browser.ts';
import { drawWithFinger } from './finger.ts';
import { signWithKeys, tabTo } from './keys.ts';
import { liveCloud } from './live-cloud.ts';
import { draftLease, draftOfUpload, largePdf, TEMPLATE_DATA } from './live-documents.ts';

const browser = signersBrowser();
const live = liveCloud();

const SHOTS = process.env.SHOTS;
const shot = async (page: Page, name: string, fullPage = false) => {
  if (SHOTS) await page.screenshot({ path: `${SHOTS}/${name}.png`, fullPage });
};

const headed = (page: Page, name: string) => page.getByRole('heading', { name }).waitFor();
const drawn = (page: Page) => page.locator('.sheet.drawn').first().waitFor();
const hashOn = (page: Page) => page.locator('.digest').textContent();

/** Draws into one of these fields with a finger, on the phone. */
async function drawInto({ page, button }: Sight, name: RegExp) {
  await button(name).tap();
  await drawWithFinger(page, page.locator('.pad'));
  await shot(page, `phone-drawing-${name.source.slice(0, 8)}`);
  await button('Use it').tap();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'signed, press to change' }).and(button(name)).waitFor();
}

/** Everything but what the box makes required. */
async function fillOnPhone(sight: Sight) {
  const { field } = sight;
  await field('Full name').fill('Åse Nilsen & Søn');
  await field('Moving in on').tap();
  await field('I keep a pet').tap();
  await field('Rent is paid').selectOption('quarterly');
  await drawInto(sight, /Initials of the tenant/);
  await drawInto(sight, /Signature of the tenant/);
}

async function fillWithKeys({ page }: Sight) {
  const { keyboard } = page;
  await tabTo(page, /^Account$/);
  await keyboard.type('NO93 8601 1117 947');
  await tabTo(page, /^Signed on/, 1);
  await keyboard.press('Enter');
  await tabTo(page, /Signature of the landlord/);
  await signWithKeys(page);
  await tabTo(page, /^Finish$/);
  await keyboard.press('Enter');
}

const actionsOf = async (id: string) =>
  (await live().client.documents.readDocumentAudit({ params: { id } })).items;
const lastActionOf = async (id: string) => (await actionsOf(id)).at(-1)?.action;

describe.skipIf(!chromiumPath)('signing in the local cloud (needs Chromium)', () => {
  test('a lease is made, sent, signed on a phone and at a desk, and sealed', async () => {
    const { client, origin, linkFor, lettersTo } = live();
    const { documents } = client;
    const { id, tenant, landlord } = await draftLease(client);
    const params = { id };
    const { signers } = await documents.sendDocument({ params, body: { message: 'By Friday.' } });
    const link = await linkFor(tenant.email);
    await eventually(() => lastActionOf(id)).toBe('invitation.sent');

    const phone = await browser.look(link, DEVICES.phone);
    const desk = await browser.look(
      signers.find(({ email }) => email === landlord.email)?.signingUrl ?? '',
    );
    await headed(desk.page, 'It is not your turn yet');
    await drawn(desk.page);
    expect(await desk.page.locator('.field input').count()).toBe(0);
    expect(lettersTo(landlord.email)).toEqual([]);
    await shot(desk.page, 'desk-waiting');

    await drawn(phone.page);
    await expectAccessible(phone.page);
    await shot(phone.page, 'phone-open');
    await fillOnPhone(phone);
    await phone.button('Finish').tap();
    await phone.page
      .getByText('Kind of pet is required when I keep a pet is selected.')
      .first()
      .waitFor();
    expect(await focusedName(phone.page)).toBe('Kind of pet');
    await expectAccessible(phone.page);
    await shot(phone.page, 'phone-refused');
    await phone.field('Kind of pet').fill('A parrot');
    await shot(phone.page, 'phone-filled');
    await phone.button('Finish').tap();
    await headed(phone.page, 'You have signed');
    await shot(phone.page, 'phone-signed', true);

    expect(await linkFor(landlord.email)).toBe(desk.page.url());
    await tabTo(desk.page, /^Check again$/);
    await desk.page.keyboard.press('Enter');
    await desk.button('Finish').waitFor();
    await drawn(desk.page);
    await expectAccessible(desk.page);
    await shot(desk.page, 'desk-open', true);
    await fillWithKeys(desk);
    await headed(desk.page, 'The document is complete');
    await drawn(desk.page);
    await expectAccessible(desk.page);
    await shot(desk.page, 'desk-completed', true);

    const document = await documents.readDocument({ params });
    const pdf = await fetchPdf(id);
    expect(document).toMatchObject({ status: 'completed', finalSha256: sha256Hex(pdf) });
    expect(await hashOn(desk.page)).toBe(document.finalSha256);
    await phone.button('Check again').tap();
    await headed(phone.page, 'The document is complete');
    expect(await hashOn(phone.page)).toBe(document.finalSha256);
    await shot(phone.page, 'phone-completed', true);
    expectQuietAt(origin, phone);
    expectQuietAt(origin, desk);
    console.log(JSON.stringify((await actionsOf(id)).map(({ action }) => action)));
    console.log(JSON.stringify((await textsIn(pdf)).map(({ page, text }) => `${page} ${text}`)));
    console.log(hasPoppler && signaturesIn(pdf), TEMPLATE_DATA);
    console.log(live().reports);
  });

  test('declining on the phone ends the document for everybody', async () => {
    const { client, origin, linkFor } = live();
    const { id, tenant, landlord } = await draftLease(client);
    await client.documents.sendDocument({ params: { id }, body: {} });
    const phone = await browser.look(await linkFor(tenant.email), DEVICES.phone);
    await drawn(phone.page);
    await phone.button('Decline').tap();
    await phone.page.getByLabel('Why do you decline?').fill('The rent is too high.');
    await shot(phone.page, 'phone-declining');
    await phone.button('Decline to sign').tap();
    await headed(phone.page, 'You have declined');
    await shot(phone.page, 'phone-declined');
    expectQuietAt(origin, phone);
    console.log(await client.documents.readDocument({ params: { id } }), landlord);
  });

  test('a large file is fetched from the bucket, shown, signed and sealed', async () => {
    const { client, origin, linkFor } = live();
    const { id, tenant } = await draftOfUpload(client, await largePdf());
    await client.documents.sendDocument({ params: { id }, body: {} });
    const phone = await browser.look(await linkFor(tenant.email), DEVICES.phone);
    await phone.page.waitForTimeout(5000);
    await shot(phone.page, 'phone-large');
    console.log(phone.errors, [...phone.origins], origin);
    await drawn(phone.page);
  });
});

async function fetchPdf(id: string): Promise<Uint8Array> {
  const pdf: unknown = await live().client.documents.readDocumentPdf({ params: { id } });
  if (!(pdf instanceof Uint8Array)) expect.fail(`No file, but ${String(pdf)}`);
  return pdf;
}
