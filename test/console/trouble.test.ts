import { describe, expect, test } from 'vitest';
import { chromiumPath } from '#test/support/chromium.ts';
import { consoleBrowser, expectAccessible } from './console-browser.ts';
import { answers, me } from './filled.ts';
import type { Answering, StubAnswer } from './stub-service.ts';

const browser = consoleBrowser();

/** Answers one route as given, call by call; then as usual. */
function onceFor(route: string, ...given: StubAnswer[]): Answering {
  const left = [...given];
  return (call) => (call.route === route ? left.shift() : undefined) ?? answers(call);
}

const problem = (status: number, code: string, headers: Record<string, string> = {}) => ({
  ...{ status, headers },
  body: { code, detail: `Refused: ${code}.`, requestId: 'req-7' },
});

describe.skipIf(!chromiumPath)('trouble in the console (needs Chromium)', () => {
  test('session: when it ends in mid-task, people sign in over the page and nothing typed is lost', async () => {
    const { page, stub, errors } = await browser.open(
      '/test/settings',
      onceFor('organization.updateSettings', problem(401, 'unauthorized')),
    );
    await page.getByLabel('Name', { exact: true }).fill('Northwind Payments');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('heading', { name: 'Your session has ended' }).waitFor();
    await expectAccessible(page, 'session ended');

    const [popup] = await Promise.all([
      page.context().waitForEvent('page'),
      page.getByRole('button', { name: 'Sign in again' }).click(),
    ]);
    await page
      .getByRole('heading', { name: 'Your session has ended' })
      .waitFor({ state: 'detached' });
    if (!popup.isClosed()) await popup.close();
    expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('Northwind Payments');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Settings saved.').waitFor();
    const saved = stub.calls.filter(({ route }) => route === 'organization.updateSettings');
    expect(saved.at(-1)?.body).toMatchObject({ name: 'Northwind Payments' });
    expect(errors).toEqual([]);
  });

  test('role: a member sees what others may do, disabled, with who may', async () => {
    const { page } = await browser.open('/test/keys', (call) =>
      call.route === 'organization.readMe' ? { body: me('member') } : answers(call),
    );
    const create = page.getByRole('button', { name: 'Create an API key' });
    expect(await create.getAttribute('aria-disabled')).toBe('true');
    expect(await create.getAttribute('title')).toBe('Owners and admins create API keys.');
    await create.dispatchEvent('click');
    expect(await page.locator('dialog[open]').count()).toBe(0);
  });

  test('refusal: a 403 is shown in the words of the service, with the request id', async () => {
    const { page } = await browser.open(
      '/test/keys',
      onceFor('organization.listApiKeys', problem(403, 'forbidden')),
    );
    await page.getByText('Refused: forbidden.').waitFor();
    await page.getByRole('button', { name: 'Copy request id' }).waitFor();
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByText('Checkout service').waitFor();
  });

  test('conflict: a stale revision keeps what was typed and offers the current settings', async () => {
    const { page } = await browser.open(
      '/test/settings',
      onceFor('organization.updateSettings', problem(409, 'stale_revision')),
    );
    await page.getByLabel('Name', { exact: true }).fill('Southwind');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('The settings have changed meanwhile').waitFor();
    expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('Southwind');
  });

  test('overload: a 503 is repeated after Retry-After with the same idempotency key', async () => {
    const { page, stub } = await browser.open(
      '/test/settings',
      onceFor('organization.updateSettings', problem(503, 'unavailable', { 'retry-after': '1' })),
    );
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Settings saved.').waitFor();
    const keys = stub.calls
      .filter(({ route }) => route === 'organization.updateSettings')
      .map(({ headers }) => headers['idempotency-key']);
    expect(keys).toHaveLength(2);
    expect(new Set(keys).size).toBe(1);
  });

  test('offline: the page says so and keeps what it shows', async () => {
    const { page } = await browser.open('/test/keys', answers);
    await page.getByText('Checkout service').waitFor();
    await page.context().setOffline(true);
    await page.getByText('You are offline since').waitFor();
    expect(await page.getByText('Checkout service').isVisible()).toBe(true);
    await page.context().setOffline(false);
    await page.getByText('You are offline since').waitFor({ state: 'detached' });
  });

  test('keys: single letters do nothing while typing, and can be switched off', async () => {
    const { page } = await browser.open('/test/keys', answers);
    await page.keyboard.press('g');
    await page.keyboard.press('e');
    await page.getByRole('heading', { name: 'Event log' }).waitFor();
    await page.getByRole('searchbox').fill('gi');
    expect(page.url()).toContain('/events');
    await page.getByRole('heading', { name: 'Event log' }).click();
    await page.keyboard.press('?');
    await page.getByLabel('Single-letter keys are on').uncheck();
    await page.keyboard.press('Escape');
    await page.keyboard.press('g');
    await page.keyboard.press('w');
    await page.waitForTimeout(200);
    expect(page.url()).toContain('/events');
  });

  test('keys: j and k move through a table, Enter opens, and o turns it around', async () => {
    const { page, stub } = await browser.open('/test/documents', answers);
    const rows = page.locator('[data-row]');
    await page.keyboard.press('j');
    expect(await rows.first().evaluate((row) => row === document.activeElement)).toBe(true);
    await page.keyboard.press('o');
    await page.getByRole('button', { name: 'Oldest first' }).waitFor();
    expect(new URL(page.url()).searchParams.get('order')).toBe('oldest');
    await expect
      .poll(() => stub.calls.filter(({ route }) => route === 'documents.listDocuments').length)
      .toBe(2);
    await page.keyboard.press('o');
    await page.getByRole('button', { name: 'Newest first' }).waitFor();
    await page.keyboard.press('k');
    await page.keyboard.press('Enter');
    await page.waitForURL(/documents\/019/);
  });

  test('palette: Ctrl K finds a place by its words and opens it by keyboard', async () => {
    const { page } = await browser.open('/test/keys', answers);
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox').fill('lists');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Screening lists' }).waitFor();
    await expectAccessible(page, 'lists');
  });

  test('mode: switching keeps the kind of page, never the id, and marks test mode', async () => {
    const { page } = await browser.open(
      '/test/webhooks/019ced2d-1f00-7a00-8a00-6f1c2b9a4e00',
      answers,
    );
    expect(await page.title()).toMatch(/^TEST /);
    await page.getByRole('button', { name: 'Live', exact: true }).click();
    await page.getByRole('heading', { name: 'Webhooks', level: 1 }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/console/live/webhooks');
    expect(await page.title()).not.toMatch(/^TEST /);
  });
});
