import { PDFDocument } from '@cantoo/pdf-lib';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { chromiumPath } from '#test/support/chromium.ts';
import { focus, press, pressOn } from './by-keyboard.ts';
import { consoleBrowser, expectAccessible, settled } from './console-browser.ts';
import { answers } from './filled.ts';
import { document as lease } from './filled-documents.ts';
import { ID } from './screens.ts';
import type { Answering } from './stub-service.ts';

const browser = consoleBrowser();
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true };
const SIGNER = '019ced2c-5000-7000-8000-000000000001';

const SOURCE = `# Lease of {{ flat }}
Rent {{ rent | money: "EUR" }} from {{ start | date }}. {% if pets %}Pets: {{ pets }}{% endif %}
{% for item in items %}{{ item.name }} {{ item.price | number }}{% endfor %}
::signature{role=tenant, label="The tenant"}
`;

const template = {
  id: ID,
  kind: 'markdown',
  name: 'Lease',
  description: null,
  pageSize: 'A4',
  language: null,
  revision: 3,
  sourceHash: 'a'.repeat(64),
  signerRoles: [{ id: 'tenant', label: 'The tenant' }],
  createdAt: '2026-11-01T08:00:00.000Z',
  updatedAt: '2026-11-01T08:00:00.000Z',
  source: SOURCE,
  sampleData: { flat: '1 Harbour Street', rent: '980.50', start: '2026-03-04', items: [{ name: 'Key', price: 2 }] },
  pages: null,
  hasForm: false,
  fields: [],
};

const refusal = (issues: { path: string; message: string }[]) => ({
  status: 422,
  body: { code: 'invalid_template', detail: 'The template cannot be rendered.', errors: issues },
});

/** A service with one template, which prints when rent is an amount and refuses one address. */
async function service() {
  const file = await PDFDocument.create();
  file.addPage([300, 400]);
  const pdf = await file.save();
  const made: Record<string, unknown>[] = [];
  const sent: unknown[] = [];
  const answering: Answering = (call) => {
    const body = (call.body ?? {}) as { templateData?: Record<string, unknown>; signers?: object };
    const data = body.templateData ?? {};
    switch (call.route) {
      case 'documents.readTemplate':
        return { body: template };
      case 'documents.listTemplateRevisions':
        return {
          body: {
            items: [3, 2].map((revision) => ({
              revision,
              sourceHash: template.sourceHash,
              revisedAt: template.createdAt,
              revisedBy: null,
              restoredFrom: null,
            })),
          },
        };
      case 'documents.generatePdf': {
        const missing = ['flat', 'rent', 'start'].filter((key) => data[key] === undefined);
        const issues = missing.map((key) => ({ path: 'source:1:3', message: `The data has no value for \`${key}\`.` }));
        if (data.rent === 'much')
          issues.push({ path: 'source:2:8', message: '`rent` is not a decimal number. Send a number.' });
        return issues.length > 0 ? refusal(issues) : { body: pdf };
      }
      case 'documents.createDocumentFromTemplate': {
        made.push(call.body as Record<string, unknown>);
        const isBad = JSON.stringify(body.signers).includes('nobody@');
        if (isBad) return refusal([{ path: 'signers.tenant.email', message: 'This is not an email address.' }]);
        return { status: 201, body: { ...lease(ID), status: 'draft' } };
      }
      case 'documents.sendDocument':
        sent.push(call.body);
        return { body: lease(ID) };
      default:
        return answers(call);
    }
  };
  return { answering, made, sent };
}

const picture = (page: Page) => page.getByRole('img', { name: 'Page 1 of 1' }).and(page.locator('[data-drawn]'));
const noScroll = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth);

describe.skipIf(!chromiumPath)('a new document in the console (needs Chromium)', () => {
  test('is written, corrected and sent by keyboard; what is typed survives a reload', async () => {
    const { answering, made, sent } = await service();
    const { page, errors } = await browser.open(`/test/documents/new?template=${ID}`, answering);
    await page.getByText('3 values are missing').waitFor();
    await expectAccessible(page, 'new document, empty');
    const type = async (label: string, text: string) => {
      await focus(page, page.getByLabel(label, { exact: true }));
      await page.keyboard.press('Control+a');
      await page.keyboard.type(text);
    };
    await type('Flat', '2 Mill Lane');
    await type('Rent', 'much');
    await page.getByText('`rent` is not a decimal number.').waitFor();
    expect(await page.getByLabel('Rent').getAttribute('aria-invalid')).toBe('true');
    expect(await page.getByLabel('Start').getAttribute('aria-invalid')).toBeNull();
    await pressOn(page, 'Add a row to Items');
    await page.getByRole('group', { name: 'Items, row 1' }).getByLabel('Name').fill('A key');
    await page.reload();
    await settled(page);
    await page.getByText('What you typed was restored.').waitFor();
    await page.getByLabel('Start').fill('2026-12-01');
    await type('Rent', '1200');
    await picture(page).waitFor();
    const items = page.getByRole('group', { name: 'Items, row 1' });
    await items.getByLabel('Name').fill('Key');
    await items.getByLabel('Price').fill('2');
    const tenant = page.getByRole('group', { name: 'The tenant' });
    await tenant.getByLabel('Name').fill('Ada Example');
    await tenant.getByLabel('Email').fill('nobody@example');
    await tenant.getByLabel('Identity check').selectOption('email_code');
    await page.getByLabel('Remind after days').fill('3');
    await page.keyboard.press('Control+Enter');
    await page.getByText('This is not an email address.').first().waitFor();
    expect(await tenant.getByLabel('Email').getAttribute('aria-invalid')).toBe('true');
    await expectAccessible(page, 'new document, refused');
    await tenant.getByLabel('Email').fill('ada@example.com');
    await page.keyboard.press('Control+Enter');
    await page.waitForURL(new RegExp(`/documents/${ID}$`));
    expect(made.at(-1)).toEqual({
      name: 'Lease',
      templateData: {
        flat: '2 Mill Lane',
        rent: '1200',
        start: '2026-12-01',
        pets: false,
        items: [{ name: 'Key', price: 2 }],
      },
      revision: 3,
      signers: {
        tenant: {
          name: 'Ada Example',
          email: 'ada@example.com',
          signingOrder: 1,
          language: null,
          identityCheck: 'email_code',
        },
      },
    });
    expect(sent).toEqual([{ remindAfterDays: 3 }]);
    expect(await page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.includes('draft')))).toEqual([]);
    expect(errors).toEqual([]);
  });

  test('fits a phone, in both themes, with sample data', async () => {
    const { answering } = await service();
    for (const colorScheme of ['light', 'dark'] as const) {
      const { page, errors } = await browser.open(`/test/documents/new?template=${ID}`, answering, {
        ...PHONE,
        colorScheme,
      });
      await press(page, page.getByRole('button', { name: 'Use sample data' }));
      await picture(page).waitFor();
      expect(await noScroll(page)).toBe(true);
      await expectAccessible(page, `new document on a phone, ${colorScheme}`);
      expect(errors).toEqual([]);
    }
  });

  test('of a PDF is prepared: signers, fields by numbers, sending, and the answer names what is missing', async () => {
    const calls: { route: string; body: unknown }[] = [];
    let fields: object[] = [];
    const draft = {
      ...lease(ID),
      status: 'draft',
      signers: lease(ID).signers.map((one, index) => ({
        ...one,
        id: index === 0 ? SIGNER : one.id,
        status: 'waiting',
        ...(index > 0 && { role: 'approver' }),
      })),
    };
    const { page, errors } = await browser.open(`/test/documents/${ID}/prepare`, (call) => {
      if (call.route.startsWith('documents.') && call.body !== undefined)
        calls.push({ route: call.route, body: call.body });
      switch (call.route) {
        case 'documents.readDocument':
          return { body: draft };
        case 'documents.listFields':
          return { body: { items: fields } };
        case 'documents.listFormFields':
          return { body: { items: [] } };
        case 'documents.addField':
          fields = [{ ...(call.body as object), id: SIGNER, documentId: ID, requiredWhenFieldId: null }];
          return { status: 201, body: fields[0] };
        case 'documents.sendDocument':
          return {
            status: 422,
            body: {
              code: 'expiry_out_of_range',
              detail: 'The time is in the past.',
              errors: [{ path: 'expiresAt', message: 'In the past.' }],
            },
          };
        default:
          return answers(call);
      }
    });
    const send = page.getByRole('button', { name: 'Send', exact: true });
    await page.getByText('Before it can be sent: Ada Example: no field to fill.').waitFor();
    expect(await send.getAttribute('aria-disabled')).toBe('true');
    await pressOn(page, 'Add a field');
    // An approver has no fields.
    expect(await page.getByRole('dialog').getByLabel('Signer').locator('option').allTextContents()).toEqual([
      'Ada Example',
    ]);
    await page.getByRole('dialog').getByLabel('From the top').fill('700.5');
    await page.keyboard.press('Control+Enter');
    await page.getByRole('cell', { name: 'page 1, 72, 701' }).waitFor();
    expect(calls[0]).toMatchObject({
      route: 'documents.addField',
      body: { fieldType: 'signature', pageNumber: 1, xPosition: 72, yPosition: 700.5, width: 200, height: 50 },
    });
    await page.getByLabel('Or expires at').fill('2020-01-01T10:00');
    await expectAccessible(page, 'draft');
    await page.keyboard.press('Control+Enter');
    await page.getByText('The time is in the past.').waitFor();
    expect(await page.getByLabel('Or expires at').getAttribute('aria-invalid')).toBe('true');
    expect(await noScroll(page)).toBe(true);
    expect(errors).toEqual([]);
  });
});
