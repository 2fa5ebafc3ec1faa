import { describe, expect, test } from 'vitest';
import { chromiumPath } from '#test/support/chromium.ts';
import { some } from '#test/support/soak.ts';
import { type Known, lineInWords } from '../../console/domain/line-words.ts';
import { consoleBrowser, expectAccessible } from './console-browser.ts';
import { answers, page as pageOf } from './filled.ts';
import { ago, COLLEAGUE, HOUR_MS, uuid } from './filled-base.ts';
import type { Answering } from './stub-service.ts';

/** The history of a subject as sentences. */
const receipt = (id: string, value: unknown, observedAt: string, status = 'available') => ({
  id,
  fact: 'chargebacks_90d',
  source: 'registered:1',
  status,
  value,
  observedAt,
});
const known: Known = {
  nameOf: (actor) => ({ 'user:1': 'Mia', 'user:2': 'You', 'api_key:3': 'Demo key' })[actor] ?? actor,
  receipts: [
    receipt('b', 5, '2026-03-02T00:00:00Z'),
    receipt('a', 1, '2026-03-01T00:00:00Z'),
    receipt('c', null, '2026-03-03T00:00:00Z', 'unavailable'),
    { ...receipt('d', 7, '2026-02-01T00:00:00Z'), source: 'registered:2' },
    { ...receipt('e', { country: 'PA', score: 3 }, '2026-02-01T00:00:00Z'), fact: 'corridor' },
  ],
  actions: new Map([['x', 'review_payments']]),
};

test.each([
  ['risk.evidence.recorded', 'api_key:3', 'b', null, 'Demo key reported chargebacks 90d = 5 (was 1)'],
  ['risk.evidence.recorded', 'api_key:3', 'a', null, 'Demo key reported chargebacks 90d = 1'],
  ['risk.evidence.recorded', 'api_key:3', 'c', null, 'Demo key reported chargebacks 90d as not available'],
  ['risk.evidence.recorded', 'api_key:3', 'd', null, 'Demo key reported chargebacks 90d = 7'],
  ['risk.evidence.recorded', 'api_key:3', 'e', null, 'Demo key reported corridor = country PA, score 3'],
  ['risk.evidence.recorded', 'api_key:3', 'unknown', null, 'Evidence recorded'],
  ['risk.action.transitioned', 'user:1', 'x', { from: 'requested', to: 'acknowledged' }, 'Mia took Review payments'],
  ['risk.action.transitioned', 'user:1', 'y', { from: 'acknowledged', to: 'completed' }, 'Mia completed an action'],
  ['risk.action.requested', 'user:1', 'x', null, 'Review payments requested'],
  ['risk.action.requested', 'user:1', 'y', null, 'Action requested'],
  ['risk.assignment.changed', 'user:1', 's', { from: null, to: '1' }, 'Mia took the subject'],
  ['risk.assignment.changed', 'user:1', 's', { from: null, to: '2' }, 'Mia assigned the subject to you'],
  ['risk.assignment.changed', 'user:1', 's', { from: '1', to: null }, 'Mia removed the assignment'],
  ['work.requested', 'user:1', 'r', { kind: 'information', to: '2', text: 'Why?' }, 'Mia asked you for information'],
  ['work.requested', 'user:2', 'r', { kind: 'escalation', to: 'admin' }, 'You escalated to an owner or admin'],
  ['work.answered', 'user:2', 'r', { kind: 'information', askedBy: 'user:1' }, 'You answered Mia'],
  ['work.closed', 'user:1', 'r', { from: 'answered', askedBy: 'user:1' }, 'Mia closed a request'],
  ['work.closed', 'user:1', 'r', { from: 'open', askedBy: 'user:1' }, 'Mia withdrew a request'],
  ['work.closed', 'user:2', 'r', { from: 'open', askedBy: 'user:1' }, 'You closed a request without an answer'],
  ['risk.note.added', 'user:1', 'n', { text: 'Look.', about: null, mentions: ['2'] }, 'Mia mentioned you in a note'],
  [
    'risk.activity.reported',
    'api_key:3',
    's',
    { activityType: 'login.succeeded', category: 'authentication', summary: null, occurredAt: '2026-03-01T00:00:00Z' },
    'Demo key reported login succeeded',
  ],
  [
    'risk.assessment.created',
    'api_key:3',
    's',
    { policyKey: 'payments', score: 90, band: 'high', decision: 'restrict', evaluatedAt: '2026-03-01T00:00:00Z' },
    'payments assessed: 90, high',
  ],
  ['risk.policy.published', 'user:1', 's', null, 'Policy published'],
])('lines: %s of %s about %s is a sentence', (type, actor, resourceId, details, sentence) => {
  const line = lineInWords({ type, actor, resourceId, details }, known);
  expect(line.sentence).toBe(sentence);
  expect(line.isWithActor).toBe(/^(Mia|You|Demo key) /.test(sentence));
  expect(JSON.stringify(line)).not.toMatch(/\d{4}-\d\d-\d\dT|[{}]\\?"[a-z]+\\"/);
});

const KEY = uuid(45, 1);
const event = (index: number, type: string, about: object) => ({
  id: uuid(10, index),
  resource: 'events',
  data: {
    type,
    resource: 'evidence',
    resourceId: uuid(46, index),
    subjectId: uuid(4, 1),
    actor: `api_key:${KEY}`,
    reason: null,
    details: null,
    occurredAt: ago(index * HOUR_MS),
    ...about,
  },
});
const lines: Answering = (call) => {
  const answer = answers(call);
  if (call.route === 'organization.listApiKeys')
    return pageOf([{ id: KEY, resource: 'api-keys', data: { name: 'Demo key' } }]);
  if (call.route === 'risk.readRecord' && call.path.includes('/assessments/')) {
    const body = answer?.body as { data: object };
    const evidence = [receipt(uuid(46, 1), 5, ago(HOUR_MS)), receipt(uuid(46, 9), 1, ago(9 * HOUR_MS))];
    return { body: { ...body, data: { ...body.data, evidence, actionIds: [uuid(46, 2)] } } };
  }
  if (call.route === 'risk.readJourney' && call.query.get('view') !== 'compact')
    return pageOf([
      event(1, 'risk.evidence.recorded', {}),
      event(2, 'risk.action.transitioned', {
        actor: `user:${COLLEAGUE}`,
        details: { from: 'requested', to: 'acknowledged', revision: 2 },
      }),
    ]);
  return answer;
};

const browser = consoleBrowser();

describe.skipIf(!chromiumPath)('the history of a subject in sentences (needs Chromium)', () => {
  test.each(some([1440, 320], 1))('lines: facts, actions and API keys have their names at %i px', async (width) => {
    // Tall enough to see all of it: the lines are read when they are seen.
    const viewport = { width, height: 5000 };
    const { page, errors } = await browser.open(`/test/subjects/${uuid(4, 1)}`, lines, { viewport });
    await page.getByText('Demo key reported chargebacks 90d = 5 (was 1)').waitFor();
    await page.getByText('Adam Admin took Limit payouts').waitFor();
    await expectAccessible(page, `lines at ${width} px`);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    expect(errors).toEqual([]);
  });
});
