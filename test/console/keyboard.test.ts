import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { chromiumPath } from '#test/support/chromium.ts';
import { focus } from './by-keyboard.ts';
import { consoleBrowser, expectAccessible, settled } from './console-browser.ts';
import { answers, me, workItem } from './filled.ts';
import type { Answering } from './stub-service.ts';

const browser = consoleBrowser();
const many = <T>(count: number, make: (index: number) => T) => Array.from({ length: count }, (_, index) => make(index));
const nameAt = (index: number) => workItem(index).subject.externalId;
const MOVE = 'risk.transitionActions';
/** Later than everything else on the page. */
const LATE_MS = 1_500;

/** A row whose actions are all requested and that no one has. */
const freeItem = (index: number) => {
  const item = workItem(index);
  const actions = item.actions.map((action) => ({ ...action, status: 'requested' }));
  return { ...item, assignee: null, more: 0, actions };
};

const inboxOf =
  (items: () => readonly object[], more: Answering = () => undefined): Answering =>
  (call) =>
    more(call) ?? (call.route === 'risk.listWorklist' ? { body: { items: items(), nextOffset: null } } : answers(call));

describe.skipIf(!chromiumPath)('the console by keyboard (needs Chromium)', () => {
  test('inbox: arrow keys, Home and End move after a load; the selection is part of the address', async () => {
    const { page, errors } = await browser.open(
      '/test/inbox',
      inboxOf(() => many(40, workItem)),
    );
    const active = (index: number) => page.locator('.row.is-active', { hasText: nameAt(index) }).waitFor();
    await active(0);
    await page.keyboard.press('End');
    await active(39);
    await page.keyboard.press('Home');
    await active(0);
    for (let press = 0; press < 6; press++) await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowUp');
    await active(5);
    await page.waitForURL((url) => url.searchParams.get('selected') === workItem(5).subject.id);
    await page.reload();
    await settled(page);
    await active(5);

    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/subjects\//);
    await page.goBack();
    await active(6);
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/subjects\//);
    await settled(page);
    await page.keyboard.press('Escape');
    await active(6);
    expect(errors).toEqual([]);
  });

  test('inbox: keys do not act for an address whose subject is not listed', async () => {
    const gone = workItem(70).subject.id;
    const { page, stub } = await browser.open(
      `/test/inbox?selected=${gone}`,
      inboxOf(() => many(5, freeItem)),
    );
    await page.getByText('is not in the list').first().waitFor();
    for (const key of ['e', 'd', 'w', 'a']) await page.keyboard.press(key);
    expect(await page.locator('dialog[open]').count()).toBe(0);
    expect(stub.calls.some(({ route }) => route === MOVE)).toBe(false);
    await page.keyboard.press('j');
    await page.locator('.row.is-active', { hasText: nameAt(0) }).waitFor();
    await page.keyboard.press('d');
    await page.getByRole('heading', { name: `Complete the actions of ${nameAt(0)}` }).waitFor();
  });

  test('inbox: a take is sent at once, and row and panel show it until the list is read again', async () => {
    const state = { isTaken: false };
    const taken = () => {
      const item = freeItem(0);
      const actions = item.actions.map((action) => ({ ...action, status: 'acknowledged', revision: 2 }));
      return { ...item, assignee: me().userId, revision: 1, actions };
    };
    const { page, stub } = await browser.open(
      '/test/inbox',
      inboxOf(
        () => [state.isTaken ? taken() : freeItem(0), freeItem(2)],
        (call) => {
          if (call.route !== MOVE) return undefined;
          state.isTaken = true;
          return { body: { items: [] } };
        },
      ),
    );
    const row = page.locator('.row.is-active');
    const panel = page.getByRole('complementary', { name: 'Selected subject' });
    await panel.getByText('Requested').first().waitFor();
    // From now on, whenever the row says that it is not taken, a flicker is noted.
    await page.keyboard.press('e');
    await row.getByText('Taken').waitFor();
    await panel.getByText('Taken').first().waitFor();
    await panel.getByText('Assigned to you').waitFor();
    await page.evaluate(() => {
      const seen = globalThis as unknown as { flickers: number };
      seen.flickers = 0;
      const look = () => {
        if (!document.querySelector('.row.is-active')?.textContent?.includes('Taken')) seen.flickers++;
      };
      new MutationObserver(look).observe(document.body, { childList: true, subtree: true, characterData: true });
    });
    const reads = () => stub.calls.filter(({ route }) => route === 'risk.listWorklist').length;
    await expect.poll(reads).toBeGreaterThan(1);
    await settled(page);
    expect(await page.evaluate('globalThis.flickers')).toBe(0);
    expect(stub.calls.filter(({ route }) => route === MOVE).map(({ body }) => body)).toMatchObject([
      { status: 'acknowledged', items: freeItem(0).actions.map(({ id }) => ({ id, expectedRevision: 1 })) },
    ]);

    await page.keyboard.press('e');
    await page.getByText('All actions are taken already.').waitFor();
    await page.keyboard.press('u');
    await page.getByText(`Undone: ${nameAt(0)}.`).waitFor();
    expect(stub.calls.filter(({ route }) => route === MOVE).map(({ body }) => body)).toMatchObject([
      { status: 'acknowledged' },
      { status: 'failed', items: [{ expectedRevision: 2 }, { expectedRevision: 2 }] },
      { status: 'requested', items: [{ expectedRevision: 3 }, { expectedRevision: 3 }] },
    ]);
    const released = stub.calls.filter(({ route }) => route === 'risk.assignSubject');
    expect(released.map(({ body }) => body)).toEqual([{ assignee: null, expectedRevision: 1 }]);
    await page.keyboard.press('u');
    await page.getByText('There is nothing to undo.').waitFor();
  });

  test('inbox: completing names the actions, completes those that are chosen, and says so', async () => {
    const { page, stub } = await browser.open(
      '/test/inbox',
      inboxOf(
        () => many(3, freeItem),
        (call) => {
          if (call.route === MOVE) return { body: { items: [] } };
          if (call.route !== 'risk.readSubjectOverview') return undefined;
          return { body: { ...(answers(call)?.body as object), actions: freeItem(0).actions } };
        },
      ),
    );
    await page.locator('.row.is-active', { hasText: nameAt(0) }).waitFor();
    await page.keyboard.press('d');
    const other = page.getByRole('checkbox', { name: 'Request source of funds' });
    await other.waitFor();
    await page.keyboard.press('Control+Enter');
    // What is typed goes into the text, not to the boxes before it.
    await page.keyboard.type('As x');
    expect(await page.getByLabel('What was done').inputValue()).toBe('As x');
    await expectAccessible(page, 'complete actions');
    expect(stub.calls.some(({ route }) => route === MOVE)).toBe(false);
    await other.uncheck();
    await page.getByRole('button', { name: 'Reviewed, no concern' }).click();
    expect(await page.getByLabel('What was done').inputValue()).toBe('Reviewed, no concern.');
    // From a control that is no text field too.
    await page.keyboard.press('Control+Enter');
    await page.getByText(`Completed: ${nameAt(0)}, Limit payouts.`).waitFor();
    const [action] = freeItem(0).actions;
    expect(stub.calls.filter(({ route }) => route === MOVE).map(({ body }) => body)).toEqual([
      { status: 'acknowledged', reason: 'Reviewed, no concern.', items: [{ id: action?.id, expectedRevision: 1 }] },
      { status: 'completed', reason: 'Reviewed, no concern.', items: [{ id: action?.id, expectedRevision: 2 }] },
    ]);
    // Another action is open, so the row stays selected.
    await page.locator('.row.is-active', { hasText: nameAt(0) }).waitFor();
  });

  test('matches: Escape leaves the text, Ctrl Enter decides what the chosen reason is for, and keys say why not', async () => {
    const { page, stub } = await browser.open('/test/matches', (call) =>
      call.route === 'screening.decideScreeningMatch' ? { body: {} } : answers(call),
    );
    await page.getByRole('button', { name: /^Not them/ }).waitFor();
    await page.keyboard.press('9');
    await page.getByText('There is no reason 9.').waitFor();
    await page.keyboard.press('f');
    await page.getByText('Choose or write a reason first.').waitFor();
    await page.keyboard.press('r');
    await page.keyboard.type('checked the copy of the passport');
    const field = page.getByLabel('Reason in your own words');
    await page.keyboard.press('Control+Enter');
    await page.getByText('Your own words do not say').waitFor();
    await page.keyboard.press('Escape');
    // The panel follows the selection when it rests, and a reason belongs to the panel in which it was chosen.
    const asked = page.getByRole('heading', { name: /this listed/ });
    const first = await asked.innerText();
    await page.keyboard.press('j');
    await expect.poll(() => asked.innerText()).not.toBe(first);
    await page.keyboard.press('k');
    await expect.poll(() => asked.innerText()).toBe(first);
    await page.getByRole('button', { name: /^Not them/ }).waitFor();
    expect(await field.inputValue()).not.toContain('passportj');
    const decided = () => stub.calls.filter(({ route }) => route === 'screening.decideScreeningMatch');
    expect(decided()).toEqual([]);

    await page.keyboard.press('1');
    const reason = await field.inputValue();
    expect(reason).not.toBe('');
    expect(
      await page
        .getByRole('button', { name: /^(Not them|It is them)/ })
        .getByText('⌘↵')
        .count(),
    ).toBe(1);
    await page.keyboard.press('r');
    await page.keyboard.press('Control+Enter');
    await expect.poll(() => decided().map(({ body }) => body)).toMatchObject([{ reason }]);
  });

  test('matches: keys decide as soon as the match is in view, however late the role is known', async () => {
    const { page, stub } = await browser.open('/test/matches', async (call) => {
      if (call.route === 'organization.readMe') await sleep(LATE_MS);
      return call.route === 'screening.decideScreeningMatch' ? { body: {} } : answers(call);
    });
    await page.locator('button.reason').first().waitFor();
    await page.keyboard.press('1');
    await page.keyboard.press('f');
    await expect.poll(() => stub.calls.some(({ route }) => route === 'screening.decideScreeningMatch')).toBe(true);
  });

  test('matches: a two-person rule that is switched on meanwhile gives a button to propose', async () => {
    const state = { isOn: false };
    const { page } = await browser.open('/test/matches', (call) => {
      if (call.route === 'organization.readMe') {
        const fourEyes = { ...me().settings.fourEyes, matches: state.isOn };
        return { body: { ...me('admin'), settings: { ...me().settings, fourEyes } } };
      }
      if (call.route !== 'screening.decideScreeningMatch') return answers(call);
      state.isOn = true;
      return { status: 409, body: { code: 'second_person_required', detail: 'Another person has to propose it.' } };
    });
    await page.getByRole('button', { name: /^Not them/ }).waitFor();
    expect(await page.getByRole('button', { name: 'Propose: not them' }).count()).toBe(0);
    await page.getByLabel('Reason in your own words').fill('The portrait shows someone else.');
    await page.keyboard.press('Escape');
    await page.keyboard.press('f');
    await page.getByText('Another person has to propose it.').waitFor();
    await page.getByRole('button', { name: 'Propose: not them' }).waitFor();
    expect(await page.getByLabel('Reason in your own words').inputValue()).toBe('The portrait shows someone else.');
  });

  test('matches: the number of a list that is loaded agrees with its rows', async () => {
    const { page } = await browser.open('/test/matches', (call) => {
      const answer = answers(call);
      if (call.route !== 'risk.readCounts') return answer;
      return { body: { ...(answer?.body as object), matches: { pending: 3, proposed: 1 } } };
    });
    await page.locator('.row').first().waitFor();
    const rows = await page.locator('.row').count();
    expect(rows).not.toBe(3);
    const tab = page.getByRole('group', { name: 'State' }).getByRole('button', { name: 'To decide' });
    expect(await tab.innerText()).toContain(String(rows));
  });

  test('palette: it says that it searches, Enter waits for the answer, and nothing found says what is searched', async () => {
    const { page, stub } = await browser.open('/test/keys', (call) => {
      if (call.route !== 'organization.lookUp') return answers(call);
      const { id, externalId } = workItem(3).subject;
      const items = call.query.get('q') === externalId ? [{ resource: 'subjects', id, label: externalId }] : [];
      return { body: { items } };
    });
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox').pressSequentially('0399');
    await page.getByText('No record found for “0399”.').waitFor();
    await expectAccessible(page, 'palette without a result');
    expect(stub.calls.filter(({ route }) => route === 'organization.lookUp').length).toBeLessThan(4);
    await page.getByRole('option', { name: 'Search the inbox for “0399”' }).waitFor();

    await page.route('**/lookup?*', async (route) => {
      await page.getByText('Searching…').waitFor();
      expect(await page.getByText('No record found').count()).toBe(0);
      await route.continue();
    });
    await page.getByRole('combobox').fill(nameAt(3));
    await page.keyboard.press('Enter');
    await page.waitForURL((url) => url.pathname.endsWith(`/subjects/${workItem(3).subject.id}`));
  });

  test('subject: A assigns, S asks before it assesses and says what follows', async () => {
    const { id } = workItem(1).subject;
    const { page, stub } = await browser.open(`/test/subjects/${id}`, answers);
    await page.getByRole('button', { name: 'Assess now' }).waitFor();
    await page.keyboard.press('a');
    await page.getByRole('heading', { name: /^Assign / }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('heading', { name: /^Assign / }).waitFor({ state: 'detached' });
    await page.keyboard.press('s');
    const assessed = () => stub.calls.filter(({ route }) => route === 'risk.createAssessment').map(({ body }) => body);
    // The assessment is current, so that no policy is suggested.
    await page.getByRole('checkbox', { name: 'onboarding v2' }).waitFor();
    await page.keyboard.press('Control+Enter');
    expect(assessed()).toEqual([]);
    await focus(page, page.getByRole('checkbox', { name: 'onboarding v2' }));
    await page.keyboard.press('Space');
    await page.getByText('Score 68, high: Restrict.').waitFor();
    await page.getByText('Requests: Call customer.').waitFor();
    await page.getByText('Open already: Limit payouts. It is not requested a second time').waitFor();
    await expectAccessible(page, 'assess now');
    await page.keyboard.press('Control+Enter');
    const requested = {
      policyVersionId: expect.any(String),
      trigger: 'Assessed in the console',
      repeatActions: 'unless_open',
    };
    await expect.poll(assessed).toEqual([requested]);
  });
});
