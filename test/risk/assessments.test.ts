import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, describe, expect, test } from 'vitest';
import { Problem } from '#packages/foundation/src/problem.ts';
import { compilePolicy } from '#packages/policy-engine/src/compile-policy.ts';
import { evaluate } from '#packages/policy-engine/src/evaluate-policy.ts';
import { MAX_DISTINCT_ACTIONS } from '#packages/policy-engine/src/limits.ts';
import { AssessmentRecord } from '#shared/risk/assessment.ts';
import { Policy } from '#shared/risk/policy.ts';
import { riskRoutes } from '#shared/risk/routes.ts';
import { assertAssessmentSizes } from '#shared/risk/use-cases/assess-subject.ts';
import type { Response } from '#test/support/api.ts';
import { isTransaction } from '#test/support/aws-errors.ts';
import { everyRow } from '#test/support/engine.ts';
import { type AwsCall, observed, withFaults } from '#test/support/faults.ts';
import { preparedForFile } from '#test/support/prepared.ts';
import { randomFrom } from '#test/support/random.ts';
import {
  aDefinition,
  assessed,
  aWorld,
  done,
  EMAIL_AGE,
  eventTypes,
  everyItem,
  list,
  newActivity,
  newPolicy,
  newSource,
  newSubject,
  readRecord,
  riskySubject,
  type Source,
  sourceAndPolicy,
  stated,
  tryToAssess,
} from '#test/support/risk-world.ts';

/** What an assessment is made of and keeps, and how large it may be. */
const world = preparedForFile(aWorld);
let source: Source;
let policyId: string;

beforeAll(async () => {
  ({ source, policyId } = await sourceAndPolicy(world));
});

test('assessment: stores the policy, the evidence and the whole explanation', async () => {
  const subjectId = await newSubject(world);
  const receipt = await stated(source, subjectId);
  const policy = (await readRecord(world, 'policies', policyId)).body;

  const response = await tryToAssess(world, subjectId, policyId, {
    body: { trigger: 'onboarding' },
  });

  const { data } = AssessmentRecord.parse(response.body);
  expect(response.status).toBe(201);
  expect(data).toMatchObject({
    subjectId,
    policyVersionId: policyId,
    policyKey: policy.data.key,
    policy: Policy.parse(policy.data),
    trigger: 'onboarding',
    eventIds: [],
    sequence: 1,
    previousAssessmentId: null,
    evidenceRevision: 1,
    outcome: 'complete',
    score: 40,
    band: 'high',
    decision: 'review',
    evaluatorVersion: 'policy-evaluator-v2',
    actions: [{ name: 'manual_review', requiredBy: [{ kind: 'band', key: 'high' }] }],
    inputs: [{ key: EMAIL_AGE, status: 'resolved', value: 3 }],
    factors: [{ key: 'email_age', status: 'case_taken', case: 0, points: 40, contribution: 40 }],
  });
  expect(data.evidence).toEqual([
    {
      id: receipt.id,
      fact: EMAIL_AGE,
      source: source.identity,
      status: 'available',
      value: 3,
      observedAt: receipt.data.observedAt,
      expiresAt: null,
    },
  ]);
  expect(await eventTypes(world, response.body.id)).toEqual(['risk.assessment.created']);
});

test('assessment: can be reproduced byte for byte from what it stores', async () => {
  const { assessment } = await riskySubject(world);
  const { body } = await readRecord(world, 'assessments', assessment.id);

  const { policy, evidence, evaluatedAt } = body.data;
  const again = evaluate(compilePolicy(policy.definition), { receipts: evidence, evaluatedAt });

  const kept = Object.fromEntries(Object.keys(again).map((name) => [name, body.data[name]]));
  expect(JSON.stringify(kept)).toBe(JSON.stringify(again));
});

test('assessment: is immutable, whatever changes later', async () => {
  const { subjectId, source: own, policyId: policy, assessment } = await riskySubject(world);
  await stated(own, subjectId, { value: 300 });
  await assessed(world, subjectId, policy);
  const [actionId] = assessment.data.actionIds;
  await done(world.client, riskRoutes.transitionAction, {
    params: { id: actionId },
    body: { status: 'acknowledged', expectedRevision: 1, reason: 'x' },
  });

  expect((await readRecord(world, 'assessments', assessment.id)).body).toEqual(assessment);
});

test('assessment: is numbered per policy key and names the previous one', async () => {
  const subjectId = await newSubject(world);
  const key = `p${randomUUID()}`;
  const [first, second] = [
    await newPolicy(world, aDefinition(source.identity), key),
    await newPolicy(world, aDefinition(source.identity), key),
  ];
  const made = [];
  for (const policy of [first, policyId, second, first]) made.push(await assessed(world, subjectId, policy));

  expect(made.map(({ data }) => data.sequence)).toEqual([1, 1, 2, 3]);
  expect(made.map(({ data }) => data.previousAssessmentId)).toEqual([null, null, made[0].id, made[2].id]);
});

test('assessment: without evidence is incomplete, has no score and is stored', async () => {
  const subjectId = await newSubject(world);

  const made = await assessed(world, subjectId, policyId);

  expect(made.data).toMatchObject({
    outcome: 'incomplete',
    score: null,
    band: null,
    decision: 'review',
    evidence: [],
    evidenceRevision: 0,
    freshUntil: null,
    inputs: [{ status: 'unresolved', reason: 'no_evidence' }],
  });
  expect((await readRecord(world, 'assessments', made.id)).body).toEqual(made);
});

test('assessment: a mandatory rule applies although another input is missing', async () => {
  const facts = ['a', 'b'].map((key) => ({ key, type: 'boolean' }));
  const [speaker, subjectId] = [await newSource(world, facts), await newSubject(world)];
  const definition = aDefinition(speaker.identity, {
    inputs: facts.map(({ key }) => ({
      key,
      type: 'boolean',
      maxAgeSeconds: 60_000,
      acceptedSources: [speaker.identity],
    })),
    factors: [],
    rules: [
      {
        key: 'r',
        reason: 'It is so.',
        forceBand: 'high',
        all: [{ input: 'a', operator: 'eq', value: true }],
        effect: { decision: 'reject', actions: ['freeze'] },
      },
    ],
    missingEvidence: 'awaiting_evidence',
  });
  await stated(speaker, subjectId, { fact: 'a', value: true });

  const { data } = await assessed(world, subjectId, await newPolicy(world, definition));

  expect(data).toMatchObject({ outcome: 'incomplete', score: null, band: 'high', decision: 'reject' });
  expect(data.actions.map(({ name }: { name: string }) => name)).toEqual(['manual_review', 'freeze']);
});

describe('assessment size', () => {
  const FACTS = Array.from({ length: 20 }, (_, index) => ({ key: `t${index}`, type: 'string' }));

  /** Evidence whose receipts take exactly so many bytes, of text that hardly compresses. */
  async function evidenceOf(bytes: number) {
    const [own, subjectId] = [await newSource(world, FACTS), await newSubject(world)];
    const bare = await stated(own, await newSubject(world), { fact: 't10', value: '' });
    let left = bytes;
    for (const [index, { key }] of FACTS.entries()) {
      // The keys differ by a digit, and so do the revisions.
      const digits = key.length - 't10'.length + String(index + 1).length - 1;
      const overhead = Buffer.byteLength(JSON.stringify(bare)) + digits;
      const share = Math.floor(left / (FACTS.length - index)) - overhead;
      const receipt = await stated(own, subjectId, { fact: key, value: noise(share) });
      left -= Buffer.byteLength(JSON.stringify(receipt));
    }
    const inputs = FACTS.map(({ key, type }) => ({
      key,
      type,
      maxAgeSeconds: 86_400,
      acceptedSources: [own.identity],
    }));
    const policy = await newPolicy(world, aDefinition(own.identity, { inputs, factors: [] }));
    return { subjectId, policy, left };
  }
  let full: ReturnType<typeof evidenceOf> | undefined;
  const fullEvidence = () => {
    full ??= evidenceOf(262_144);
    return full;
  };
  const random = randomFrom(1);
  const noise = (length: number) =>
    Array.from({ length }, () => String.fromCharCode(33 + Math.floor(random() * 90)))
      .join('')
      .replaceAll(/["\\]/g, '~');

  test('262,144 bytes of evidence, including metadata, are assessed', async () => {
    const { subjectId, policy, left } = await fullEvidence();
    expect(left).toBe(0);

    const made = await assessed(world, subjectId, policy);
    const read = await readRecord(world, 'assessments', made.id);
    const rows = (await everyRow('risk')).filter(({ pk }) => String(pk).includes(`#assessment-parts#${made.id}`));

    expect(rows.length).toBeGreaterThan(0);
    expect(read.body).toEqual(made);
  });

  test('one byte more is refused, stores nothing and leaves the idempotency key usable', async () => {
    const { subjectId, policy, left } = await evidenceOf(262_145);
    expect(left).toBe(0);
    const idempotencyKey = randomUUID();
    const count = async () => (await everyRow('risk')).length + (await everyRow('journal')).length;
    const before = await count();

    const refused = await tryToAssess(world, subjectId, policy, { idempotencyKey });
    const after = await count();
    const other = await tryToAssess(world, subjectId, policyId, { idempotencyKey });

    expect(refused).toMatchObject({ status: 413, body: { code: 'evidence_too_large' } });
    expect(after).toBe(before);
    expect(other.status).toBe(201);
  });

  test.each([
    [{ evidence: 262_144, result: 524_288, record: 786_432 }, null],
    [{ evidence: 262_145, result: 0, record: 0 }, 'evidence_too_large'],
    [{ evidence: 0, result: 524_289, record: 0 }, 'result_too_large'],
    [{ evidence: 0, result: 0, record: 786_433 }, 'record_too_large'],
  ])('%j: %s', (bytes, code) => {
    let refusal: unknown;
    try {
      assertAssessmentSizes({ ...bytes, largestFact: 'documents.text' });
    } catch (error) {
      refusal = error;
    }

    if (code === null) expect(refusal).toBeUndefined();
    else expect(refusal).toMatchObject({ status: 413, code });
    if (code) expect(String(refusal)).toMatch(/\d+ bytes\. The limit is \d+\./);
    if (code === 'evidence_too_large') expect(String(refusal)).toContain('documents.text');
    expect(refusal === undefined || refusal instanceof Problem).toBe(true);
  });

  test('large assessments are listed in pages of at most 1 MiB', async () => {
    const own = await fullEvidence();
    const made: Response['body'][] = (await list(world, 'assessments', { subjectId: own.subjectId })).body.items;
    for (let count = 0; count < 3; count += 1) made.push(await assessed(world, own.subjectId, own.policy));

    const { items, pageBytes } = await everyItem((offset) =>
      list(world, 'assessments', { subjectId: own.subjectId, offset }),
    );

    expect(items).toEqual(made);
    expect(pageBytes.length).toBeGreaterThan(1);
    expect(Math.max(...pageBytes)).toBeLessThanOrEqual(1024 * 1024);
  });

  test('the maximum of events, actions and parts fits one transaction', { tags: 'full' }, async () => {
    const { subjectId, policy } = await fullEvidence();
    const { body } = await readRecord(world, 'policies', policy);
    const names = Array.from({ length: MAX_DISTINCT_ACTIONS }, (_, index) => `action_${index}`);
    const [low] = body.data.definition.bands;
    const bands = [{ ...low, effect: { decision: 'review', actions: names.slice(0, 20) } }];
    const rules = [
      {
        key: 'r',
        reason: 'Always.',
        forceBand: null,
        all: [{ input: 't0', operator: 'neq_fact', value: 't1' }],
        effect: { decision: 'review', actions: names.slice(20) },
      },
    ];
    const heavy = await newPolicy(world, { ...body.data.definition, bands, rules });
    const eventIds: string[] = [];
    while (eventIds.length < 50) eventIds.push(await newActivity(world, subjectId));

    const { result: made, calls } = await observed(() => tryToAssess(world, subjectId, heavy, { body: { eventIds } }));
    const [transaction] = calls.filter(({ command }) => command === 'TransactWriteItems');

    expect(made.status).toBe(201);
    expect(made.body.data.actionIds).toHaveLength(MAX_DISTINCT_ACTIONS);
    // A record of 768 KiB has one part more, in its own rows and in the receipt of the request.
    const writes = transaction?.input.TransactItems as unknown[] | undefined;
    expect(writes?.length).toBeLessThanOrEqual(98);
  });
});

test('assessment: evidence that arrives just before the commit is assessed, and counts as observed', async () => {
  const subjectId = await newSubject(world);
  await stated(source, subjectId, { value: 300 });
  let isFirst = true;
  const arrive = async () => {
    await sleep(20);
    await stated(source, subjectId, { value: 3, observedAt: new Date().toISOString() });
  };
  const ofCall = (one: AwsCall) => {
    const waits = isTransaction(one) && isFirst ? { waitsFor: arrive } : undefined;
    if (waits) isFirst = false;
    return waits;
  };

  const { result } = await withFaults({ ofCall }, () => tryToAssess(world, subjectId, policyId));

  expect(result.status).toBe(201);
  expect(result.body.data).toMatchObject({
    evidenceRevision: 2,
    outcome: 'complete',
    score: 40,
    inputs: [{ status: 'resolved', value: 3 }],
  });
});
