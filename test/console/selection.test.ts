import { describe, expect, test } from 'vitest';
import { chromiumPath } from '#test/support/chromium.ts';
import { beginSelection, chooseRow, finishRows, followRows, nextAfter } from '../../console/parts/selection.ts';
import { consoleBrowser, expectAccessible } from './console-browser.ts';
import { answers, matchDetail, matchItem, workItem } from './filled.ts';
import type { Answering } from './stub-service.ts';

const idOf = (item: string) => item;
const follow = (before: ReturnType<typeof beginSelection<string>>, items: readonly string[]) =>
  followRows(before, items, idOf);
const listed = (items: readonly string[], id?: string) => {
  const begun = follow(beginSelection<string>('list'), items);
  return id === undefined ? begun : chooseRow(begun, id);
};

describe('selection', () => {
  test('selection: it begins with the first row and stays with its record when others come or go', () => {
    const begun = listed(['b', 'c', 'd']);
    expect(begun).toMatchObject({ id: 'b', lost: undefined });
    expect(follow(begun, ['a', 'b', 'd'])).toMatchObject({ id: 'b', lost: undefined });
    expect(follow(begun, begun.items)).toBe(begun);
  });

  test('selection: a record that leaves is lost, and the selection keeps its place', () => {
    const items = ['a', 'b', 'c', 'd'];
    expect(follow(listed(items, 'c'), ['a', 'b', 'd'])).toMatchObject({ id: 'd', lost: 'c' });
    expect(follow(listed(items, 'd'), ['a', 'b', 'c'])).toMatchObject({ id: 'c', lost: 'd' });
    // Not the row that has come to its index, but the one that was after it.
    expect(follow(listed(items, 'b'), ['x', 'y', 'a', 'd'])).toMatchObject({ id: 'd', lost: 'b' });
    expect(follow(listed(items, 'c'), ['p', 'q', 'r', 's'])).toMatchObject({ id: 'r', lost: 'c' });
  });

  test('selection: it stays lost until the person moves, also over an empty list', () => {
    const lost = follow(listed(['a', 'b', 'c'], 'b'), ['a', 'c']);
    const again = follow(lost, ['a']);
    expect(again).toMatchObject({ id: 'a', lost: 'b' });
    const empty = follow(again, []);
    expect(empty).toMatchObject({ id: undefined, lost: 'b' });
    const filled = follow(empty, ['x', 'y']);
    expect(filled).toMatchObject({ id: 'x', lost: 'b' });
    expect(chooseRow(filled, 'y')).toMatchObject({ id: 'y', lost: undefined });
  });

  test('selection: after an own act it goes on to the next row, and nothing is lost', () => {
    const items = ['a', 'b', 'c'];
    const done = finishRows(listed(items, 'b'), ['b'], idOf);
    expect(done).toMatchObject({ id: 'c', lost: undefined });
    expect(follow(done, ['a', 'c'])).toMatchObject({ id: 'c', lost: undefined });
    const last = finishRows(listed(['a'], 'a'), ['a'], idOf);
    expect(follow(last, [])).toMatchObject({ id: undefined, lost: undefined });
    // Another row that was chosen meanwhile stays chosen.
    expect(finishRows(listed(items, 'a'), ['b'], idOf)).toMatchObject({ id: 'a' });
    expect(nextAfter(items, 'c', ['b'])).toBe('a');
  });

  test('selection: a record that the address opens needs no row', () => {
    const opened = follow(beginSelection<string>('list', 'elsewhere'), ['a', 'b']);
    expect(opened).toMatchObject({ id: 'elsewhere', lost: undefined });
  });
});

const browser = consoleBrowser();
const many = <T>(count: number, make: (index: number) => T) => Array.from({ length: count }, (_, index) => make(index));
const GONE = 'risk.transitionActions';

/** An inbox of 40 subjects, from which the one at an index can be taken away. */
function inboxWithout(index: number) {
  const state = { isGone: false };
  const answering: Answering = (call) => {
    if (call.route === 'risk.listWorklist') {
      const items = many(40, workItem).filter((_, at) => !state.isGone || at !== index);
      return { body: { items, nextOffset: null } };
    }
    if (call.route === 'risk.createNote') {
      state.isGone = true;
      return { status: 201, body: {} };
    }
    if (call.route === GONE) return { body: { items: [] } };
    return answers(call);
  };
  return { state, answering };
}

const ADAM = { userId: '019ced2c-0aaa-7000-8000-000000000001', name: 'Adam Admin', email: null, role: 'admin' };
/** The event that another person wrote about an action of the row. */
const completedByAdam = (index: number) => ({
  id: '019ced2c-0aab-7000-8000-000000000001',
  resource: 'events',
  data: {
    type: 'risk.action.transitioned',
    resource: 'actions',
    resourceId: workItem(index).actions[0]?.id,
    subjectId: workItem(index).subject.id,
    actor: `user:${ADAM.userId}`,
    reason: 'Spoke to the customer.',
    details: { from: 'acknowledged', to: 'completed', revision: 3 },
    occurredAt: '2026-03-14T09:26:53.589Z',
  },
});

const nameAt = (index: number) => workItem(index).subject.externalId;

describe.skipIf(!chromiumPath)('rows that leave a list (needs Chromium)', () => {
  test('inbox: when another person completes the selected subject, no key acts before a move', async () => {
    const { answering } = inboxWithout(30);
    const { page, stub, errors } = await browser.open('/test/inbox', answering);
    for (let press = 0; press < 30; press++) await page.keyboard.press('j');
    await page.locator('.row.is-active', { hasText: nameAt(30) }).waitFor();
    // The note makes the list refresh, which no longer has the subject.
    await page.keyboard.press('w');
    await page.getByRole('textbox', { name: 'Note' }).fill('Called the customer.');
    await page.keyboard.press('Control+Enter');
    await page.getByText('has left this list').waitFor();

    const active = page.locator('.row.is-active');
    expect(await active.innerText()).toContain(nameAt(31));
    expect(await active.getAttribute('class')).toContain('is-unchosen');
    const box = await active.boundingBox();
    expect(box && box.y >= 0 && box.y + box.height <= 900).toBe(true);
    await expectAccessible(page, 'inbox with a lost row');
    const before = stub.calls.length;
    for (const key of ['e', 'd', 'a', 'w', 'Enter']) await page.keyboard.press(key);
    await page.getByText('Move to a row first.').first().waitFor();
    expect(await page.locator('dialog[open]').count()).toBe(0);
    expect(new URL(page.url()).pathname).toBe('/console/test/inbox');
    expect(await page.getByText('Taken:').count()).toBe(0);
    expect(stub.calls.slice(before).map(({ route }) => route)).not.toContain(GONE);

    await page.keyboard.press('j');
    await page.getByText('has left this list').waitFor({ state: 'detached' });
    await page.keyboard.press('d');
    await page.getByRole('heading', { name: `Complete the actions of ${nameAt(32)}` }).waitFor();
    expect(errors).toEqual([]);
  });

  test('inbox: a dialog about a subject that has left keeps its text and acts on no other one', {
    tags: 'full',
  }, async () => {
    const state = { isGone: false };
    const { page, stub } = await browser.open('/test/inbox', (call) => {
      if (call.route === 'risk.listWorklist') {
        const items = many(12, workItem).filter((_, at) => !state.isGone || at !== 5);
        return { body: { items, nextOffset: null } };
      }
      if (call.route === 'risk.readJourney') return { body: { items: [completedByAdam(5)], nextCursor: null } };
      if (call.route === 'organization.listDirectory') return { body: { items: [ADAM] } };
      const answer = answers(call);
      if (call.route !== 'risk.readSubjectOverview') return answer;
      return { body: { ...(answer?.body as object), actions: [] } };
    });
    for (let press = 0; press < 5; press++) await page.keyboard.press('j');
    await page.keyboard.press('d');
    const text = page.getByLabel('What was done');
    await text.fill('Checked the statements.');
    state.isGone = true;
    await page.keyboard.press('Control+Enter');
    await page.getByText('Adam Admin completed these actions before you: “Spoke to the customer.”').waitFor();
    expect(await text.inputValue()).toBe('Checked the statements.');
    expect(await page.locator('dialog[open] h2').innerText()).toContain(nameAt(5));
    await page.keyboard.press('Escape');
    await page.getByText('has left this list').waitFor();
    await page.keyboard.press('d');
    await page.getByText('Move to a row first.').waitFor();
    expect(await page.locator('dialog[open]').count()).toBe(0);
    expect(stub.calls.some(({ route }) => route === GONE)).toBe(false);

    await page.getByRole('button', { name: `Go on with ${nameAt(6)}` }).click();
    await page.keyboard.press('d');
    await page.getByRole('heading', { name: `Complete the actions of ${nameAt(6)}` }).waitFor();
  });

  test('inbox: after an own completion the next row is selected, and its keys act', { tags: 'full' }, async () => {
    const state = { isGone: false };
    const { page } = await browser.open('/test/inbox', (call) => {
      if (call.route === 'risk.listWorklist') {
        const items = many(12, workItem).filter((_, at) => !state.isGone || at !== 5);
        return { body: { items, nextOffset: null } };
      }
      if (call.route === GONE) {
        state.isGone = true;
        return { body: { items: [] } };
      }
      if (call.route === 'risk.readSubjectOverview')
        return { body: { ...(answers(call)?.body as object), actions: workItem(5).actions } };
      return answers(call);
    });
    for (let press = 0; press < 5; press++) await page.keyboard.press('j');
    await page.keyboard.press('d');
    await page.getByLabel('What was done').fill('Checked.');
    await page.keyboard.press('Control+Enter');
    await page.locator('.row', { hasText: nameAt(5) }).waitFor({ state: 'detached' });
    expect(await page.locator('.row.is-active').innerText()).toContain(nameAt(6));
    expect(await page.getByText('has left this list').count()).toBe(0);
    await page.keyboard.press('d');
    await page.getByRole('heading', { name: `Complete the actions of ${nameAt(6)}` }).waitFor();
  });

  test('matches: one that another person has decided stays open with what was typed, and no key decides', async () => {
    const state = { isGone: false };
    const { page, stub } = await browser.open('/test/matches', (call) => {
      if (call.route === 'screening.listScreeningMatches') {
        const items = many(5, matchItem).filter((_, at) => !state.isGone || at !== 2);
        return { body: { items, nextOffset: null } };
      }
      if (call.route !== 'screening.decideScreeningMatch') return answers(call);
      state.isGone = true;
      return { status: 409, body: { code: 'conflict', detail: 'The record has changed.' } };
    });
    await page.keyboard.press('j');
    await page.keyboard.press('j');
    await page.getByRole('heading', { name: new RegExp(nameAt(2)) }).waitFor();
    const words = page.getByLabel('Reason in your own words');
    await words.fill('The portrait shows someone else.');
    await page.getByRole('button', { name: 'Not them' }).click();
    await page.getByText('has left this list').waitFor();
    expect(await words.inputValue()).toBe('The portrait shows someone else.');
    expect(await page.locator('.row.is-active').innerText()).toContain(nameAt(3));

    const decisions = () => stub.calls.filter(({ route }) => route === 'screening.decideScreeningMatch').length;
    const before = decisions();
    await page.getByRole('heading', { name: 'Your decision' }).click();
    for (const key of ['f', 'c', '1', 'x']) await page.keyboard.press(key);
    await page.getByText('Move to a row first.').first().waitFor();
    expect(decisions()).toBe(before);
    expect(await words.inputValue()).toBe('The portrait shows someone else.');
    await page.keyboard.press('n');
    await page.getByRole('heading', { name: new RegExp(nameAt(3)) }).waitFor();
    expect(matchDetail(3).match.decision).toBe('pending');
  });

  test('API keys: when the focused row leaves the list, moving goes on from its place', { tags: 'full' }, async () => {
    const state = { isGone: false };
    const key = (index: number) => ({
      id: `0000000${index}-0000-4000-8000-000000000000`,
      resource: 'api-keys',
      data: {
        name: `Key ${index}`,
        key: `key${index}`,
        mode: 'test',
        scopes: ['all'],
        lastUsedAt: null,
        expiresAt: null,
        revokedAt: null,
        createdAt: '2026-03-14T09:26:53.589Z',
      },
    });
    const { page } = await browser.open('/test/keys', (call) => {
      if (call.route === 'organization.listApiKeys') {
        const items = many(5, key).filter((_, at) => !state.isGone || at !== 2);
        return { body: { items, nextOffset: null } };
      }
      if (call.route !== 'organization.revokeApiKey') return answers(call);
      state.isGone = true;
      return { status: 404, body: { code: 'not_found', detail: 'The API key does not exist.' } };
    });
    const focused = () => page.evaluate(() => document.activeElement?.closest('tr')?.cells[0]?.textContent ?? null);
    for (let press = 0; press < 3; press++) await page.keyboard.press('j');
    expect(await focused()).toBe('Key 2');
    state.isGone = true;
    // The list is read again when the window gets the focus and its answer is older than 15 seconds.
    await page.clock.install();
    await page.clock.fastForward(20_000);
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
    await page.locator('tr', { hasText: 'Key 2' }).waitFor({ state: 'detached' });
    expect(await focused()).toBeNull();
    expect(await page.locator('tr[data-place]').innerText()).toContain('Key 3');
    await page.keyboard.press('Enter');
    expect(await page.locator('dialog[open]').count()).toBe(0);
    await page.keyboard.press('j');
    expect(await focused()).toBe('Key 3');
    expect(await page.locator('[data-place]').count()).toBe(0);
  });
});
