import { describe, expect, test } from 'vitest';
import { analyse } from '#shared/risk/analyst/analyse.ts';
import type { Snapshot } from '#shared/risk/analyst/snapshot.ts';
import {
  anAction,
  anActivity,
  anAssessment,
  anEvent,
  anOverride,
  aReceipt,
  aSnapshot,
  at,
  idOf,
  used,
} from './builders.ts';

/** What each rule says, and what it lets pass. */
const found = (parts: Partial<Snapshot>) =>
  analyse(aSnapshot(parts)).findings.map(({ key, confidence }) => `${key} ${confidence}`);

const range = (count: number) => Array.from({ length: count }, (_, index) => index);

const SCREENINGS = ['clear', 'possible_match'].map((value, n) =>
  aReceipt(n, { source: `service:screening:${['eu', 'eu+ofac'][n]}:r70:m90`, value, fact: 'screening.sanctions' }),
);

describe('contradictions', () => {
  test.each<[string, Snapshot['receipts'], string[]]>([
    ['two values', [aReceipt(1, { value: 3 }), aReceipt(2, { value: 4 })], ['contradiction:email.age_days high']],
    ['the same value', [aReceipt(1), aReceipt(2)], []],
    ['values of other facts', [aReceipt(1, { fact: 'a', value: 1 }), aReceipt(2, { fact: 'b', value: 2 })], []],
    [
      'a number and its text',
      [aReceipt(1, { value: 3 }), aReceipt(2, { value: '3' })],
      ['contradiction:email.age_days high'],
    ],
    ['one revoked', [aReceipt(1), aReceipt(2, { status: 'revoked', value: null })], []],
    ['one unavailable', [aReceipt(1), aReceipt(2, { status: 'unavailable', value: null })], []],
    ['large values that agree', [1, 2].map((n) => aReceipt(n, { value: null, valueDigest: 'd' })), []],
    [
      'large values that do not',
      [1, 2].map((n) => aReceipt(n, { value: null, valueDigest: `d${n}` })),
      ['contradiction:email.age_days high'],
    ],
    [
      'scores of two steps',
      ['liveness', 'face'].map((step, n) =>
        aReceipt(n, { source: `verification:w:r1:${step}`, fact: 'score', value: n }),
      ),
      [],
    ],
    ['screenings of two sets of lists', SCREENINGS, []],
    [
      'a step and a source of the same word',
      [
        aReceipt(1, { source: 'verification:w:r1:face', fact: 'score', value: 1 }),
        aReceipt(2, { fact: 'score', value: 2 }),
      ],
      [],
    ],
    [
      'what two people say of a check',
      [1, 2].map((n) => aReceipt(n, { source: `user:${n}`, fact: 'check.face', value: n })),
      ['contradiction:check.face high'],
    ],
    ['a large value that was not fetched', [aReceipt(1), aReceipt(2, { value: null })], []],
  ])('%s', (_what, receipts, expected) => {
    expect(found({ receipts })).toEqual(expected);
  });
});

describe('contradictions within an input', () => {
  const step = aReceipt(1, { source: 'verification:w:r1:face', fact: 'matches', value: true });
  const registered = aReceipt(2, { fact: 'face.matches', value: false });
  const reading = (key: string, ...receipts: Snapshot['receipts']) => ({
    key,
    receiptIds: receipts.map(({ id }) => id),
  });
  const both = anAssessment(1, { inputs: [reading('face.matches', step, registered)] });

  test.each<[string, Partial<Snapshot>, string[]]>([
    [
      'that reads what its sources call differently',
      { receipts: [step, registered], assessments: [both] },
      ['contradiction:face.matches high'],
    ],
    [
      'that accepts two screenings',
      {
        receipts: SCREENINGS,
        assessments: [anAssessment(1, { inputs: [reading('screening.sanctions', ...SCREENINGS)] })],
      },
      ['contradiction:screening.sanctions high'],
    ],
    [
      'of several policies',
      { receipts: [step, registered], assessments: [both, { ...both, id: idOf('asmt', 2) }] },
      ['contradiction:face.matches high'],
    ],
    ['that no policy has', { receipts: [step, registered] }, []],
    [
      'of an assessment that is not the latest',
      { receipts: [step, registered], assessments: [{ ...both, isLatest: false }] },
      [],
    ],
    ['whose sources agree', { receipts: [step, { ...registered, value: true }], assessments: [both] }, []],
    [
      'of which one can no longer say',
      { receipts: [{ ...step, status: 'revoked', value: null }, registered], assessments: [both] },
      [],
    ],
    ['of which one had no room', { receipts: [registered], assessments: [both] }, []],
  ])('%s', (_what, parts, expected) => {
    expect(found(parts)).toEqual(expected);
  });

  test('cite the contradicting receipts, and none of another input with the same name', () => {
    const other = aReceipt(3, { source: 'verification:w:r1:liveness', fact: 'alive', value: 'no' });
    const agreeing = anAssessment(2, { inputs: [reading('face.matches', other)] });

    const { findings } = analyse(aSnapshot({ receipts: [step, registered, other], assessments: [both, agreeing] }));

    expect(findings).toMatchObject([
      {
        statement: '2 sources state 2 different values of face.matches.',
        evidenceIds: [step.id, registered.id],
      },
    ]);
  });
});

describe('evidence of an assessment', () => {
  const receipt = aReceipt(1);
  const latest = anAssessment(1, { evidence: [used(receipt)] });

  test.each<[string, Partial<Snapshot>, string[]]>([
    ['still stands', { receipts: [receipt], assessments: [latest] }, []],
    [
      'is revoked by now',
      {
        receipts: [aReceipt(1, { id: idOf('rcpt', 9), status: 'revoked' })],
        assessments: [latest],
      },
      [`withdrawn_evidence:${latest.id} high`],
    ],
    [
      'is revoked by now, by a step that has its own name for it',
      {
        receipts: [aReceipt(1, { id: idOf('rcpt', 9), fact: 'age', status: 'revoked' })],
        assessments: [{ ...latest, evidence: [{ ...used(receipt), ownFact: 'age' }] }],
      },
      [`withdrawn_evidence:${latest.id} high`],
    ],
    [
      'is revoked of another name only',
      {
        receipts: [aReceipt(1, { id: idOf('rcpt', 9), status: 'revoked' })],
        assessments: [{ ...latest, evidence: [{ ...used(receipt), ownFact: 'age' }] }],
      },
      [],
    ],
    [
      'is revoked by another source only',
      { receipts: [receipt, aReceipt(2, { status: 'revoked' })], assessments: [latest] },
      [],
    ],
    [
      'was revoked when it was made',
      {
        receipts: [aReceipt(1, { status: 'revoked' })],
        assessments: [{ ...latest, evidence: [used(aReceipt(1, { status: 'revoked' }))] }],
      },
      [],
    ],
    [
      'expires this moment',
      {
        receipts: [receipt],
        assessments: [{ ...latest, evidence: [used(aReceipt(1, { expiresAt: at(0) }))] }],
      },
      [`expired_evidence:${latest.id} high`],
    ],
    [
      'expires later',
      {
        receipts: [receipt],
        assessments: [{ ...latest, evidence: [used(aReceipt(1, { expiresAt: at(-1) }))] }],
      },
      [],
    ],
    [
      'is stale',
      { receipts: [receipt], assessments: [{ ...latest, freshUntil: at(1) }] },
      [`stale_evidence:${latest.id} high`],
    ],
    [
      'is stale, but another assessment came after',
      { receipts: [receipt], assessments: [{ ...latest, isLatest: false, freshUntil: at(1) }] },
      [],
    ],
  ])('%s', (_what, parts, expected) => {
    expect(found(parts)).toEqual(expected);
  });
});

test('a receipt that two inputs read is counted once', () => {
  const receipt = used(aReceipt(1, { expiresAt: at(1) }));
  const evidence = ['a', 'b'].map((fact) => ({ ...receipt, fact, ownFact: 'email.age_days' }));
  const receipts = [aReceipt(1, { id: idOf('rcpt', 9), status: 'revoked' })];

  const { findings } = analyse(aSnapshot({ receipts, assessments: [anAssessment(1, { evidence })] }));

  expect(findings.map(({ statement }) => statement)).toEqual([
    expect.stringContaining('was made of 1 receipt expired by now'),
    expect.stringContaining('can no longer confirm 1 receipt that'),
  ]);
});

describe('assessments', () => {
  const evidence = [used(aReceipt(1))];
  test.each([
    ['that see all evidence', anAssessment(1, { evidence }), 0],
    ['with evidence after them', anAssessment(1, { evidence, evidenceRevision: 0 }), 1],
    ['whose review is due', anAssessment(1, { evidence, reviewDueAt: at(0) }), 1],
    ['that are not the latest', anAssessment(1, { evidence, evidenceRevision: 0, isLatest: false }), 0],
    ['that nothing in the snapshot bears out', anAssessment(1, { evidenceRevision: 0 }), 0],
  ])('%s', (_what, assessment, count) => {
    const expected = Array(count).fill(`outdated_assessment:${assessment.id} high`);
    expect(found({ assessments: [assessment] })).toEqual(expected);
  });

  test('without evidence are cited by their event', () => {
    const assessment = anAssessment(1, { evidenceRevision: 0 });
    const event = anEvent(1, { type: 'risk.assessment.created', resourceId: assessment.id });

    const { findings } = analyse(aSnapshot({ assessments: [assessment], events: [event] }));

    expect(findings).toMatchObject([{ evidenceIds: [], eventIds: [event.id] }]);
  });
});

describe('overrides', () => {
  const assessments = [anAssessment(1, { decision: 'restrict', evidence: [used(aReceipt(1))] })];
  const key = `lenient_override:${idOf('ovrd', 1)}`;
  test.each([
    ['more lenient', { decision: 'review' }, [`${key} high`]],
    ['the same', { decision: 'restrict' }, []],
    ['stricter', { decision: 'reject' }, []],
    ['more lenient, revoked', { decision: 'none', revokedAt: at(1) }, [`${key} low`]],
    ['more lenient, expired', { decision: 'none', expiresAt: at(1) }, [`${key} low`]],
    ['of an assessment that is not here', { assessmentId: idOf('asmt', 7) }, []],
  ])('%s', (_what, parts, expected) => {
    expect(found({ assessments, overrides: [anOverride(1, parts)] })).toEqual(expected);
  });
});

describe('actions', () => {
  const assessments = [anAssessment(1, { evidence: [used(aReceipt(1))] })];
  test.each([
    ['open for more than a week', {}, 1],
    ['failed more than a week ago', { status: 'failed' }, 1],
    ['open for a week exactly', { createdAt: at(7 * 86_400) }, 0],
    ['of today', { createdAt: at(60) }, 0],
  ])('%s', (_what, parts, count) => {
    const expected = Array(count).fill(`overdue_action:${idOf('actn', 1)} medium`);
    expect(found({ assessments, actions: [anAction(1, parts)] })).toEqual(expected);
  });
});

describe('velocity', () => {
  const HOUR = 3_600;
  test.each<[string, Snapshot['events'], string[]]>([
    [
      'five activities of a kind in an hour',
      range(5).map((n) => anActivity(n, n * (HOUR / 4))),
      ['activity_burst:login medium'],
    ],
    ['five in more than an hour', range(5).map((n) => anActivity(n, n * (HOUR / 4) + n)), []],
    ['four', range(4).map((n) => anActivity(n, n)), []],
    ['five of five kinds', range(5).map((n) => anActivity(n, n, `kind${n}`)), []],
    ['a batch of a hundred receipts', range(100).map((n) => anEvent(n)), []],
    [
      'evidence twenty times in an hour',
      range(20).map((n) => anEvent(n, { occurredAt: at(n) })),
      ['evidence_burst medium'],
    ],
    ['evidence nineteen times', range(19).map((n) => anEvent(n, { occurredAt: at(n) })), []],
  ])('%s', (_what, events, expected) => {
    expect(found({ events })).toEqual(expected);
  });

  test('cites the activities of the densest hour only', () => {
    const burst = range(6).map((n) => anActivity(n, 10_000 + n * 60));
    const others = range(5).map((n) => anActivity(10 + n, n * 60));

    const { findings } = analyse(aSnapshot({ events: [...others, ...burst] }));

    expect(findings[0]?.eventIds).toEqual(burst.map(({ id }) => id).sort());
  });
});

test('findings: 50 of more are returned, and the summary says so', () => {
  const receipts = range(60).flatMap((n) => [
    aReceipt(2 * n, { fact: `fact${n}`, value: 1 }),
    aReceipt(2 * n + 1, { fact: `fact${n}`, value: 2 }),
  ]);

  const { findings, summary } = analyse(aSnapshot({ receipts }));

  expect(findings).toHaveLength(50);
  expect(summary).toBe('Findings: 50 of 60.');
});
