import { describe, expect, test } from 'vitest';
import { hasPoppler, signaturesIn } from '#packages/agreements/test/pdf/pixels.ts';
import { textsIn } from '#packages/agreements/test/printing/read-pdf.ts';
import { sha256Hex } from '#packages/foundation/src/canonical-json.ts';
import type { AuditAction } from '#shared/documents/audit.ts';
import { chromiumPath } from '#test/support/chromium.ts';
import { DEVICES, eventually, expectAccessible, expectQuietAt, signersBrowser } from './browser.ts';
import { tabTo } from './keys.ts';
import { liveCloud } from './live-cloud.ts';
import { draftLease, draftOfUpload, largePdf } from './live-documents.ts';
import {
  acceptDisclosure,
  downloadedFrom,
  drawn,
  fillOnPhone,
  fillWithKeys,
  hashOn,
  headed,
  refusedForPet,
} from './live-signers.ts';

const browser = signersBrowser();
const live = liveCloud();

const readDocument = (id: string) => live().client.documents.readDocument({ params: { id } });

async function actionsOf(id: string): Promise<AuditAction[]> {
  const { items } = await live().client.documents.readDocumentAudit({ params: { id } });
  return items.map(({ action }) => action);
}

/** Sends the draft, and checks that the first signer got the email and that it is recorded. */
async function send(id: string, { email }: { email: string }) {
  const sent = await live().client.documents.sendDocument({
    params: { id },
    body: { message: 'By Friday.', returnLinks: true },
  });
  const link = await live().linkFor(email);
  await eventually(async () => (await actionsOf(id)).at(-1)).toBe('invitation.sent');
  const linkOf = (other: { email: string }) =>
    sent.signers.find((signer) => signer.email === other.email)?.signingUrl ?? '';
  return { link, linkOf };
}

describe.skipIf(!chromiumPath)('signing in the local cloud (needs Chromium)', () => {
  test('a lease is printed, sent, signed on a phone, then at a desk by keyboard, and sealed', {
    tags: 'full',
  }, async () => {
    const { client, origin, linkFor, emailsTo } = live();
    const { id, tenant, landlord } = await draftLease(client);
    const { link, linkOf } = await send(id, tenant);

    const desk = await browser.look(linkOf(landlord));
    await headed(desk, 'It is not your turn yet');
    await drawn(desk);
    expect(await desk.page.locator('.field :is(input, button, select)').count()).toBe(0);
    expect(emailsTo(landlord.email)).toEqual([]);

    const phone = await browser.look(link, DEVICES.phone);
    await drawn(phone);
    await expectAccessible(phone.page);
    await fillOnPhone(phone);
    await phone.button('Finish').tap();
    await refusedForPet(phone);
    await expectAccessible(phone.page);
    expect((await readDocument(id)).signers.map(({ status }) => status)).toEqual(['ready', 'waiting']);
    await phone.field('Kind of pet').fill('A parrot');
    await phone.button('Finish').tap();
    await headed(phone, 'You have signed');

    expect(await linkFor(landlord.email)).toBe(linkOf(landlord));
    await eventually(async () => (await actionsOf(id)).at(-1)).toBe('invitation.sent');
    await tabTo(desk.page, /^Check again$/);
    await desk.page.keyboard.press('Enter');
    await desk.button('Finish').waitFor();
    await drawn(desk);
    await expectAccessible(desk.page);
    await fillWithKeys(desk);
    await headed(desk, 'The document is complete');
    await drawn(desk);
    await expectAccessible(desk.page);

    const { status, finalSha256 } = await readDocument(id);
    const pdf = await fetchPdf(id);
    expect({ status, finalSha256 }).toEqual({ status: 'completed', finalSha256: sha256Hex(pdf) });
    expect(await hashOn(desk)).toBe(finalSha256);
    expect(await downloadedFrom(desk)).toEqual({
      name: 'Lease of 12 Harbour Street.pdf',
      sha256: finalSha256,
    });
    await phone.button('Check again').tap();
    await headed(phone, 'The document is complete');
    await drawn(phone);
    expect(await hashOn(phone)).toBe(finalSha256);
    expectQuietAt(origin, phone);
    expectQuietAt(origin, desk);

    await expectSealed(pdf);
    expect(await actionsOf(id)).toEqual(ACTIONS);
    const { items } = await client.documents.readDocumentAudit({ params: { id } });
    const onPage = items.filter(({ details }) => details.pageSession);
    expect(onPage.map(({ action }) => action)).toEqual([
      'document.viewed',
      'consent.accepted',
      'signer.signed',
      'document.viewed',
      'consent.accepted',
      'signer.signed',
    ]);
    for (const { email } of [tenant, landlord])
      await eventually(() => emailsTo(email).map(({ subject }) => subject)).toEqual([
        'Please sign: Lease of 12 Harbour Street',
        'Completed: Lease of 12 Harbour Street',
      ]);
    expect(live().reports()).toEqual([]);
  });

  test('declining on a phone ends the document for all signers', { tags: 'full' }, async () => {
    const { client, origin, emailsTo } = live();
    const { id, tenant, landlord } = await draftLease(client);
    const { link, linkOf } = await send(id, tenant);
    const phone = await browser.look(link, DEVICES.phone);
    await drawn(phone);
    await phone.field('Full name').fill('Åse Nilsen');
    await phone.button('Decline').tap();
    await phone.button('Decline to sign').tap();
    await phone.page.getByText('Please say why.').waitFor();
    expect(await readDocument(id)).toMatchObject({ status: 'sent' });

    await phone.page.getByLabel('Why do you decline?').fill('The rent is too high.');
    await phone.button('Decline to sign').tap();
    await headed(phone, 'You have declined');
    await expectAccessible(phone.page);

    const desk = await browser.look(linkOf(landlord));
    await headed(desk, 'The document was declined');
    expect(await desk.page.locator('.sheet').count()).toBe(0);
    const { status, closeReason, finalSha256 } = await readDocument(id);
    expect({ status, closeReason, finalSha256 }).toEqual({
      status: 'declined',
      closeReason: 'The rent is too high.',
      finalSha256: null,
    });
    expect((await actionsOf(id)).at(-1)).toBe('document.declined');
    expect(emailsTo(landlord.email)).toEqual([]);
    expectQuietAt(origin, phone);
    expectQuietAt(origin, desk);
  });

  test('a large file is fetched from the bucket, shown, signed, sealed and shown again', { tags: 'full' }, async () => {
    const { client, origin } = live();
    const { id, tenant } = await draftOfUpload(client, await largePdf());
    const { link } = await send(id, tenant);
    const phone = await browser.look(link, DEVICES.phone);
    await drawn(phone);
    await phone.page.getByText('House rules of Harbour Street').waitFor({ state: 'attached' });

    await acceptDisclosure(phone);
    await phone.field('Read by').fill('Åse Nilsen');
    await phone.button('Finish').tap();
    await headed(phone, 'The document is complete');
    await drawn(phone);

    const { finalSha256 } = await readDocument(id);
    expect(sha256Hex(await fetchPdf(id))).toBe(finalSha256);
    expect(await hashOn(phone)).toBe(finalSha256);
    expect(await downloadedFrom(phone)).toEqual({ name: 'House rules.pdf', sha256: finalSha256 });
    expect(phone.errors).toEqual([]);
    const [, bucket, ...others] = phone.origins;
    expect({ isApart: bucket !== undefined && bucket !== origin, others }).toEqual({ isApart: true, others: [] });
  });
});

/** The audit trail of the lease, in order. */
const ACTIONS: AuditAction[] = [
  'document.created',
  'signer.added',
  'field.updated',
  'signer.removed',
  ...Array<AuditAction>(8).fill('field.created'),
  'document.sent',
  'link.disclosed',
  'link.disclosed',
  'invitation.sent',
  'document.viewed',
  'consent.accepted',
  ...Array<AuditAction>(7).fill('field.filled'),
  'signer.signed',
  'invitation.sent',
  'document.viewed',
  'consent.accepted',
  ...Array<AuditAction>(3).fill('field.filled'),
  'signer.signed',
  'document.completed',
];

/** Checks text, values and certificate, and validates the file with other tools. */
async function expectSealed(pdf: Uint8Array) {
  const texts = await textsIn(pdf);
  const wordsOn = (isPage: (page: number) => boolean) =>
    texts
      .filter(({ page }) => isPage(page))
      .map(({ text }) => text)
      .join('')
      .replaceAll(/\s/g, '');
  const first = wordsOn((page) => page === 1);
  for (const text of ['Leaseof12HarbourStreet', 'twokeys', 'ÅseNilsen&Søn', 'Aparrot', 'quarterly'])
    expect(first).toContain(text);
  expect(first).toMatch(/\d\d\.\d\d\.\d{4}/);
  expect(first).toContain('NO9386011117947');
  expect(first).toMatch(/\d{4}-\d\d-\d\d/);
  const certificate = wordsOn((page) => page > 2);
  for (const text of ['Certificateofcompletion', 'ÅseNilsen', 'HeddaGabler', 'Documentopened'])
    expect(certificate).toContain(text);
  expect(certificate.match(/BychoosingFinish/g)).toHaveLength(2); // shown to each
  if (hasPoppler) expect(signaturesIn(pdf)).toContain('Signature Validation: Signature is Valid.');
}

async function fetchPdf(id: string): Promise<Uint8Array> {
  const pdf = await live().client.documents.readDocumentPdf({ params: { id } });
  expect(pdf).toBeInstanceOf(Uint8Array);
  return pdf;
}
