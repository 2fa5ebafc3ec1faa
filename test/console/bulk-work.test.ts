import { describe, expect, test } from 'vitest';
import { chromiumPath } from '#test/support/chromium.ts';
import { consoleBrowser, expectAccessible } from './console-browser.ts';
import { answers, workItem } from './filled.ts';
import { COLLEAGUE, uuid } from './filled-base.ts';
import type { Answering, StubService } from './stub-service.ts';

/** An inbox in which several people take, assign and complete. */
const browser = consoleBrowser();
const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };
const COUNT = 12;
const MOVE = 'risk.transitionActions';
const nameAt = (index: number) => workItem(index).subject.externalId;
const indexIn = (path: string) =>
  Array.from({ length: COUNT }, (_, index) => index).find((index) => path.includes(workItem(index).subject.id)) ?? -1;

interface Inbox {
  answering: Answering;
  /** Subjects that a colleague has finished, by index. */
  gone: Set<number>;
  /** Subjects that a colleague has changed, which the list does not show yet. */
  stale: Set<number>;
}

type Moves = { status: string; items: { id: string; expectedRevision: number }[] };

function inbox(): Inbox {
  const gone = new Set<number>();
  const stale = new Set<number>();
  const moved = new Map<string, { status: string; revision: number }>();
  const itemAt = (index: number) => {
    const item = workItem(index);
    const actions = item.actions
      .map((action) => ({ ...action, ...moved.get(action.id) }))
      .filter(({ status }) => status !== 'completed');
    return { ...item, more: 0, actions };
  };
  const answering: Answering = (call) => {
    if (call.route === 'risk.listWorklist') {
      const items = Array.from({ length: COUNT }, (_, index) => index)
        .filter((index) => !gone.has(index))
        .map(itemAt)
        .filter(({ actions }) => actions.length > 0);
      return { body: { items, nextOffset: null } };
    }
    if (call.route === 'risk.readSubjectOverview') {
      const index = indexIn(call.path);
      const overview = answers(call)?.body as object;
      const assignee = stale.has(index) ? COLLEAGUE : null;
      return { body: { ...overview, assignee, actions: stale.has(index) ? [] : itemAt(index).actions } };
    }
    if (call.route === 'risk.readJourney')
      return { body: { items: [completedByAdam(indexIn(call.path))], nextCursor: null } };
    if (call.route === 'risk.assignSubject')
      return stale.has(indexIn(call.path))
        ? { status: 409, body: { code: 'stale_revision', detail: 'The assignment is at revision 1.' } }
        : { body: { subjectId: uuid(4, 0), assignee: null, revision: 1 } };
    if (call.route !== MOVE) return answers(call);
    const { status, items } = call.body as Moves;
    const isStale = items.some(({ id }) =>
      [...stale].some((index) => workItem(index).actions.some((one) => one.id === id)),
    );
    if (isStale) return { status: 409, body: { code: 'stale_revision', detail: 'The action is at revision 2.' } };
    for (const { id, expectedRevision } of items) moved.set(id, { status, revision: expectedRevision + 1 });
    return { body: { items: [] } };
  };
  return { answering, gone, stale };
}

const completedByAdam = (index: number) => ({
  id: uuid(40, 1),
  resource: 'events',
  data: {
    type: 'risk.action.transitioned',
    resource: 'actions',
    resourceId: workItem(index).actions[0]?.id,
    subjectId: workItem(index).subject.id,
    actor: `user:${COLLEAGUE}`,
    reason: 'Spoke to the customer.',
    details: { from: 'acknowledged', to: 'completed', revision: 3 },
    occurredAt: '2026-03-14T09:26:53.589Z',
  },
});

const movesOf = ({ calls }: StubService) =>
  calls.filter(({ route }) => route === MOVE).map(({ body }) => body as Moves);

describe.skipIf(!chromiumPath)('several subjects of the inbox (needs Chromium)', () => {
  test('bulk: selected subjects are taken one by one, and one key undoes all of them', async () => {
    const { page, stub, errors } = await browser.open('/test/inbox', inbox().answering);
    await page.keyboard.press('Shift+J');
    await page.keyboard.press('x');
    await page.keyboard.press('j');
    await page.keyboard.press('x');
    const bar = page.getByRole('toolbar', { name: 'Selected subjects' });
    await bar.getByText('3 subjects selected').waitFor();
    await expectAccessible(page, 'inbox with a selection');
    await page.keyboard.press('e');
    await page.getByText('Taken: 3 subjects.').waitFor();
    await bar.waitFor({ state: 'detached' });

    const taken = movesOf(stub);
    expect(taken.map(({ status }) => status)).toEqual(['acknowledged', 'acknowledged', 'acknowledged']);
    // Only what was requested: the second one was taken in part before.
    expect(taken.map(({ items }) => items.length).toSorted()).toEqual([1, 2, 2]);
    await page.keyboard.press('u');
    await expect.poll(() => movesOf(stub).filter(({ status }) => status === 'requested').length).toBe(3);
    expect(errors).toEqual([]);
  });

  test('bulk: one that a colleague finished first is named with who and why, and stays selected', async () => {
    const { answering, stale } = inbox();
    const { page, stub } = await browser.open('/test/inbox', answering);
    await page.keyboard.press('Shift+J');
    await page.keyboard.press('Shift+J');
    stale.add(1);
    await page.keyboard.press('e');
    await page.getByText('Taken: 1 of 2 subjects.').waitFor();

    await page
      .getByText(`${nameAt(1)}: Adam Admin completed these actions before you: “Spoke to the customer.”`)
      .waitFor();
    await page.getByRole('toolbar').getByText('1 subject selected').waitFor();
    expect(await page.locator('.row.is-marked').innerText()).toContain(nameAt(1));
    expect(movesOf(stub)).toHaveLength(2);
    await expectAccessible(page, 'inbox with a report');
  });

  test('bulk: a refresh in the middle takes a row away, and no key acts on it', async () => {
    const { answering, gone } = inbox();
    const { page, stub } = await browser.open('/test/inbox', answering);
    for (let press = 0; press < 3; press++) await page.keyboard.press('Shift+J');
    gone.add(1);
    // A note makes the list refresh.
    await page.keyboard.press('w');
    await page.getByRole('textbox', { name: 'Note' }).fill('Called the customer.');
    await page.keyboard.press('Control+Enter');
    await page.getByText('1 has left the list').waitFor();
    await page.getByText('2 subjects selected').waitFor();
    await page.keyboard.press('e');
    await page.getByText('Taken: 2 subjects.').waitFor();

    const ids = movesOf(stub).flatMap(({ items }) => items.map(({ id }) => id));
    expect(ids).not.toContain(workItem(1).actions[1]?.id);
    expect(ids).toContain(workItem(0).actions[0]?.id);
  });

  test('bulk: completing lists what will be completed, completes one name, and keeps what failed with its text', async () => {
    const { answering, stale } = inbox();
    const { page, stub, errors } = await browser.open('/test/inbox', answering);
    // The fourth subject has its second action failed, which cannot be completed.
    for (let press = 0; press < 4; press++) await page.keyboard.press('Shift+J');
    await page.keyboard.press('d');
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('heading', { name: 'Complete an action of 4 subjects' }).waitFor();
    await dialog.getByLabel('Action').selectOption('request_source_of_funds');
    const list = dialog.getByRole('region', { name: 'What will be completed' });
    expect(await list.locator('li').allInnerTexts()).toEqual(
      [0, 1, 2].map((index) => `${nameAt(index)} · Request source of funds`),
    );
    expect(await list.locator('p').innerText()).toContain(nameAt(3));
    await expectAccessible(page, 'completing several');
    await dialog.getByLabel('What was done').fill('Statements seen.');
    stale.add(2);
    await page.keyboard.press('Control+Enter');
    await dialog.getByText('Not completed: 1 subject.').waitFor();

    expect(await list.locator('li').allInnerTexts()).toEqual([
      `${nameAt(2)} · Request source of funds · Adam Admin completed these actions before you: “Spoke to the customer.”`,
    ]);
    expect(await dialog.getByLabel('What was done').inputValue()).toBe('Statements seen.');
    const completed = movesOf(stub).filter(({ status }) => status === 'completed');
    expect(completed.flatMap(({ items }) => items.map(({ id }) => id)).toSorted()).toEqual(
      [0, 1].map((index) => workItem(index).actions[1]?.id),
    );
    await page.keyboard.press('Escape');
    await page.getByRole('toolbar').getByText('2 subjects selected').waitFor();
    expect(errors).toEqual([]);
  });

  test('bulk: assigning names who is assigned now, and whom a colleague has assigned meanwhile', async () => {
    const { answering, stale } = inbox();
    const { page, stub } = await browser.open('/test/inbox', answering);
    for (let press = 0; press < 3; press++) await page.keyboard.press('Shift+J');
    await page.keyboard.press('a');
    const dialog = page.getByRole('dialog');
    await dialog.getByText(`1 subject is assigned now, and will be reassigned: ${nameAt(1)} (Adam Admin).`).waitFor();
    stale.add(2);
    await dialog.getByRole('button', { name: 'Assign to me' }).click();
    await page.getByText('Assigned: 2 of 3 subjects.').waitFor();

    await page.getByText(`${nameAt(2)}: Another person has just assigned it to Adam Admin.`).waitFor();
    expect(stub.calls.filter(({ route }) => route === 'risk.assignSubject')).toHaveLength(3);
    await page.getByRole('toolbar').getByText('1 subject selected').waitFor();
  });

  test('bulk: at most 50 subjects are selected, another list begins with none', async () => {
    const many = Array.from({ length: 60 }, (_, index) => workItem(index));
    const { page } = await browser.open('/test/inbox', (call) =>
      call.route === 'risk.listWorklist' ? { body: { items: many, nextOffset: null } } : answers(call),
    );
    for (let press = 0; press < 52; press++) await page.keyboard.press('Shift+J');
    await page.getByText('At most 50 subjects can be selected.').first().waitFor();
    await page.getByText('50 subjects selected').waitFor();
    await page.keyboard.press('Shift+X');
    await page.getByRole('toolbar').waitFor({ state: 'detached' });
    await page.keyboard.press('x');
    await page.getByText('1 subject selected').waitFor();
    await page.getByRole('button', { name: 'Unassigned' }).click();
    await page.getByRole('toolbar').waitFor({ state: 'detached' });
  });

  test('bulk: on a phone the bar and the decisions fit', async () => {
    const { page } = await browser.open('/test/inbox', inbox().answering, PHONE);
    await page.keyboard.press('x');
    await page.getByRole('toolbar').waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    expect(await page.locator('.row').first().getByText('Reject').isVisible()).toBe(true);
    await expectAccessible(page, 'a selection on a phone');
  });
});
