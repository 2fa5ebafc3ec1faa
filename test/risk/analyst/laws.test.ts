import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { analyse } from '#shared/risk/analyst/analyse.ts';
import { citedOnly } from '#shared/risk/analyst/cited-only.ts';
import { Findings } from '#shared/risk/analyst/finding.ts';
import { fitSnapshot } from '#shared/risk/analyst/fit-snapshot.ts';
import { Snapshot, type SnapshotReceipt } from '#shared/risk/analyst/snapshot.ts';
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

/** What holds of every snapshot there could be. */
const fact = fc.constantFrom('email.age_days', 'name', 'country');
const instant = fc.integer({ min: -100_000, max: 2_000_000 }).map(at);
const decision = fc.constantFrom('none', 'review', 'restrict', 'reject', 'awaiting_evidence');
const numbered = <T>(make: (number: number) => fc.Arbitrary<T>, maxLength: number) =>
  fc.nat({ max: maxLength }).chain((count) => fc.tuple(...Array.from({ length: count }, (_, n) => make(n))));

const receipt = (number: number) =>
  fc
    .record({
      fact,
      source: fc.constantFrom('registered:a', 'registered:b', 'registered:c'),
      status: fc.constantFrom('available', 'unavailable', 'revoked'),
      value: fc.oneof(fc.integer({ min: 0, max: 2 }), fc.constant(null), fc.boolean()),
      expiresAt: fc.option(instant),
      observedAt: instant,
    })
    .map((parts) => aReceipt(number, parts));

const usedReceipt = (number: number) =>
  fc
    .tuple(receipt(number).map(used), fc.option(fact))
    .map(([one, ownFact]) => (ownFact === null ? one : { ...one, ownFact }));

/** Of receipts that stand, and of some that had no room. */
const RECEIPT_IDS = Array.from({ length: 15 }, (_, number) => idOf('rcpt', number));

const assessment = (number: number) =>
  fc
    .record({
      decision,
      isLatest: fc.boolean(),
      evidenceRevision: fc.nat({ max: 2 }),
      freshUntil: fc.option(instant),
      reviewDueAt: instant,
      evidence: numbered((n) => usedReceipt(n + (number % 2) * 100), 4),
      inputs: fc.array(fc.record({ key: fact, receiptIds: fc.subarray(RECEIPT_IDS) })),
    })
    .map((parts) => anAssessment(number, parts));

const override = (number: number) =>
  fc.record({ decision, revokedAt: fc.option(instant), expiresAt: instant }).map((parts) => anOverride(number, parts));

const action = (number: number) =>
  fc
    .record({ createdAt: instant, status: fc.constantFrom('requested', 'acknowledged', 'failed') })
    .map((parts) => anAction(number, parts));

const event = (number: number) =>
  fc.oneof(
    fc
      .tuple(fc.nat({ max: 5_000 }), fc.constantFrom('login', 'payment'))
      .map(([seconds, type]) => anActivity(number, seconds, type)),
    fc
      .record({
        occurredAt: instant,
        type: fc.constantFrom('risk.evidence.recorded', 'risk.assessment.created'),
        resourceId: fc.constantFrom(idOf('asmt', 0), idOf('ovrd', 0), idOf('actn', 0)),
      })
      .map((parts) => anEvent(number, parts)),
  );

/** A source has one receipt of a fact that stands. */
const oneOfEach = (receipts: SnapshotReceipt[]) => [
  ...new Map(receipts.map((one) => [`${one.source} ${one.fact}`, one])).values(),
];

const snapshots = fc
  .record({
    receipts: numbered(receipt, 12).map(oneOfEach),
    assessments: numbered(assessment, 5),
    overrides: numbered(override, 4),
    actions: numbered(action, 4),
    events: numbered(event, 40),
  })
  .map(aSnapshot);

/** The same records in another order. */
const shuffled = ({ receipts, assessments, overrides, actions, events, ...rest }: Snapshot) =>
  fc
    .record({
      receipts: shuffle(receipts),
      assessments: shuffle(assessments),
      overrides: shuffle(overrides),
      actions: shuffle(actions),
      events: shuffle(events),
    })
    .map((parts): Snapshot => ({ ...rest, ...parts }));
const shuffle = <T>(items: T[]) => fc.shuffledSubarray(items, { minLength: items.length, maxLength: items.length });

describe('every snapshot', () => {
  test('has findings that cite its own records only and can be stored', () => {
    fc.assert(
      fc.property(snapshots, (snapshot) => {
        const { findings } = analyse(snapshot);
        expect(citedOnly(snapshot, findings)).toBe(true);
        expect(Findings.parse(findings)).toEqual(findings);
      }),
    );
  });

  test('has the same findings byte for byte in any order of its records', () => {
    fc.assert(
      fc.property(
        snapshots.chain((one) => fc.tuple(fc.constant(one), shuffled(one))),
        ([one, other]) => {
          expect(JSON.stringify(analyse(other))).toBe(JSON.stringify(analyse(one)));
        },
      ),
    );
  });

  test('often has findings, so that the other properties are tested', () => {
    const counts = fc.sample(snapshots, 100).map((one) => analyse(one).findings.length);

    expect(counts.filter((count) => count > 2).length).toBeGreaterThan(20);
  });

  test('has the same findings after it was stored and read', () => {
    fc.assert(
      fc.property(snapshots, (snapshot) => {
        const kept = Snapshot.parse(JSON.parse(JSON.stringify(snapshot)));
        expect(analyse(kept)).toEqual(analyse(snapshot));
      }),
    );
  });

  test('can be read if it was stored before inputs were compared', () => {
    fc.assert(
      fc.property(snapshots, (snapshot) => {
        const assessments = snapshot.assessments.map(({ inputs, evidence, ...rest }) => ({
          ...rest,
          evidence: evidence.map(({ ownFact, ...receipt }) => receipt),
        }));
        const read = Snapshot.parse(JSON.parse(JSON.stringify({ ...snapshot, assessments })));
        expect(read).toEqual({
          ...snapshot,
          assessments: assessments.map((one) => ({ ...one, inputs: [] })),
        });
        expect(citedOnly(read, analyse(read).findings)).toBe(true);
      }),
    );
  });

  test('fits its size limit and counts what was left out', () => {
    const limits = fc.integer({ min: 1_000, max: 30_000 });
    fc.assert(
      fc.property(snapshots, limits, (snapshot, limitBytes) => {
        const kept = fitSnapshot(snapshot, limitBytes);
        const { receipts, assessments, events, leftOut } = kept;
        const bytes = Buffer.byteLength(JSON.stringify(kept));
        const isEmpty = receipts.length + assessments.length + events.length === 0;
        expect(bytes <= limitBytes + 8 || isEmpty).toBe(true);
        expect(receipts.length + leftOut.receipts).toBe(snapshot.receipts.length);
        expect(assessments.length + leftOut.assessments).toBe(snapshot.assessments.length);
        expect(events.length + leftOut.events).toBe(snapshot.events.length);
        // Evidence goes last.
        if (leftOut.receipts > 0) expect(events.length + assessments.length).toBe(0);
      }),
    );
  });
});

describe('a snapshot', () => {
  const snapshot = aSnapshot({
    events: [anEvent(3), anEvent(1), anEvent(2)],
    assessments: [anAssessment(1), anAssessment(2)],
    receipts: [aReceipt(1, { observedAt: at(30) }), aReceipt(2, { observedAt: at(90) })],
  });
  const bytes = Buffer.byteLength(JSON.stringify(snapshot));
  const idsIn = ({ events, assessments, receipts }: Snapshot) =>
    [events, assessments, receipts].map((records) => records.map(({ id }) => id).toSorted());

  test('of exactly its size limit is complete', () => {
    expect(idsIn(fitSnapshot(snapshot, bytes))).toEqual(idsIn(snapshot));
  });

  test('of one byte more is without its oldest event', () => {
    const fitted = fitSnapshot(snapshot, bytes - 1);

    expect(fitted.leftOut).toEqual({ events: 1, assessments: 0, receipts: 0 });
    expect(fitted.events).toEqual([anEvent(2), anEvent(3)]);
  });

  test('that is far too large keeps the receipt observed last', () => {
    const newest = snapshot.receipts.slice(0, 1);
    const fitted = fitSnapshot(snapshot, Buffer.byteLength(JSON.stringify(aSnapshot({ receipts: newest }))));

    expect(fitted.leftOut).toEqual({ events: 3, assessments: 2, receipts: 1 });
    expect(fitted.receipts).toEqual(newest);
  });
});

describe('a finding can be stored if it', () => {
  const snapshot = aSnapshot({
    receipts: [aReceipt(1)],
    assessments: [anAssessment(1, { evidence: [used(aReceipt(2))] })],
    events: [anEvent(1)],
  });
  const finding = (evidenceIds: string[], eventIds: string[] = []) => ({
    key: 'a',
    statement: 'It is so.',
    evidenceIds,
    eventIds,
    confidence: 'low' as const,
  });

  test.each([
    ['cites nothing', finding([]), false],
    ['cites a receipt that stands', finding([idOf('rcpt', 1)]), true],
    ['cites a receipt an assessment was made of', finding([idOf('rcpt', 2)]), true],
    ['cites an event', finding([], [idOf('evnt', 1)]), true],
    ['cites an unknown receipt', finding([idOf('rcpt', 3)]), false],
    ['cites an unknown event beside a receipt', finding([idOf('rcpt', 1)], [idOf('evnt', 2)]), false],
    ['cites an event as a receipt', finding([idOf('evnt', 1)]), false],
    ['cites an assessment as a receipt', finding([idOf('asmt', 1)]), false],
  ])('%s', (_what, one, isFine) => {
    expect(citedOnly(snapshot, [one])).toBe(isFine);
    expect(citedOnly(snapshot, [finding([idOf('rcpt', 1)]), one])).toBe(isFine);
  });
});
