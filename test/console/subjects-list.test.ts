import { describe, expect, test } from 'vitest';
import { chromiumPath } from '#test/support/chromium.ts';
import { press, typeInto } from './by-keyboard.ts';
import { consoleBrowser, expectAccessible, pressInTurn } from './console-browser.ts';
import { answers, page as pageOf } from './filled.ts';

const SUBJECT = '019ced2c-0004-7000-8000-000000000001';
const browser = consoleBrowser();

describe.skipIf(!chromiumPath)('list and page of subjects (needs Chromium)', () => {
  test('subjects: rows have kind, decision, score, open work and assignee, and are filtered by kind', async () => {
    const { page, stub } = await browser.open('/test/subjects', answers);
    const row = page.getByRole('listbox').getByRole('option').nth(1);
    await row.waitFor();
    expect(await row.innerText()).toMatch(/cus_\w+\s+person\s+Reject\s+\d+\s+2 open\s+\S/);
    expect(await page.getByRole('listbox').getByRole('option').nth(4).innerText()).toMatch(
      /not assessed\s+–\s+no open work\s+unassigned/,
    );
    await expectAccessible(page, 'the list of subjects');

    await page.getByLabel('Kind').focus();
    await page.keyboard.press('b');
    await expect.poll(() => new URL(page.url()).searchParams.get('kind')).toBe('business');
    await expect
      .poll(() => Object.fromEntries(stub.calls.findLast(({ route }) => route === 'risk.listRecords')?.query ?? []))
      .toMatchObject({ kind: 'business', view: 'summary', order: 'newest' });
    await press(page, page.getByRole('link', { name: 'the inbox, business only' }));
    await expect
      .poll(() => stub.calls.findLast(({ route }) => route === 'risk.listWorklist')?.query.get('kind'))
      .toBe('business');
  });

  test('subjects: on a phone external id, decision and score fit', async () => {
    const { page } = await browser.open('/test/subjects', answers, { viewport: { width: 390, height: 800 } });
    const row = page.getByRole('listbox').getByRole('option').first();
    await row.waitFor();
    expect(await row.innerText()).toMatch(/cus_\w+\s+Reject\s+\d+/);
    expect(await row.evaluate((element) => element.scrollWidth <= element.clientWidth)).toBe(true);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  });

  test('subject: shows the assignee, and keys write a note from any tab and complete several actions', async () => {
    const { page, stub } = await browser.open(`/test/subjects/${SUBJECT}/evidence`, answers);
    await page.getByText('Unassigned', { exact: true }).waitFor();
    await page.keyboard.press('w');
    await page.getByRole('dialog').waitFor();
    await typeInto(page, 'Note', 'Called the customer.');
    await page.keyboard.press('Control+Enter');
    await expect
      .poll(() => stub.calls.find(({ route }) => route === 'risk.createNote')?.body)
      .toEqual({ text: 'Called the customer.' });
    await page.getByRole('dialog').waitFor({ state: 'detached' });

    await page.keyboard.press('d');
    const dialog = page.getByRole('dialog');
    await dialog.waitFor();
    expect(await dialog.getByRole('checkbox').count()).toBe(2);
    await typeInto(page, 'What was done', 'Checked the documents.');
    await page.keyboard.press('Control+Enter');
    await expect
      .poll(() => stub.calls.findLast(({ route }) => route === 'risk.transitionActions')?.body)
      .toMatchObject({ status: 'completed', reason: 'Checked the documents.' });
  });

  test('presence: who leaves a subject, by a link or by closing the page, is no longer shown as present', async () => {
    const { page, stub } = await browser.open(`/test/subjects/${SUBJECT}`, answers);
    const presence = () =>
      stub.calls
        .filter(({ route }) => route.endsWith('Presence'))
        .map(({ route, path }) => `${route} ${path.split('/').at(-2)}`);
    const [claimed, ended] = ['risk.updatePresence', 'risk.endPresence'].map((route) => `${route} ${SUBJECT}`);
    await expect.poll(presence).toEqual([claimed]);
    await pressInTurn(page, 'g s');
    await expect.poll(presence).toEqual([claimed, ended]);
    await page.goBack();
    await expect.poll(presence).toEqual([claimed, ended, claimed]);
    await page.goto('about:blank');
    await expect.poll(presence).toEqual([claimed, ended, claimed, ended]);
  });

  test('inbox: filters that leave no rows are named together, and no count contradicts them', async () => {
    const { page } = await browser.open('/test/inbox?decision=reject&late=true&assignee=me', (call) =>
      call.route === 'risk.listWorklist' ? pageOf([]) : answers(call),
    );
    await page.getByText('All of them apply: Reject, mine, late.').waitFor();
    const decisions = page.getByRole('group', { name: 'Decision' }).or(page.getByLabel('Decision', { exact: true }));
    expect(await decisions.first().innerText()).not.toMatch(/[1-9]/);
  });
});
