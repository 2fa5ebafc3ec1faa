import { describe, expect, test } from 'vitest';
import { chromiumPath } from '#test/support/chromium.ts';
import { dueInWords, waitingInWords } from '../../console/domain/request-words.ts';
import { focus, pressOn, typeInto } from './by-keyboard.ts';
import { consoleBrowser, expectAccessible, pressInTurn, seeAll } from './console-browser.ts';
import { answers, page as pageOf, workItem } from './filled.ts';
import { ago, COLLEAGUE, HOUR_MS, ME, uuid } from './filled-base.ts';
import { liveConsole, screenedCustomer } from './live-console.ts';
import type { Answering } from './stub-service.ts';

const NOW = Date.parse('2026-03-14T10:00:00Z');
const dayOf = (at: string) => at.slice(0, 10);
const nameOf = (actor: string) => ({ 'user:1': 'Mia', 'user:2': 'You' })[actor] ?? actor;

test.each([
  ['2026-03-14T12:00:00Z', 'due today'],
  ['2026-03-15T23:00:00Z', 'due tomorrow'],
  ['2026-03-17T10:00:00Z', 'due in 3 d'],
  ['2026-04-14T10:00:00Z', 'due 2026-04-14'],
  ['2026-03-14T07:00:00Z', 'overdue by 3 h'],
  ['2026-03-14T10:00:00Z', 'overdue by less than a minute'],
])('requests in words: an answer needed at %s is %s', (dueAt, words) => {
  expect(dueInWords(dueAt, NOW, dayOf)).toBe(words);
});

test.each([
  [
    { to: '1', createdAt: '2026-03-14T08:00:00Z', dueAt: '2026-03-15T09:00:00Z' },
    'Waits for Mia since 2 h, due tomorrow',
  ],
  [{ to: '2', createdAt: '2026-03-14T09:59:30Z', dueAt: null }, 'Waits for you'],
  [{ to: 'admin', dueAt: null }, 'Waits for an owner or admin'],
])('requests in words: %j', (request, words) => {
  expect(waitingInWords(request, { nameOf, now: NOW, dayOf })).toBe(words);
});

const request = (id: string, changes: object = {}) => ({
  id,
  resource: 'requests',
  data: {
    subjectId: uuid(4, 0),
    kind: 'information',
    about: { actionIds: [uuid(2, 0)] },
    to: ME,
    text: 'Which documents were sent?',
    dueAt: ago(-20 * HOUR_MS),
    status: 'open',
    createdBy: `user:${COLLEAGUE}`,
    createdAt: ago(2 * HOUR_MS),
    answer: null,
    closing: null,
    ...changes,
  },
});

/** The first subject of the inbox waits for the signed-in person. */
const asked: Answering = (call) => {
  const { id, data } = request(uuid(30, 1));
  if (call.route === 'risk.listWorklist') {
    const { kind, to, dueAt, createdAt } = data;
    const waitsFor = [{ id, kind, to, dueAt, createdAt }];
    return pageOf([{ ...workItem(0), requests: { open: 1, waitsFor } }, workItem(1)]);
  }
  if (call.route === 'risk.listRequests') return pageOf([request(id)]);
  return answers(call);
};

const browser = consoleBrowser();
const live = liveConsole();

describe.skipIf(!chromiumPath)('requests in the console (needs Chromium)', () => {
  test('inbox: a row says whom it waits for, and the request is answered from there', async () => {
    const { page, stub, errors } = await browser.open('/test/inbox', asked);
    await page.locator('.row.is-active').getByText('Waits for you since 2 h').waitFor();
    const panel = page.getByRole('region', { name: 'Requests' });
    await panel.getByText('Which documents were sent?').waitFor();
    await expectAccessible(page, 'inbox with a request');

    await pressOn(page, 'Answer…');
    await typeInto(page, 'Answer', 'A passport.');
    await page.keyboard.press('Control+Enter');
    await page.getByText('Answered.', { exact: true }).waitFor();

    expect(stub.calls.find(({ route }) => route === 'risk.answerRequest')?.body).toEqual({ text: 'A passport.' });
    await page.getByRole('button', { name: 'Asked of me' }).click();
    await expect
      .poll(() =>
        stub.calls
          .filter(({ route }) => route === 'risk.listWorklist')
          .at(-1)
          ?.query.get('waitsFor'),
      )
      .toBe('me');
    expect(errors).toEqual([]);
  });

  test('requests: a refusal keeps the typed text, and the next attempt has the same key', async () => {
    let refusals = 1;
    const { page, stub } = await browser.open('/test/inbox', (call) => {
      if (call.route !== 'risk.createRequest' || refusals-- === 0) return answers(call);
      return { status: 422, body: { code: 'too_many_open_requests', detail: 'The subject has 20 open requests.' } };
    });
    await page.locator('.row.is-active').waitFor();
    await page.keyboard.press('i');
    await page.getByRole('dialog', { name: /^Need information about/ }).waitFor();
    await expectAccessible(page, 'request dialog');
    await page.keyboard.type('Which documents?');
    await page.getByLabel('Answer needed').selectOption('day');
    await page.keyboard.press('Control+Enter');
    await page.getByText('The subject has 20 open requests.').waitFor();

    expect(await page.getByLabel('What do you need to know?').inputValue()).toBe('Which documents?');
    await page.keyboard.press('Control+Enter');
    await page.getByText(/^Asked any member/).waitFor();
    const sent = stub.calls.filter(({ route }) => route === 'risk.createRequest');
    expect(sent).toHaveLength(2);
    expect(sent[0]?.body).toEqual(sent[1]?.body);
    expect(new Set(sent.map(({ headers }) => headers['idempotency-key'])).size).toBe(1);
    expect(sent[0]?.body).toMatchObject({ kind: 'information', to: 'member', text: 'Which documents?' });
  });

  test('requests: a member asks an admin about a match, who answers, and the story names both', async () => {
    const service = live();
    const { externalId, subject, run } = await screenedCustomer(service);
    const matchId = run.matches[0]?.id ?? '';
    const adam = await service.signIn('Adam Admin', '/test/inbox');
    const mia = await service.signIn('Mia Member', `/test/matches/${matchId}`);
    await mia.page.getByRole('heading', { name: new RegExp(externalId) }).waitFor();

    await mia.page.keyboard.press('h');
    await mia.page.getByRole('dialog', { name: `Escalate ${externalId}` }).waitFor();
    await mia.page.keyboard.type('The year of birth is unclear.');
    await mia.page.keyboard.press('Control+Enter');
    await mia.page.getByText('Waits for an owner or admin').waitFor();

    await pressInTurn(adam.page, 'g y');
    const item = adam.page.getByRole('listitem').filter({ hasText: externalId });
    await item.getByText('The year of birth is unclear.').waitFor();
    await focus(adam.page, item.getByRole('button', { name: 'Answer…' }));
    await adam.page.keyboard.press('Enter');
    await typeInto(adam.page, 'Answer', 'It is 1961.');
    await adam.page.keyboard.press('Control+Enter');
    await adam.page.getByText('Answered.', { exact: true }).waitFor();

    await mia.page.goto(`${service.cloud.baseUrl}/console/test/subjects/${subject.id}`);
    const requests = mia.page.getByRole('region', { name: 'Requests' });
    await requests.getByText('It is 1961.').waitFor();
    // The history loads when it comes into view.
    await seeAll(mia.page);
    await mia.page.getByText('You escalated to an owner or admin').waitFor();
    await mia.page.getByText('Adam Admin answered you', { exact: true }).waitFor();
    await focus(mia.page, requests.getByRole('button', { name: 'Close…' }));
    await mia.page.keyboard.press('Enter');
    await typeInto(mia.page, 'Reason', 'Sufficient.');
    await mia.page.keyboard.press('Control+Enter');
    await mia.page.getByText('You closed a request').waitFor();
    expect([...adam.errors, ...mia.errors], service.cloud.reports().join('\n')).toEqual([]);
  });
});
