import { randomUUID } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PDFDocument } from '@cantoo/pdf-lib';
import type { Page } from 'playwright-core';
import { describe, expect, onTestFinished, test } from 'vitest';
import { textsIn } from '#packages/agreements/test/printing/read-pdf.ts';
import { sha256Hex } from '#packages/foundation/src/canonical-json.ts';
import { DEVICES, type Sight, signersBrowser } from '#test/documents/page/browser.ts';
import { drawWithFinger } from '#test/documents/page/finger.ts';
import { acceptDisclosure, drawn, headed } from '#test/documents/page/live-signers.ts';
import { chromiumPath } from '#test/support/chromium.ts';
import { some } from '#test/support/soak.ts';
import { settled } from './console-browser.ts';
import { type LiveConsole, liveConsole } from './live-console.ts';

/** Agreements from the first word to the verified file, in the console and in the browsers of signers. */
const live = liveConsole();
const signers = signersBrowser();

const SOURCE = `# Lease of {{ flat }}

The rent is {{ rent | money: "EUR" }}.

:::signatures
::signature{role=tenant, label="Signature of the tenant"}
::signature{role=landlord, label="Signature of the landlord"}
:::
`;
const OF_KEYS = {
  source: '# Key {{ number }}\n\n::signature{role=holder, label="Signature of the holder"}\n',
  sampleData: { number: '1' },
};
const anAddress = () => `${randomUUID()}.signer@example.com`;

/** Emails to this address, oldest first. */
function emailsTo({ cloud }: LiveConsole, email: string): string[] {
  const outbox = join(cloud.directory, 'outbox');
  if (!existsSync(outbox)) return [];
  return readdirSync(outbox)
    .filter((name) => name.endsWith(` ${email}.txt`))
    .sort()
    .map((name) => readFileSync(join(outbox, name), 'utf8'));
}

/** The latest text in the emails to this address that fits the pattern, once there is one. */
async function emailed(service: LiveConsole, email: string, pattern: RegExp): Promise<string> {
  const found = () => emailsTo(service, email).flatMap((text) => pattern.exec(text)?.[1] ?? []);
  await expect.poll(found).not.toEqual([]);
  return found().at(-1) ?? '';
}

const LINK = /(\S+\/sign\/\S+)/;
const CODE = /^\s*(\d{6})\s*$/m;

/** Pictures of the steps, for people who look at them. */
async function picture(page: Page, name: string, fullPage = true) {
  if (process.env.JOURNEY_SHOTS) await page.screenshot({ path: `${process.env.JOURNEY_SHOTS}-${name}.png`, fullPage });
}

const fits = (page: Page) =>
  page.evaluate('document.documentElement.scrollWidth <= document.documentElement.clientWidth');

const picks = (width: number) => ({ viewport: { width, height: 900 }, hasTouch: true });

async function confirmCode(service: LiveConsole, { page, button }: Sight, email: string) {
  await page.getByRole('heading', { name: 'Confirm that it is you' }).waitFor();
  expect(await page.locator('.sheet').count()).toBe(0);
  await button('Email the code').click();
  await page.getByRole('textbox', { name: 'Code from the email' }).fill(await emailed(service, email, CODE));
  await button('Continue').click();
}

async function sign(sight: Sight, label: RegExp) {
  const { page, button } = sight;
  await drawn(sight);
  await acceptDisclosure(sight);
  await button(label).tap();
  await drawWithFinger(page, page.locator('.pad'));
  await button('Use it').tap();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  expect(await fits(page)).toBe(true);
}

/** Downloads the sealed file with the console, and verifies it on the public page. */
async function verifySealed({ cloud }: LiveConsole, page: Page, width: number) {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download the sealed PDF' }).click(),
  ]);
  const folder = mkdtempSync(join(tmpdir(), 'agreement-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const path = join(folder, 'sealed.pdf');
  await download.saveAs(path);
  const { page: anybody } = await signers.look(`${cloud.baseUrl}/verify`, picks(width));
  await anybody.getByLabel('Sealed PDF').setInputFiles(path);
  await anybody.getByRole('heading', { name: 'Unchanged since this service sealed it' }).waitFor();
  expect(await anybody.getByRole('status').textContent()).toContain(sha256Hex(readFileSync(path)));
  expect(await fits(anybody)).toBe(true);
  await picture(anybody, `verify-${width}`);
}

const PLACES = {
  name: { pageNumber: 1, xPosition: 72, yPosition: 200, width: 200, height: 20 },
  pet: { pageNumber: 1, xPosition: 500, yPosition: 600, width: 16, height: 16 },
  date: { pageNumber: 2, xPosition: 400, yPosition: 200, width: 120, height: 20 },
  signature: { pageNumber: 2, xPosition: 72, yPosition: 700, width: 200, height: 60 },
};

/** Two pages with fields at both edges and a signature at the end. */
async function draftOfForm({ owner: { documents } }: LiveConsole, email: string): Promise<{ id: string }> {
  const file = await PDFDocument.create();
  file.addPage([595, 842]).drawText('Moving in: please fill in both pages.', { x: 72, y: 740, size: 16 });
  file.addPage([595, 842]).drawText('Date and signature', { x: 72, y: 740, size: 16 });
  const pdf = new File([Buffer.from(await file.save())], 'Moving in.pdf', { type: 'application/pdf' });
  const { id } = await documents.createDocument({ body: { name: 'Moving in', file: pdf } });
  const params = { id };
  const { id: signerId } = await documents.addSigner({ params, body: { name: 'Ada Example', email } });
  const add = (field: Omit<Parameters<typeof documents.addField>[0]['body'], 'signerId'>) =>
    documents.addField({ params, body: { ...field, signerId } });
  await add({ ...PLACES.name, fieldType: 'text', label: 'Full name' });
  await add({ ...PLACES.pet, fieldType: 'checkbox', label: 'I keep a pet', required: false });
  await add({ ...PLACES.date, fieldType: 'date', label: 'Moving in on' });
  await add({ ...PLACES.signature, fieldType: 'signature', label: 'Signature of the tenant' });
  return params;
}

const WIDTHS = [390, 1440] as const;

describe.skipIf(!chromiumPath)('agreements in the local cloud (needs Chromium)', () => {
  test.each(some(WIDTHS, 1))(
    'at %s px: an empty template is written, sent, signed by two people with emailed codes, sealed and verified',
    { tags: 'full' },
    async (width) => {
      const service = live();
      const { page, errors } = await service.signIn('Adam Admin', '/test/templates/new', picks(width));
      const name = `Lease ${randomUUID().slice(0, 8)}`;
      const drawnPage = page.getByRole('img', { name: 'Page 1 of 1' }).and(page.locator('[data-drawn]'));
      await page.getByLabel('Source in Markdown and Liquid').fill(SOURCE);
      await page.getByLabel('Sample data as JSON').fill('{ "flat": "1 Harbour Street", "rent": "980.50" }');
      await page.getByLabel('Name', { exact: true }).fill(name);
      await drawnPage.waitFor();
      expect(await fits(page)).toBe(true);
      await picture(page, `editor-${width}`);
      await page.getByRole('button', { name: 'Create template' }).click();
      await page.getByRole('link', { name: 'Close' }).click();
      await page.getByRole('link', { name: 'New document' }).click();

      await page.getByLabel('Flat').fill('2 Mill Lane');
      await page.getByLabel('Rent').fill('1200');
      const people = { tenant: anAddress(), landlord: anAddress() };
      for (const [role, email] of Object.entries(people)) {
        const person = page.getByRole('group', { name: role });
        await person.getByLabel('Name').fill(`The ${role}`);
        await person.getByLabel('Email').fill(email);
        await person.getByLabel('Order').fill(role === 'tenant' ? '1' : '2');
        await person.getByLabel('Identity check').selectOption('email_code');
      }
      await drawnPage.waitFor();
      expect(await fits(page)).toBe(true);
      await picture(page, `new-document-${width}`);
      await page.getByRole('button', { name: /^Send/ }).click();
      await page.getByText('The document was sent.').waitFor();
      await page.getByText('Can sign').waitFor();

      for (const [role, email] of Object.entries(people)) {
        const signer = await signers.look(await emailed(service, email, LINK), picks(width));
        await confirmCode(service, signer, email);
        await sign(signer, new RegExp(`Signature of the ${role}`));
        await picture(signer.page, `signing-${role}-${width}`);
        await signer.button('Finish').tap();
        await headed(signer, role === 'tenant' ? 'You have signed' : 'The document is complete');
        expect(signer.errors).toEqual([]);
      }

      await page.reload();
      await settled(page);
      await page.getByText('Signed by all 2 and sealed').waitFor();
      expect(await fits(page)).toBe(true);
      await picture(page, `sealed-${width}`);
      await verifySealed(service, page, width);
      expect(errors, service.cloud.reports().join('\n')).toEqual([]);
    },
  );

  test.each(some(WIDTHS.toReversed(), 1))(
    'at %s px: a PDF is uploaded, its field is placed by numbers, and it is signed and sealed',
    async (width) => {
      const service = live();
      const { page, errors } = await service.signIn('Adam Admin', '/test/documents/new', picks(width));
      const file = await PDFDocument.create();
      file.addPage([595, 842]).drawText('House rules', { x: 72, y: 740, size: 24 });
      const email = anAddress();
      await page.locator('input[type=file]').setInputFiles({
        name: 'House rules.pdf',
        mimeType: 'application/pdf',
        buffer: Buffer.from(await file.save()),
      });
      await page.getByRole('button', { name: 'Add a signer' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Name').fill('Ada Example');
      await dialog.getByLabel('Email').fill(email);
      await page.keyboard.press('Control+Enter');
      await page.getByText(email).waitFor();
      await page.getByRole('button', { name: 'Add a field' }).click();
      await dialog.getByLabel('Label').fill('Signature of the tenant');
      await dialog.getByLabel('From the top').fill('300');
      await picture(page, `field-${width}`);
      await page.keyboard.press('Control+Enter');
      await page.getByRole('cell', { name: 'page 1, 72, 300' }).waitFor();
      expect(await fits(page)).toBe(true);
      await picture(page, `prepared-${width}`);
      await page.getByRole('button', { name: /^Send/ }).click();
      await page.getByText('The document was sent.').waitFor();

      const signer = await signers.look(await emailed(service, email, LINK), picks(width));
      await sign(signer, /Signature of the tenant/);
      await signer.button('Finish').tap();
      await headed(signer, 'The document is complete');
      await page.reload();
      await settled(page);
      await page.getByText('Signed and sealed').waitFor();
      await verifySealed(service, page, width);
      expect([...errors, ...signer.errors], service.cloud.reports().join('\n')).toEqual([]);
    },
  );

  test.each(some(WIDTHS, 1))(
    'at %s px: a bulk send with one bad row is checked, sent to the others, followed to its report, and signed',
    async (width) => {
      const service = live();
      const name = `Key ${randomUUID().slice(0, 8)}`;
      const { id } = await service.owner.documents.createTemplate({ body: { name, ...OF_KEYS } });
      const people = [anAddress(), anAddress()];
      const rows = [`Ada,${people[0]},7`, 'Bo,bo.example.com,8', `Cy,${people[1]},9`];
      const path = `/test/documents/bulk-sends/new?template=${id}`;
      const { page, errors } = await service.signIn('Adam Admin', path, picks(width));
      await page.locator('input[type=file]').setInputFiles({
        name: 'holders.csv',
        mimeType: 'text/csv',
        buffer: Buffer.from(['holder name,holder email,number', ...rows, ''].join('\n')),
      });
      await page.getByText('holders.csv, 3 rows').waitFor();
      await page.getByRole('button', { name: 'Check 3 rows' }).click();
      await page.getByText('2 rows can be sent, 1 cannot.').waitFor();
      await page.getByRole('row', { name: /^3 holder email / }).waitFor();
      expect(await fits(page)).toBe(true);
      await picture(page, `bulk-checked-${width}`);
      await page.getByRole('button', { name: 'Send 2 documents' }).click();
      const dialog = page.getByRole('dialog', { name: 'Send 2 documents' });
      await dialog.getByText('1 row cannot be sent.').waitFor();
      await dialog.getByRole('button', { name: 'Send' }).click();

      await page.getByRole('heading', { name: `Bulk send of ${name}` }).waitFor();
      await page.getByText('Nothing was created for the refused rows.').waitFor();
      await page.getByRole('link', { name: 'Open the document of line 2' }).waitFor();
      expect(await page.getByRole('link', { name: /Open the document/ }).count()).toBe(2);
      expect(await fits(page)).toBe(true);
      await picture(page, `bulk-sent-${width}`);
      await page.getByRole('link', { name: 'Open the document of line 4' }).click();
      await page.getByText('Can sign').waitFor();

      const signer = await signers.look(await emailed(service, people[1] ?? '', LINK), picks(width));
      await sign(signer, /Signature of the holder/);
      await signer.button('Finish').tap();
      await headed(signer, 'The document is complete');
      await page.reload();
      await settled(page);
      await page.getByText('Signed and sealed').waitFor();
      expect(emailsTo(service, 'bo.example.com')).toEqual([]);
      expect([...errors, ...signer.errors], service.cloud.reports().join('\n')).toEqual([]);
    },
  );

  test('an uploaded PDF is filled field by field on a phone, signed, sealed, and verified', {
    tags: 'full',
  }, async () => {
    const service = live();
    const { documents } = service.owner;
    const email = anAddress();
    const params = await draftOfForm(service, email);
    await documents.sendDocument({ params, body: {} });

    const signer = await signers.look(await emailed(service, email, LINK), DEVICES.phone);
    const { page, button, field } = signer;
    const panel = page.locator('.guided-panel');
    const next = panel.getByRole('button', { name: 'Next' });
    await drawn(signer);
    await acceptDisclosure(signer);
    await button('Field by field').tap();
    await page.getByText('Field 1 of 4').waitFor();
    await picture(page, 'guided-1', false);
    await field('Full name').fill('Ada Example');
    await next.tap();
    await page.getByText('Field 2 of 4').waitFor();
    await field('I keep a pet').tap();
    await next.tap();
    await page.getByText('Field 3 of 4').waitFor();
    expect(await page.locator('.guided-label').textContent()).toContain('Moving in on');
    await field('Moving in on').fill('2026-12-01');
    await picture(page, 'guided-3', false);
    await panel.getByText(/^Still to fill/).tap();
    await panel.getByRole('button', { name: /Signature of the tenant/ }).tap();
    await page.getByText('Field 4 of 4').waitFor();
    await page
      .locator('.field')
      .getByRole('button', { name: /Signature of the tenant/ })
      .tap();
    await picture(page, 'guided-dialog', false);
    await drawWithFinger(page, page.locator('.pad'));
    await button('Use it').tap();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await button(/signed, press to change/).waitFor();
    await panel.getByText('Still to fill').waitFor({ state: 'hidden' });
    await picture(page, 'guided-4', false);
    expect(await fits(page)).toBe(true);
    await button('Finish').tap();
    await headed(signer, 'The document is complete');
    await page.locator('.sheet.drawn').first().waitFor();
    expect(await panel.count()).toBe(0);
    await picture(page, 'guided-sealed');

    const { items } = await documents.readDocumentAudit({ params });
    const signing = items.find(({ action }) => action === 'signer.signed');
    expect(signing?.details.shownAs).toMatchObject([{ view: 'pdf' }, { view: 'guided' }]);
    const sealed = await documents.readDocumentPdf({ params });
    const texts = (await textsIn(sealed)).map(({ text }) => text).join('\n');
    expect(texts).toContain('Ada Example');
    expect(texts).toContain('2026-12-01');
    const { page: console, errors } = await service.signIn('Adam Admin', `/test/documents/${params.id}`, picks(390));
    await console.getByText('Signed and sealed').waitFor();
    await verifySealed(service, console, 390);
    expect([...errors, ...signer.errors], service.cloud.reports().join('\n')).toEqual([]);
  });
});
