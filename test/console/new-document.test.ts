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

const RULES = '019ced2c-0e65-7a4c-9b1d-6f1c2b9a4e77';
const rules = {
  ...template,
  id: RULES,
  name: 'House rules',
  revision: 1,
  signerRoles: [
    { id: 'tenant', label: 'Resident' },
    { id: 'landlord', label: 'The landlord' },
  ],
  source:
    '# House rules\n\nQuiet from {{ hour }}. Rent {{ rent }}.\n\n::signature{role=tenant}\n\n::signature{role=landlord}',
  sampleData: { hour: '22:00', rent: 'due' },
};
const plan = { ...template, id: SIGNER, kind: 'pdf', name: 'Plan', source: null, pageSize: null };

const refusal = (issues: { path: string; message: string }[]) => ({
  status: 422,
  body: { code: 'invalid_template', detail: 'The template cannot be rendered.', errors: issues },
});

/** The refusal of a bundle whose data lacks a value. */
function missingIn(body: unknown) {
  const { templates } = body as { templates: { templateId: string; templateData: Record<string, unknown> }[] };
  const issues = templates.flatMap(({ templateId, templateData }, index) =>
    (templateId === RULES ? ['hour', 'rent'] : ['flat', 'rent', 'start'])
      .filter((key) => templateData[key] === undefined || templateData[key] === '')
      .map((key) => ({ path: `templates.${index}.source:1:3`, message: `The data has no value for \`${key}\`.` })),
  );
  return issues.length > 0 ? refusal(issues) : undefined;
}

/** A service with one template, which prints when rent is an amount and refuses one address. */
async function service() {
  const file = await PDFDocument.create();
  file.addPage([300, 400]);
  const pdf = await file.save();
  const made: Record<string, unknown>[] = [];
  const sent: unknown[] = [];
  const answering: Answering = (call) => {
    const body = (call.body ?? {}) as {
      templateData?: Record<string, unknown>;
      signers?: object;
      others?: { email: string }[];
    };
    const data = body.templateData ?? {};
    switch (call.route) {
      case 'documents.readTemplate':
        return { body: JSON.stringify(call).includes(RULES) ? rules : template };
      case 'documents.listTemplates':
        return { body: { items: [plan, rules, template], nextOffset: null } };
      case 'documents.generateBundle':
        return missingIn(call.body) ?? { body: pdf };
      case 'documents.createBundle':
        made.push(call.body as Record<string, unknown>);
        return missingIn(call.body) ?? { status: 201, body: { ...lease(ID), status: 'draft' } };
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
        const wrong = [
          ...(JSON.stringify(body.signers).includes('nobody@') ? ['signers.tenant.email'] : []),
          ...(body.others ?? []).flatMap(({ email }, index) =>
            email.startsWith('nobody@') ? [`others.${index}.email`] : [],
          ),
        ];
        if (wrong.length > 0) return refusal(wrong.map((path) => ({ path, message: 'This is not an email address.' })));
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

  test('has approvers and copies, created with the document in one request; a refused one is marked', async () => {
    const { answering, made } = await service();
    const { page, errors } = await browser.open(`/test/documents/new?template=${ID}`, answering, PHONE);
    await page.getByRole('button', { name: 'Use sample data' }).tap();
    await picture(page).waitFor();
    const tenant = page.getByRole('group', { name: 'The tenant' });
    await tenant.getByLabel('Name').fill('Ada Example');
    await tenant.getByLabel('Email').fill('ada@example.com');
    const add = page.getByRole('button', { name: 'Add a person' });
    const person = (number: number) => page.getByRole('group', { name: `Person ${number}`, exact: true });
    for (let count = 0; count < 3; count += 1) await add.tap();
    await person(1).getByLabel('Name').fill('Bo Example');
    await person(1).getByLabel('Email').fill('bo@example.com');
    await person(1).getByLabel('Order').fill('2');
    await person(2).getByRole('button', { name: 'Remove Person 2' }).tap();
    await expect.poll(() => person(3).count()).toBe(0);
    const save = page.getByRole('button', { name: 'Save as a draft' });
    await person(2).getByLabel('Takes part as').selectOption({ label: 'Recipient of a copy' });
    expect(await save.getAttribute('aria-disabled')).toBe('true');
    await person(2).getByLabel('Name').fill('Cy Example');
    await person(2).getByLabel('Email').fill('nobody@example');
    await settled(page);
    await page.reload();
    await page.getByText('What you typed was restored.').waitFor();
    await picture(page).waitFor();
    expect(await noScroll(page)).toBe(true);
    await expectAccessible(page, 'new document with an approver and a copy');
    await save.tap();
    await page.getByText('This is not an email address.').first().waitFor();
    expect(await person(2).getByLabel('Email').getAttribute('aria-invalid')).toBe('true');
    expect(await person(1).getByLabel('Email').getAttribute('aria-invalid')).toBeNull();
    await person(2).getByLabel('Email').fill('cy@example.com');
    await save.tap();
    await page.waitForURL(new RegExp(`/documents/${ID}/prepare$`));
    const common = { language: null, identityCheck: null };
    expect(made.at(-1)).toMatchObject({
      others: [
        { name: 'Bo Example', email: 'bo@example.com', signingOrder: 2, role: 'approver', ...common },
        { name: 'Cy Example', email: 'cy@example.com', signingOrder: 1, role: 'copy', ...common },
      ],
    });
    expect(errors).toEqual([]);
  });

  test('of a template gets and loses approvers and copies while it is a draft', { tags: 'full' }, async () => {
    const calls: { route: string; body: unknown }[] = [];
    const [signer, other] = lease(ID).signers;
    const people = [
      { ...signer, roleId: 'tenant', status: 'waiting' },
      { ...other, id: SIGNER, name: 'Cy Example', roleId: null, role: 'copy', status: 'waiting' },
    ];
    const origin = { kind: 'template', templateId: ID, templateName: 'Lease', revision: 3, sourceHash: 'a'.repeat(64) };
    const { page, errors } = await browser.open(`/test/documents/${ID}/prepare`, (call) => {
      switch (call.route) {
        case 'documents.readDocument':
          return { body: { ...lease(ID), origin, status: 'draft', signers: people } };
        case 'documents.listFields':
        case 'documents.listFormFields':
          return { body: { items: [] } };
        case 'documents.addSigner':
        case 'documents.removeSigner':
          calls.push({ route: call.route, body: call.body });
          return { status: call.route === 'documents.addSigner' ? 201 : 200, body: people[1] };
        default:
          return answers(call);
      }
    });
    await page.getByRole('button', { name: 'Remove Cy Example' }).waitFor();
    expect(await page.getByRole('button', { name: /^Remove / }).count()).toBe(1);
    await pressOn(page, 'Remove Cy Example');
    await pressOn(page, 'Add an approver or copy');
    const dialog = page.getByRole('dialog');
    expect(await dialog.getByLabel('Takes part as').locator('option').allTextContents()).toEqual([
      'Approver',
      'Recipient of a copy',
    ]);
    await dialog.getByLabel('Name').fill('Bo Example');
    await dialog.getByLabel('Email').fill('bo@example.com');
    await page.keyboard.press('Control+Enter');
    await dialog.waitFor({ state: 'detached' });
    expect(calls).toMatchObject([
      { route: 'documents.removeSigner' },
      { route: 'documents.addSigner', body: { name: 'Bo Example', role: 'approver' } },
    ]);
    expect(errors).toEqual([]);
  });

  test('fits a phone, in both themes, with sample data', { tags: 'full' }, async () => {
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

  test('has several templates, added, ordered and removed by keyboard, with values of each and merged signers', async () => {
    const { answering, made, sent } = await service();
    const { page, errors } = await browser.open(`/test/documents/new?template=${ID}`, answering);
    const parts = page.getByRole('region', { name: 'Templates' });
    const add = async (name: string) => {
      await pressOn(page, 'Add a template');
      const dialog = page.getByRole('dialog', { name: 'Add a template' });
      expect(await dialog.getByRole('button', { name: 'Add Plan' }).getAttribute('aria-disabled')).toBe('true');
      await expectAccessible(page, 'add a template');
      await press(page, dialog.getByRole('button', { name: `Add ${name}` }));
      await dialog.waitFor({ state: 'detached' });
    };
    await add('House rules');
    await page.getByRole('region', { name: 'Values of 2. House rules' }).waitFor();
    await add('Lease');
    await page.getByRole('region', { name: 'Values of 3. Lease' }).waitFor();
    await expectAccessible(page, 'new document of several templates');
    expect(await page.getByRole('group', { name: 'The landlord' }).count()).toBe(1);
    expect(await page.getByRole('group', { name: 'The tenant' }).count()).toBe(1);
    await page.getByText('Signs Lease, House rules, and Lease.').waitFor();

    // The focus stays on the template that moves.
    await pressOn(page, 'Move House rules, template 2, up');
    await page.getByText('House rules is now 1 of 3.').waitFor();
    await pressOn(page, 'Move House rules, template 1, up');
    expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe(
      'Move House rules, template 1, up',
    );
    await pressOn(page, 'Remove Lease, template 3');
    expect(await parts.getByRole('listitem').count()).toBe(2);
    expect(await parts.getByRole('button', { name: 'Remove Lease, template 2' }).getAttribute('aria-disabled')).toBe(
      'true',
    );

    await page.getByRole('region', { name: 'Values of 1. House rules' }).getByLabel('Hour').fill('22:00');
    await page.getByRole('region', { name: 'Values of 1. House rules' }).getByLabel('Rent').fill('due');
    await page.reload();
    await settled(page);
    const values = page.getByRole('region', { name: 'Values of 2. Lease' });
    await press(page, values.getByRole('button', { name: 'Use sample data' }));
    await values.getByLabel('Flat').fill('');
    for (const role of ['Resident', 'The landlord']) {
      const signer = page.getByRole('group', { name: role });
      await signer.getByLabel('Name').fill('Ada Example');
      await signer.getByLabel('Email').fill('ada@example.com');
    }
    await page.getByText('1 value is missing').waitFor();
    await page.keyboard.press('Control+Enter');
    await page.getByText('The data has no value for `flat`.').waitFor();
    expect(await values.getByLabel('Flat').getAttribute('aria-invalid')).toBe('true');
    // At once: what was found about the value before does not stop it.
    await values.getByLabel('Flat').fill('2 Mill Lane');
    await page.keyboard.press('Control+Enter');
    await page.waitForURL(new RegExp(`/documents/${ID}$`));

    const signer = {
      name: 'Ada Example',
      email: 'ada@example.com',
      signingOrder: 1,
      language: null,
      identityCheck: null,
    };
    expect(made.at(-1)).toEqual({
      name: 'Lease',
      templates: [
        { templateId: RULES, revision: 1, templateData: { hour: '22:00', rent: 'due' } },
        {
          templateId: ID,
          revision: 3,
          templateData: {
            flat: '2 Mill Lane',
            rent: '980.50',
            start: '2026-03-04',
            pets: false,
            items: [{ name: 'Key', price: 2 }],
          },
        },
      ],
      signers: { tenant: signer, landlord: signer },
    });
    expect(sent).toHaveLength(1);
    expect(errors).toEqual([]);
  });

  test('of several templates fits a phone, in both themes', { tags: 'full' }, async () => {
    const { answering } = await service();
    for (const colorScheme of ['light', 'dark'] as const) {
      const { page, errors } = await browser.open(`/test/documents/new?template=${ID}`, answering, {
        ...PHONE,
        colorScheme,
      });
      await press(page, page.getByRole('button', { name: 'Add a template' }));
      expect(await noScroll(page)).toBe(true);
      await press(page, page.getByRole('button', { name: 'Add House rules' }));
      await page.getByRole('region', { name: 'Values of 2. House rules' }).waitFor();
      for (const button of await page.getByRole('button', { name: 'Use sample data' }).all()) await press(page, button);
      await picture(page).waitFor();
      expect(await noScroll(page)).toBe(true);
      await expectAccessible(page, `new document of several templates on a phone, ${colorScheme}`);
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
    await page.getByRole('dialog').waitFor({ state: 'detached' });
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
