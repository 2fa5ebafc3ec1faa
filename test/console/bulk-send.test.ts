import { PDFDocument } from '@cantoo/pdf-lib';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { variablesOf } from '#console/domain/template-variables.ts';
import {
  emptyLines,
  fileIn,
  readColumns,
  readRow,
  reportIn,
  sampleFile,
} from '#console/screens/documents/bulk-file.ts';
import { chromiumPath } from '#test/support/chromium.ts';
import { pressOn } from './by-keyboard.ts';
import { consoleBrowser, expectAccessible } from './console-browser.ts';
import { answers } from './filled.ts';
import { bulkSend, report } from './filled-jobs.ts';
import { ID } from './screens.ts';
import type { Answering } from './stub-service.ts';

const SOURCE = `# Lease of {{ home.city }}
Rent {{ rent | money: "EUR" }}.{% if pets %} Pets: {{ pets }}.{% endif %}
{% for item in items %}{{ item }}{% endfor %}
::signature{role=tenant, label="The tenant"}
`;
const SAMPLE = { home: { city: 'Oslo' }, rent: '980.50', pets: 'A parrot, "Bo"', items: ['Key'] };
const ROLES = [
  { id: 'tenant', label: 'The tenant' },
  { id: 'landlord', label: null },
];
const VARIABLES = variablesOf([SOURCE], SAMPLE);

describe('the file of a bulk send', () => {
  const read = (csv: string) => {
    const file = fileIn(csv);
    if (!('rows' in file)) throw new Error(file.fault);
    return file;
  };

  test('the sample file has every column that a row can fill, and is read without findings', () => {
    const file = read(sampleFile(ROLES, VARIABLES, SAMPLE));
    const { columns, faults, missing, lists } = readColumns(file, ROLES, VARIABLES, {});
    expect({ faults, missing, lists }).toEqual({ faults: [], missing: [], lists: ['Items'] });
    const [row] = file.rows;
    expect(row && readRow(columns, row, 'Lease')).toEqual({
      name: 'Lease',
      templateData: { home: { city: 'Oslo' }, rent: '980.50', pets: 'A parrot, "Bo"' },
      signers: {
        tenant: { name: 'Name of tenant', email: 'tenant@example.com' },
        landlord: { name: 'Name of landlord', email: 'landlord@example.com' },
      },
    });
  });

  test('names columns that are missing, unknown and given twice by the words of the form', () => {
    const file = read('tenant name,tenant email,town,\nAda,ada@example.com,Oslo,\n\n"B\no",,Bergen,x\n');
    const { columns, faults, missing } = readColumns(file, ROLES, VARIABLES, { town: 'signers.tenant.name' });
    expect(columns.map(({ meaning }) => meaning)).toEqual([
      'signers.tenant.name',
      'signers.tenant.email',
      'signers.tenant.name',
      'ignore',
    ]);
    expect(faults).toEqual([
      'Several columns are “The tenant: name”.',
      'No column is “landlord: name”.',
      'No column is “landlord: email”.',
    ]);
    expect(missing).toEqual(['Home, city', 'Rent', 'Pets']);
    expect(emptyLines(file, 1)).toEqual([4]);
  });

  test.each([
    ['a,b\n', 'The file has no rows after its headings.'],
    ['', 'The file has no rows after its headings.'],
    ['a,b\n"x', 'A quotation mark in the file is never closed.'],
    [`a\n${'x\n'.repeat(10_001)}`, 'The file has 10,001 rows. Send at most 10,000 at once.'],
    ['x'.repeat(2_000_001), 'The file is larger than 2 million characters. Split it.'],
  ])('is refused before it is sent: %#', (csv, fault) => {
    expect(fileIn(csv)).toEqual({ fault });
  });

  test('a report is read by its headings, and another file is none', () => {
    expect(reportIn(report)?.map(({ line, status }) => [line, status])).toEqual([
      ['2', 'sent'],
      ['3', 'refused'],
      ['4', 'sent'],
      ['5', 'refused'],
    ]);
    expect(reportIn('a,b\n1,2\n')).toBeUndefined();
    expect(reportIn('')).toBeUndefined();
  });
});

const browser = consoleBrowser();
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true };
const NEW = `/test/documents/bulk-sends/new?template=${ID}`;
const CSV = 'tenant name,tenant email,town,rent\nAda,ada@example.com,Oslo,980\nBo,bo@example,Bergen,\n';

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
  source: SOURCE.replace(/\{% for.*\n/, ''),
  sampleData: SAMPLE,
  pages: null,
  hasForm: false,
  fields: [],
};

interface Asked {
  dryRun?: boolean;
  [property: string]: unknown;
}

/** A service whose jobs are half done when they are first read. `outcome` is how a check ends. */
async function service(outcome: object = { failed: 1, problems: bulkSend('').problems.slice(0, 1) }) {
  const file = await PDFDocument.create();
  file.addPage([300, 400]);
  const pdf = await file.save();
  const asked: Asked[] = [];
  const cancelled: string[] = [];
  const reads = new Map<string, number>();
  const record = (id: string, more: object) => ({
    ...bulkSend(id),
    dryRun: id.endsWith('1'),
    total: 2,
    done: 0,
    failed: 0,
    sent: 0,
    problems: [],
    report: null,
    status: 'queued',
    ...more,
  });
  const idOf = (index: number) => `${ID.slice(0, -1)}${index}`;
  const answering: Answering = (call) => {
    const id = call.path.split('/').at(-1) ?? '';
    switch (call.route) {
      case 'documents.readTemplate':
        return { body: template };
      case 'documents.generatePdf':
        return { body: pdf };
      case 'documents.createBulkSend':
        asked.push(call.body as Asked);
        return { status: 201, body: record(idOf(asked.length), {}) };
      case 'jobs.cancelJob':
        cancelled.push(call.path);
        return { body: {} };
      case 'documents.readBulkSend': {
        const count = (reads.get(id) ?? 0) + 1;
        reads.set(id, count);
        if (count === 1) return { body: record(id, { status: 'running', done: 1 }) };
        return { body: record(id, { status: 'completed', done: 2, sent: 1, ...outcome }) };
      }
      default:
        return answers(call);
    }
  };
  return { answering, asked, cancelled };
}

const give = (page: Page, csv: string | Buffer, name = 'tenants.csv') =>
  page.locator('input[type=file]').setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(csv) });
const noScroll = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth);
const send = (page: Page) => page.getByRole('button', { name: /^Send/ }).first();

describe.skipIf(!chromiumPath)('a bulk send in the console (needs Chromium)', () => {
  test('maps columns, checks every row, and sends the good rows after a confirmation', async () => {
    const { answering, asked } = await service();
    const { page, errors } = await browser.open(NEW, answering);
    expect(await send(page).getAttribute('title')).toBe('Choose a CSV file first.');
    await expectAccessible(page, 'new bulk send, empty');
    await give(page, CSV);
    await page.getByText('No column for Home, city, Pets.').waitFor();
    await page.getByText('Empty in line 3').waitFor();
    await page.getByLabel('Meaning of town').selectOption('Home, city');
    await page.getByText('No column for Pets.').waitFor();
    await page.getByLabel('Meaning of tenant email').selectOption('Leave out');
    await page.getByText('No column is “The tenant: email”.').waitFor();
    expect(await send(page).getAttribute('title')).toBe('Say what the columns mean first.');
    await page.getByLabel('Meaning of tenant email').selectOption('The tenant: email');
    await pressOn(page, 'Next row');
    await page.getByRole('heading', { name: 'Preview of line 3' }).waitFor();
    await page.getByText('bo@example').first().waitFor();
    await page.getByLabel('Remind after days').fill('3');
    await pressOn(page, 'Check 2 rows');
    await page.getByText('Checked 1 of 2 rows').waitFor();
    await page.getByText('1 row can be sent, 1 cannot.').waitFor();
    await page.getByRole('cell', { name: 'The row is invalid.' }).waitFor();
    await expectAccessible(page, 'new bulk send, checked');
    const body = {
      templateId: ID,
      revision: 3,
      csv: CSV,
      columns: {
        'tenant name': 'signers.tenant.name',
        'tenant email': 'signers.tenant.email',
        town: 'data.home.city',
        rent: 'data.rent',
      },
      name: 'Lease',
      sending: { remindAfterDays: 3 },
    };
    expect(asked).toEqual([{ ...body, dryRun: true }]);

    // What was checked is what is sent: a change needs another check.
    await page.getByLabel('Name', { exact: true }).fill('Lease of 2026');
    await page.getByText('have changed since').waitFor();
    expect(await send(page).getAttribute('title')).toBe('Check the rows first.');
    await page.getByLabel('Name', { exact: true }).fill('Lease');
    await pressOn(page, 'Check again');
    await page.getByRole('button', { name: 'Send 1 document' }).waitFor();
    await page.keyboard.press('Control+Enter');
    const dialog = page.getByRole('dialog', { name: 'Send 1 document' });
    await dialog.getByText('1 row cannot be sent. Nothing is created for it.').waitFor();
    await page.keyboard.press('Control+Enter');
    await page.waitForURL(/\/documents\/bulk-sends\/[0-9a-f-]{36}$/);
    expect(asked.at(-1)).toEqual(body);
    expect(await page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.includes('draft')))).toEqual([]);
    expect(errors).toEqual([]);
  });

  test('says what is wrong with a file, keeps a good one over a reload, and sends nothing while no row is good', async () => {
    const { answering, asked } = await service({ failed: 2, problems: bulkSend('').problems });
    const { page, errors } = await browser.open(NEW, answering, PHONE);
    await give(page, Buffer.from([0x61, 0xe9, 0x0a, 0x62]));
    await page.getByText('tenants.csv is not UTF-8 text.').waitFor();
    await give(page, '');
    await page.getByText('tenants.csv is empty.').waitFor();
    await give(page, 'tenant name,tenant email\n');
    await page.getByText('The file has no rows after its headings.').waitFor();
    await give(page, CSV);
    await page.getByText('tenants.csv, 2 rows').waitFor();
    await page.reload();
    await page.getByText('The file and what you typed were restored.').waitFor();
    await page.getByText('tenants.csv, 2 rows').waitFor();
    await pressOn(page, 'Check 2 rows');
    await page.getByText('No row can be sent.').waitFor();
    expect(await send(page).getAttribute('title')).toBe('No row can be sent yet.');
    expect(await noScroll(page)).toBe(true);
    await expectAccessible(page, 'new bulk send on a phone, no good row');
    expect(asked.map(({ dryRun }) => dryRun)).toEqual([true]);
    expect(errors).toEqual([]);
  });

  test('is followed to its report, which links to the documents and can be filtered', async () => {
    const { page, errors } = await browser.open(`/test/documents/bulk-sends/${ID}`, answers);
    await page.getByRole('link', { name: 'Open the document of line 2' }).waitFor();
    expect(await page.getByRole('row').count()).toBe(5);
    await pressOn(page, 'Refused');
    await page.getByRole('cell', { name: /This is not an email address/ }).waitFor();
    expect(await page.getByRole('link', { name: /Open the document/ }).count()).toBe(0);
    expect(new URL(page.url()).searchParams.get('status')).toBe('refused');
    await expectAccessible(page, 'bulk send, refused rows');
    expect(errors).toEqual([]);
  });

  test('that runs is cancelled after a question; its refused rows are listed before the report exists', {
    tags: 'full',
  }, async () => {
    const { cancelled, answering } = await service();
    const { page } = await browser.open(`/test/documents/bulk-sends/${ID}`, (call) =>
      call.route === 'documents.readBulkSend'
        ? { body: { ...bulkSend(ID), status: cancelled.length > 0 ? 'cancelled' : 'running', done: 3, report: null } }
        : answering(call),
    );
    await page.getByRole('cell', { name: 'tenant email' }).waitFor();
    await pressOn(page, 'Cancel');
    await page.getByRole('dialog').getByText('Documents that were sent stay sent').waitFor();
    await page.keyboard.press('Control+Enter');
    await page.getByText('It was cancelled. Documents that were sent stay sent.').waitFor();
    expect(cancelled).toEqual([`/api/v1/jobs/${ID}/cancel`]);
  });

  test.each([
    ['failed', { problem: { code: 'attempts_exhausted', detail: 'The job failed too often.' } }, 'failed too often'],
    [
      'running',
      {
        report: null,
        done: 3,
        endedAt: null,
        paused: { code: 'spending_limit', detail: 'Used up.', until: '2027-03-02T00:00:00.000Z' },
      },
      'The other documents are sent from',
    ],
    [
      'failed',
      { dryRun: true, problem: { code: 'spending_limit', detail: 'The limit is reset tomorrow.' } },
      'The limit is reset tomorrow. Nothing was created or sent.',
    ],
    ['completed', { report: null }, 'The report was deleted after seven days.'],
    ['cancelled', { report: null, done: 0, failed: 0, problems: [] }, 'before its first row'],
  ])('that is %s says so', async (status, more, text) => {
    const { page } = await browser.open(
      `/test/documents/bulk-sends/${ID}`,
      (call) =>
        call.route === 'documents.readBulkSend' ? { body: { ...bulkSend(ID), status, ...more } } : answers(call),
      PHONE,
    );
    await page.getByText(text).waitFor();
    const mark = 'paused' in more ? 'Paused' : `${status[0]?.toUpperCase()}${status.slice(1)}`;
    expect(await page.getByRole('main').getByText(mark, { exact: true }).isVisible()).toBe(true);
    expect(await noScroll(page)).toBe(true);
  });
});
