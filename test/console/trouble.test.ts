import { describe, expect, test } from 'vitest';
import { chromiumPath } from '#test/support/chromium.ts';
import { consoleBrowser, expectAccessible, pressInTurn, settled } from './console-browser.ts';
import { answers, me } from './filled.ts';
import type { Answering, StubAnswer } from './stub-service.ts';

const browser = consoleBrowser();

/** Answers one route as given, call by call; then as usual. */
function onceFor(route: string, ...given: StubAnswer[]): Answering {
  const left = [...given];
  return (call) => (call.route === route ? left.shift() : undefined) ?? answers(call);
}

const problem = (status: number, code: string, headers: Record<string, string> = {}) => ({
  status,
  headers,
  body: { code, detail: `Refused: ${code}.`, requestId: 'req-7' },
});

describe.skipIf(!chromiumPath)('trouble in the console (needs Chromium)', () => {
  test('session: when it ends in mid-task, people sign in over the page and nothing typed is lost', async () => {
    const { page, stub, errors } = await browser.open(
      '/test/settings',
      onceFor('organization.updateSettings', problem(401, 'unauthorized')),
    );
    await page.getByLabel('Name', { exact: true }).fill('Northwind Payments');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('heading', { name: 'Your session has ended' }).waitFor();
    await expectAccessible(page, 'session ended');
    const dialog = await page.locator('dialog[open]').boundingBox();
    expect(dialog, 'covers the page').toEqual({ x: 0, y: 0, ...page.viewportSize() });

    const [popup] = await Promise.all([
      page.context().waitForEvent('page'),
      page.getByRole('button', { name: 'Sign in again' }).click(),
    ]);
    await page.getByRole('heading', { name: 'Your session has ended' }).waitFor({ state: 'detached' });
    if (!popup.isClosed()) await popup.close();
    expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('Northwind Payments');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Settings saved.').waitFor();
    const saved = stub.calls.filter(({ route }) => route === 'organization.updateSettings');
    expect(saved.at(-1)?.body).toMatchObject({ name: 'Northwind Payments' });
    expect(errors).toEqual([]);
  });

  test('session: typing goes on over the dialog without leaving, and leaving asks first', {
    tags: 'full',
  }, async () => {
    const { page } = await browser.open('/test/inbox', onceFor('risk.createNote', problem(401, 'unauthorized')));
    await page.keyboard.press('w');
    const note = page.getByRole('textbox', { name: 'Note' });
    await note.pressSequentially('Called the customer');
    await page.keyboard.press('Control+Enter');
    const ended = page.getByRole('heading', { name: 'Your session has ended' });
    await ended.waitFor();
    const focused = () => page.evaluate(() => document.activeElement?.textContent);
    expect(await focused()).toBe('Sign in again');
    // As in the middle of a sentence.
    const pages = page.context().pages().length;
    await page.keyboard.type(' and asked for a copy \n of the passport ', { delay: 20 });
    expect(await ended.isVisible()).toBe(true);
    expect(page.context().pages()).toHaveLength(pages);
    expect(await note.inputValue()).toBe('Called the customer');

    await page.getByRole('button', { name: 'Leave' }).click();
    await page.getByText('If you leave, it is lost.').waitFor();
    expect(await focused()).toBe('Sign in again');
    await expectAccessible(page, 'leaving with text');
    const [popup] = await Promise.all([
      page.context().waitForEvent('page'),
      page.getByRole('button', { name: 'Sign in again' }).click(),
    ]);
    await ended.waitFor({ state: 'detached' });
    if (!popup.isClosed()) await popup.close();
    expect(await note.inputValue()).toBe('Called the customer');
  });

  test('session: after a pause Enter signs in again, and without unsent text leaving does not ask', {
    tags: 'full',
  }, async () => {
    const { page } = await browser.open('/test/keys', (call) =>
      call.route === 'organization.listApiKeys' ? problem(401, 'unauthorized') : answers(call),
    );
    const ended = page.getByRole('heading', { name: 'Your session has ended' });
    await ended.waitFor();
    let isSigningIn = false;
    page.context().once('page', () => {
      isSigningIn = true;
    });
    // Longer than the pause that a person who types makes.
    const press = async () => {
      if (!isSigningIn) await page.keyboard.press('Enter');
      return isSigningIn;
    };
    await expect.poll(press, { interval: 700 }).toBe(true);
    // The keys are refused again.
    await ended.waitFor();
    await page.getByRole('button', { name: 'Leave' }).click();
    await page.waitForURL(/\/oidc\/logout/);
  });

  test('session: a reload goes on with it, a duplicated tab signs in anew', { tags: 'full' }, async () => {
    const { page } = await browser.open('/test/keys', answers);
    const idOf = (tab: typeof page) =>
      tab.evaluate(() => JSON.parse(sessionStorage.getItem('assay.session') ?? '{}').id as string);
    const id = await idOf(page);
    expect(id).toBeTruthy();
    for (let time = 0; time < 3; time++) {
      await page.reload();
      await settled(page);
      expect(await idOf(page)).toBe(id);
    }
    // A window with an opener starts with a copy of its storage, as a duplicated tab does.
    const [copy] = await Promise.all([
      page.context().waitForEvent('page'),
      page.evaluate(() => void open(location.href)),
    ]);
    await settled(copy);
    expect(await idOf(copy)).not.toBe(id);
    expect(await idOf(page)).toBe(id);
  });

  test('role: a member sees what others may do, disabled, with who may', { tags: 'full' }, async () => {
    const { page } = await browser.open('/test/keys', (call) =>
      call.route === 'organization.readMe' ? { body: me('member') } : answers(call),
    );
    const create = page.getByRole('button', { name: 'Create an API key' });
    expect(await create.getAttribute('aria-disabled')).toBe('true');
    await expect.poll(() => create.getAttribute('title')).toBe('Owners and admins create API keys. Ask Adam Admin.');
    await create.dispatchEvent('click');
    expect(await page.locator('dialog[open]').count()).toBe(0);
  });

  test('API key: a new one needs a chosen scope and expires in 90 days', async () => {
    const { page, stub } = await browser.open('/test/keys', answers);
    await page.getByRole('button', { name: 'Create an API key' }).click();
    const dialog = page.locator('dialog[open]');
    await dialog.getByLabel('Name').fill('Checkout service');
    const create = dialog.getByRole('button', { name: 'Create' });
    expect(await create.getAttribute('title')).toBe('Choose a scope.');
    await dialog.getByRole('checkbox', { name: 'risk', exact: true }).check();
    await create.click();
    await expect.poll(() => stub.calls.filter(({ route }) => route === 'organization.createApiKey').length).toBe(1);

    const { body } = stub.calls.find(({ route }) => route === 'organization.createApiKey') ?? {};
    const { scopes, expiresAt } = body as { scopes: string[]; expiresAt: string };
    expect(scopes).toEqual(['risk']);
    expect(Math.round((Date.parse(expiresAt) - Date.now()) / 86_400_000)).toBe(90);
  });

  test('address: an id that cannot exist is said in words', async () => {
    const { page } = await browser.open(
      '/test/contexts',
      onceFor('screening.readScreeningMatch', problem(400, 'invalid_path')),
    );
    await page.goto(new URL('/console/test/matches/123', page.url()).href);
    await page.getByText('There is no record with this id').waitFor();
    expect(await page.getByText('Refused: invalid_path').count()).toBe(0);
  });

  test('refusal: a 403 is shown in the words of the service, with who may, and without a second try', async () => {
    const { page } = await browser.open('/test/keys', onceFor('organization.listApiKeys', problem(403, 'forbidden')));
    await page.getByText('Refused: forbidden.').waitFor();
    await page.getByRole('button', { name: 'Copy request id' }).waitFor();
    await page.getByText('An owner or an admin of your organization').waitFor();
    expect(await page.getByRole('button', { name: 'Try again' }).count()).toBe(0);
  });

  test('conflict: what another person changed is shown beside what was typed', async () => {
    let isChanged = false;
    const { page, stub } = await browser.open('/test/settings', (call) => {
      const { settings } = me();
      if (call.route === 'organization.readSettings')
        return { body: isChanged ? { ...settings, name: 'Eastwind', revision: 2 } : settings };
      if (call.route !== 'organization.updateSettings') return answers(call);
      const { expectedRevision } = call.body as { expectedRevision: number };
      if (expectedRevision === 2) return { body: { ...settings, revision: 3 } };
      isChanged = true;
      return problem(409, 'stale_revision');
    });
    const name = page.getByLabel('Name', { exact: true });
    await name.fill('Southwind');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Name: Eastwind').waitFor();
    expect(await name.inputValue()).toBe('Southwind');

    await page.getByRole('button', { name: 'Keep mine' }).click();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Settings saved.').waitFor();
    const sent = stub.calls.filter(({ route }) => route === 'organization.updateSettings');
    expect(sent.at(-1)?.body).toEqual({ name: 'Southwind', expectedRevision: 2 });
  });

  test('overload: a 503 is repeated after Retry-After with the same idempotency key', async () => {
    const { page, stub } = await browser.open(
      '/test/settings',
      onceFor('organization.updateSettings', problem(503, 'unavailable', { 'retry-after': '1' })),
    );
    await page.getByLabel('Name', { exact: true }).fill('Southwind');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Settings saved.').waitFor();
    const keys = stub.calls
      .filter(({ route }) => route === 'organization.updateSettings')
      .map(({ headers }) => headers['idempotency-key']);
    expect(keys).toHaveLength(2);
    expect(new Set(keys).size).toBe(1);
  });

  test('offline: the page says so and keeps what it shows', { tags: 'full' }, async () => {
    const { page } = await browser.open('/test/keys', answers);
    await page.getByText('Checkout service').waitFor();
    await page.context().setOffline(true);
    await page.getByText('You are offline since').waitFor();
    expect(await page.getByText('Checkout service').isVisible()).toBe(true);
    await page.context().setOffline(false);
    await page.getByText('You are offline since').waitFor({ state: 'detached' });
  });

  test('offline: a part that failed is read again when the connection is back', { tags: 'full' }, async () => {
    const { page, stub } = await browser.open('/test/keys', answers);
    await page.getByText('Checkout service').waitFor();
    await page.context().setOffline(true);
    await page.evaluate(() => {
      const now = Date.now;
      Date.now = () => now() + 60_000;
      dispatchEvent(new Event('visibilitychange'));
    });
    await page.getByText(/^Not updated since \d\d:\d\d\./).waitFor();
    const calls = stub.calls.length;
    await page.context().setOffline(false);
    await page.getByText('Not updated since').waitFor({ state: 'detached' });
    expect(stub.calls.length).toBeGreaterThan(calls);
  });

  test('keys: single letters do nothing while typing, and can be switched off', { tags: 'full' }, async () => {
    const { page } = await browser.open('/test/keys', answers);
    await pressInTurn(page, 'g e');
    await page.getByRole('heading', { name: 'Event log' }).waitFor();
    await page.getByRole('searchbox').fill('gi');
    expect(page.url()).toContain('/events');
    await page.getByRole('heading', { name: 'Event log' }).click();
    await page.keyboard.press('?');
    await page.getByLabel('Single-letter keys are on').uncheck();
    await page.keyboard.press('Escape');
    await pressInTurn(page, 'g w');
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
    await expect.poll(() => stub.calls.filter(({ route }) => route === 'documents.listDocuments').length).toBe(2);
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

  test('palette: the id of a policy version opens that version', { tags: 'full' }, async () => {
    const id = '019ced2c-0005-7000-8000-000000000002';
    const { page } = await browser.open('/test/keys', (call) =>
      call.route === 'organization.lookUp'
        ? { body: { items: [{ resource: 'policies', id, label: 'onboarding v2' }] } }
        : answers(call),
    );
    const opened = page.waitForRequest((request) => request.url().endsWith(`/policies/${id}`));
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox').fill(id);
    await page.getByRole('option', { name: 'onboarding v2' }).click();
    await opened;
  });

  test('mode: switching keeps the kind of page, never the id, and marks test mode', async () => {
    const { page } = await browser.open('/test/webhooks/019ced2d-1f00-7a00-8a00-6f1c2b9a4e00', answers);
    expect(await page.title()).toMatch(/^TEST /);
    await page.getByRole('button', { name: 'Live', exact: true }).click();
    await page.getByRole('heading', { name: 'Webhooks', level: 1 }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/console/live/webhooks');
    expect(await page.title()).not.toMatch(/^TEST /);
  });

  test('mode: a take is sent in its own mode, and the screen begins anew', {
    tags: 'full',
  }, async () => {
    const { page, stub } = await browser.open('/test/inbox', answers);
    await page.keyboard.press('j');
    await page.keyboard.press('e');
    await page.getByText(/^Taken: /).waitFor();
    const active = page.locator('.row.is-active');
    const before = await active.innerText();
    await page.getByRole('button', { name: 'Live', exact: true }).click();
    await page.waitForURL(/live\/inbox/);
    await settled(page);
    expect(await active.innerText()).not.toBe(before);
    const sent = () => stub.calls.filter(({ route }) => route === 'risk.transitionActions');
    await expect.poll(() => sent().length).toBe(1);
    expect(sent()[0]?.headers['x-service-mode']).toBe('test');
  });

  test('mode: an assessment leads to the inbox of the other mode, also from the palette', {
    tags: 'full',
  }, async () => {
    const { page } = await browser.open('/test/keys', onceFor('risk.readRecord', problem(404, 'not_found')));
    await page.evaluate(() => {
      history.pushState(null, '', '/console/test/assessments/019ced2c-0003-7000-8000-000000000001');
      dispatchEvent(new PopStateEvent('popstate'));
    });
    await page.getByText('Refused: not_found.').waitFor();
    await page.keyboard.press('Control+k');
    await page.getByLabel('Find a record or a command').fill('Switch to live');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Inbox', level: 1 }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/console/live/inbox');
  });

  test('cover: after five idle minutes it hides the page and its dialogs, and no key acts', async () => {
    const { page } = await browser.open('/live/inbox', answers);
    await page.keyboard.press('w');
    await page.getByRole('textbox', { name: 'Note' }).fill('Half a sentence');
    // As after sleep: no check has run when the mouse moves.
    await page.evaluate(() => {
      const now = Date.now;
      Date.now = () => now() + 6 * 60_000;
    });
    await page.mouse.move(300, 300);
    const show = page.getByRole('button', { name: 'Show the page' });
    await show.waitFor();
    expect(await page.evaluate(() => document.elementFromPoint(700, 450)?.closest('dialog')?.className)).toContain(
      'cover',
    );
    for (const key of ['Control+k', 'g', 'm', 'Escape', 'Escape']) await page.keyboard.press(key);
    await page.waitForTimeout(200);
    expect(await page.locator('dialog[open]').count()).toBe(2);
    expect(page.url()).toContain('/live/inbox');
    await expectAccessible(page, 'cover');
    await show.click();
    expect(await page.getByRole('textbox', { name: 'Note' }).inputValue()).toBe('Half a sentence');
  });

  test('dialog: an edited form stays on a click outside, and Escape never closes the sign-in', {
    tags: 'full',
  }, async () => {
    const { page } = await browser.open('/test/inbox', onceFor('risk.createNote', problem(401, 'unauthorized')));
    const note = page.getByRole('textbox', { name: 'Note' });
    await page.keyboard.press('w');
    await page.mouse.click(5, 5);
    await note.waitFor({ state: 'detached' });
    await page.keyboard.press('w');
    await note.fill('Half a sentence');
    await page.mouse.click(5, 5);
    expect(await note.inputValue()).toBe('Half a sentence');
    await page.getByRole('button', { name: 'Add note' }).click();
    const over = page.getByRole('heading', { name: 'Your session has ended' });
    await over.waitFor();
    for (let press = 0; press < 3; press++) await page.keyboard.press('Escape');
    await page.waitForTimeout(200);
    expect(await over.isVisible()).toBe(true);
    await page.evaluate(() => {
      globalThis.open = () => null;
    });
    await page.getByRole('button', { name: 'Sign in again' }).click();
    await page.getByRole('alert').filter({ hasText: 'blocked the sign-in window' }).waitFor();
  });
});
