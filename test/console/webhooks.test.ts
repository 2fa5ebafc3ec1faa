import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { chromiumPath } from '#test/support/chromium.ts';
import { some } from '#test/support/soak.ts';
import { consoleBrowser, expectAccessible } from './console-browser.ts';
import { answers } from './filled.ts';
import type { Answering, StubService } from './stub-service.ts';

/** Editing a webhook in the console, and the secret that is shown once. */
const browser = consoleBrowser();
const ID = '019ced2d-1f00-7a00-8a00-6f1c2b9a4e00';
const PATH = `/test/webhooks/${ID}`;
const SECRET = 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD9qSF0mZ3Yx0=';
const DATA = {
  url: 'https://hooks.example.com/assay',
  events: ['risk.assessment.created'],
  mode: 'test',
  status: 'active',
  failingSince: null,
  createdAt: '2026-03-14T09:26:53.589Z',
  filter: { decisions: ['reject'] },
  description: 'Decisions',
};

const recordWith = (changes: object = {}) => ({ id: ID, resource: 'webhooks', data: { ...DATA, ...changes } });

const type = (event: string, filters: string[]) => ({ event, description: event, version: 1, filters });
const TYPES = [type('risk.assessment.created', ['decisions', 'policyKeys']), type('screening.match.found', ['lists'])];

const oneWebhook: Answering = (call) => {
  if (call.route === 'webhooks.listEventTypes') return { body: { items: TYPES } };
  if (call.route === 'webhooks.readWebhook' || call.route === 'webhooks.updateWebhook') return { body: recordWith() };
  if (call.route === 'webhooks.rotateWebhookSecret') return { body: recordWith({ secret: SECRET }) };
  return answers(call);
};

const changesSentTo = ({ calls }: StubService) =>
  calls.filter(({ route }) => route === 'webhooks.updateWebhook').map(({ path, body }) => ({ path, body }));

async function edit(page: Page) {
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await page.getByRole('dialog').getByText('Single events').first().waitFor();
  return page.getByRole('dialog');
}

async function rotate(page: Page) {
  await page.getByRole('button', { name: 'Rotate the secret' }).click();
  await page.getByRole('button', { name: 'Rotate', exact: true }).click();
  await page.getByText(SECRET).waitFor();
  return page.getByRole('dialog');
}

describe.skipIf(!chromiumPath)('webhooks in the console (needs Chromium)', () => {
  test('webhooks: an edit sends the URL, the events, the filter and the description', async () => {
    const { page, stub, errors } = await browser.open(PATH, oneWebhook);
    const dialog = await edit(page);
    expect(await dialog.getByLabel('URL').inputValue()).toBe(DATA.url);
    await dialog.getByLabel('URL').fill('https://hooks.example.com/next');
    await dialog.getByRole('checkbox', { name: 'screening.*' }).check();
    await dialog.getByLabel('Only these decisions, such as reject').fill('reject, restrict, reject');
    await dialog.getByLabel('Only these lists, such as eu_fsf').fill('eu_fsf');
    await expectAccessible(page, 'webhook form');
    await dialog.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Saved.', { exact: true }).waitFor();

    expect(changesSentTo(stub)).toEqual([
      {
        path: `/api/v1/webhooks/${ID}`,
        body: {
          url: 'https://hooks.example.com/next',
          events: ['risk.assessment.created', 'screening.*'],
          filter: { decisions: ['reject', 'restrict'], lists: ['eu_fsf'] },
          description: 'Decisions',
        },
      },
    ]);
    expect(errors).toEqual([]);
  });

  test.each(some([1440, 901], 1))(
    'webhooks: a long address leaves the buttons on one line, at %s px',
    async (width) => {
      const url = `https://hooks.example.com/${'a-long-path/'.repeat(30)}`;
      const viewport = { width, height: 900 };
      const { page } = await browser.open(
        PATH,
        (call) => (call.route === 'webhooks.readWebhook' ? { body: recordWith({ url }) } : oneWebhook(call)),
        { viewport },
      );
      const tops = await page
        .locator('.bar-end button')
        .evaluateAll((buttons) => buttons.map((button) => button.getBoundingClientRect().top));
      expect(tops.length).toBe(2);
      expect(new Set(tops).size).toBe(1);
      await page.getByRole('paragraph').filter({ hasText: url }).waitFor();
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
    },
  );

  test('webhooks: an emptied filter and description are removed', async () => {
    const { page, stub } = await browser.open(PATH, oneWebhook);
    const dialog = await edit(page);
    await dialog.getByLabel('Only these decisions, such as reject').fill(' ');
    await dialog.getByLabel('Description (optional)').fill('');
    await dialog.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Saved.', { exact: true }).waitFor();

    const { url, events } = DATA;
    expect(changesSentTo(stub).map(({ body }) => body)).toEqual([{ url, events, filter: null, description: null }]);
  });

  test('webhooks: an edit without a URL or an event cannot be saved', async () => {
    const { page, stub } = await browser.open(PATH, oneWebhook);
    const dialog = await edit(page);
    const save = dialog.getByRole('button', { name: 'Save', exact: true });
    await dialog.getByLabel('URL').fill('');
    expect(await save.getAttribute('title')).toBe('Enter a URL.');
    await dialog.getByLabel('URL').fill(DATA.url);
    await dialog.getByRole('checkbox', { name: 'risk.assessment.created' }).uncheck();
    expect(await save.getAttribute('title')).toBe('Choose at least one event.');
    expect(changesSentTo(stub)).toEqual([]);
  });

  test('webhooks: Escape asks before it closes a secret that was not copied', async () => {
    const { page } = await browser.open(PATH, oneWebhook);
    const dialog = await rotate(page);
    await page.keyboard.press('Escape');
    await dialog.getByRole('alert').getByText('Nothing was copied.').waitFor();
    expect(await page.getByText(SECRET).count()).toBe(1);

    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
  });

  test('webhooks: Escape closes a copied secret at once', async () => {
    const { page } = await browser.open(PATH, oneWebhook, {
      viewport: { width: 1440, height: 900 },
      permissions: ['clipboard-read', 'clipboard-write'],
    });
    const dialog = await rotate(page);
    await dialog.getByRole('button', { name: 'Copy signing secret' }).click();
    await dialog.getByRole('button', { name: 'Copied' }).waitFor();

    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(SECRET);
  });
});
