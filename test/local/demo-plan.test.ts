import { AsyncLocalStorage } from 'node:async_hooks';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Company } from '#bin/demo/company.ts';
import { customers } from '#bin/demo/customers.ts';
import { demoLives } from '#bin/demo/lives.ts';
import { EVENING, FIRST_DAY, type Life, NOON, playTimeline } from '#bin/demo/timeline.ts';

const END_MS = Date.parse('2026-11-18T20:00:00Z');

interface Call {
  name: string;
  /** The moment that the life has reached. */
  at: string;
  request: string;
}

/** The calls of the demo in order, answered by a service that finds a match in every screening. */
async function planned(size: number): Promise<Call[]> {
  const calls: Call[] = [];
  const moment = new AsyncLocalStorage<{ at: string }>();
  const answer = async (name: string, request: { idempotencyKey?: string } = {}) => {
    calls.push({ name, at: moment.getStore()?.at ?? '', request: JSON.stringify(request) });
    const id = request.idempotencyKey ?? JSON.stringify(request);
    const finding = { key: 'finding' };
    return {
      id,
      revision: 1,
      resource: 'investigations',
      data: { actionIds: [id], actions: [{ name: 'file_report' }], findings: [finding], kind: 'escalation' },
      actions: [{ id }],
      fields: [{ id }],
      items: [{ id, resource: 'policies', data: { status: 'published', kind: 'escalation' } }],
      matches: [{ id, score: 95, listedName: 'QUILLFEATHER, Ambrose' }],
      signers: [{ signingUrl: `https://assay.example/sign/${id}` }],
    };
  };
  const module = new Proxy({}, { get: (_, name) => (request: object) => answer(String(name), request) });
  const client = {
    risk: module,
    screening: module,
    documents: module,
    verification: module,
    organization: module,
    webhooks: module,
  };
  const company = {
    system: client,
    owner: client,
    admin: client,
    member: client,
    baseUrl: 'https://assay.example',
    apiKeyId: 'key',
    endMs: END_MS,
    listsAreRead: async () => undefined,
    workflowId: 'workflow',
    templateId: 'template',
    userIds: { owner: 'owner', admin: 'admin', member: 'member' },
    sources: { signUp: 'signUp', payments: 'payments' },
  };
  const recorded =
    (life: Life): Life =>
    (until) => {
      const reached = { at: '' };
      return moment.run(reached, () =>
        life(async (daysAgo, hour) => {
          reached.at = await until(daysAgo, hour);
          return reached.at;
        }),
      );
    };
  await playTimeline(demoLives(company as unknown as Company, size).map(recorded), {
    endMs: END_MS,
    firstDay: FIRST_DAY - 1,
    lastDay: 0,
    hours: [NOON, EVENING],
    concurrency: 4,
    before: async () => undefined,
    after: async () => undefined,
  });
  return calls;
}

describe('the plan of the demo', () => {
  let calls: Call[];
  const daysOf = (some: readonly Call[]) => new Set(some.map(({ at }) => at.slice(0, 'YYYY-MM-DD'.length)));
  const called = (name: string) => calls.filter((call) => call.name === name);

  beforeAll(async () => {
    calls = await planned(customers.length);
  });

  test('has something to do on at least 60 days, and new customers on many of them', () => {
    expect(daysOf(calls).size).toBeGreaterThanOrEqual(60);
    expect(daysOf(called('createSubject')).size).toBeGreaterThan(40);
    expect(called('createSubject')).toHaveLength(customers.length);
  });

  test('makes every kind of call, most of them on many days', () => {
    const often = [
      'submitEvidenceBatch',
      'createAssessment',
      'createScreeningRun',
      'transitionActions',
      'assignSubject',
    ];
    for (const name of often) expect([name, daysOf(called(name)).size > 20]).toEqual([name, true]);
    const sometimes = ['decideScreeningMatch', 'proposeScreeningDecision', 'createNote', 'createDocumentFromTemplate'];
    for (const name of sometimes) expect([name, daysOf(called(name)).size > 8]).toEqual([name, true]);
    expect([...new Set(calls.map(({ name }) => name))]).toEqual(
      expect.arrayContaining([
        'createOverride',
        'revokeOverride',
        'proposeOverride',
        'configureMonitoring',
        'reportActivity',
        'createRequest',
        'answerRequest',
        'closeRequest',
        'startInvestigation',
        'reviewInvestigation',
        'createSession',
        'reportStep',
        'decideVerification',
        'createContext',
        'addContextSubject',
        'sendDocument',
        'openSigning',
        'completeSigning',
        'declineSigning',
        'voidDocument',
        'createPolicy',
        'proposePolicy',
        'publishPolicy',
        'declineProposal',
        'updateSettings',
      ]),
    );
  });

  test('has one idempotency key for each change', () => {
    const keys = calls.flatMap(({ request }) => JSON.parse(request).idempotencyKey ?? []);
    expect(keys.filter((key, index) => keys.indexOf(key) !== index)).toEqual([]);
  });

  test('is the same in every run', async () => {
    expect(await planned(customers.length)).toEqual(calls);
  });

  test('is played for fewer customers as well, with the story', async () => {
    const few = await planned(5);
    const created = few.filter(({ name }) => name === 'createSubject').map(({ request }) => request);
    expect(created).toHaveLength(6);
    expect(created.join()).toContain('customer-0007');
  });
});
