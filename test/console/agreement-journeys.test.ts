import { randomUUID } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PDFDocument } from '@cantoo/pdf-lib';
import type { Page } from 'playwright-core';
import { describe, expect, onTestFinished, test } from 'vitest';
import { sha256Hex } from '#packages/foundation/src/canonical-json.ts';
import { type Sight, signersBrowser } from '#test/documents/page/browser.ts';
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
async function picture(page: Page, name: string) {
  if (process.env.JOURNEY_SHOTS)
    await page.screenshot({ path: `${process.env.JOURNEY_SHOTS}-${name}.png`, fullPage: true });
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

const WIDTHS = [390, 1440] as const;

describe.skipIf(!chromiumPath)('agreements in the local cloud (needs Chromium)', () => {
  test.each(some(WIDTHS, 1))(
    'at %s px: an empty template is written, sent, signed by two people with emailed codes, sealed and verified',
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
});
