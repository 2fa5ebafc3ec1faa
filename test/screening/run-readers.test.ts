import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { dynamoStore } from '#shared/platform/store/dynamo-store.ts';
import { rowsOf } from '#shared/platform/store/erasure.ts';
import { readPolicy } from '#shared/risk/repository/policies.ts';
import { readerPartitionsOf, readersOf } from '#shared/risk/repository/screening-readers.ts';
import { readState } from '#shared/risk/repository/subject-state.ts';
import { riskRoutes } from '#shared/risk/routes.ts';
import { screeningRoutes } from '#shared/screening/routes.ts';
import { call } from '#test/support/api.ts';
import { aScreeningPolicy } from '#test/support/policy-examples.ts';
import { preparedForFile } from '#test/support/prepared.ts';
import { assessed, aWorld, done, newPolicy, newSubject, type World } from '#test/support/risk-world.ts';
import { aScreeningWorld, screen } from '#test/support/screening-world.ts';

/** Whether policies read the facts that a run records, and whether the run reports it. */
const world = preparedForFile(aScreeningWorld);

const SANCTIONS = 'screening.sanctions';
const source = (...lists: string[]) => `service:screening:${lists.join('+')}:r70:m90`;

/** A policy that decides `review` for this screening result from one of the sources. */
function policyReading(value: string, ...acceptedSources: string[]) {
  const policy = aScreeningPolicy(value);
  return { ...policy, inputs: policy.inputs.map((input) => ({ ...input, acceptedSources })) };
}

/** As before the rows of readers existed. */
async function _deleteReaders(own: World): Promise<void> {
  for (const pk of readerPartitionsOf(own))
    for await (const rows of rowsOf(dynamoStore, 'risk', pk))
      await dynamoStore.deleteMany(
        'risk',
        rows.map(({ sk }) => ({ pk, sk })),
      );
}

const readersIn = async (own: World, sources: string[], riskSubjectId: string) =>
  (
    await done(own.client, screeningRoutes.createScreeningRun, {
      body: { subject: { name: 'Ambrose Quillfeather' }, sources, riskSubjectId },
    })
  ).riskSources.find(({ fact }: { fact: string }) => fact === SANCTIONS);

describe('the order of lists', () => {
  test.each([[['eu_fsf', 'uk_sanctions']], [['uk_sanctions', 'eu_fsf']]])(
    'a run with sources %j records the canonical source, which any spelling in a policy accepts',
    async (sources) => {
      const own = await aWorld();
      const subjectId = await newSubject(own);
      const policyId = await newPolicy(own, policyReading('possible_match', source('uk_sanctions', 'eu_fsf')));

      const { body: run } = await screen(own, { name: 'Ambrose Quillfeather' }, { sources, riskSubjectId: subjectId });
      const assessment = await assessed(own, subjectId, policyId);

      expect(run.riskSource).toBe(source('eu_fsf', 'uk_sanctions'));
      expect(run.sources.map(({ key }: { key: string }) => key)).toEqual(sources);
      expect(run.riskSources[0]).toMatchObject({
        source: source('eu_fsf', 'uk_sanctions'),
        readByPolicies: [{ policyVersionId: policyId, version: 1 }],
      });
      expect(run.notices).toEqual([]);
      expect(assessment.data).toMatchObject({ outcome: 'complete', decision: 'review' });
    },
  );

  test('a later run in another order supersedes the earlier one', async () => {
    const own = await aWorld();
    const subjectId = await newSubject(own);
    const policyId = await newPolicy(own, policyReading('clear', source('eu_fsf', 'uk_sanctions')));
    const body = (name: string, sources: string[]) => ({ name, sources, riskSubjectId: subjectId });
    const { name: clear, ...first } = body('Nobody Known', ['eu_fsf', 'uk_sanctions']);
    const { name: listed, ...second } = body('Ambrose Quillfeather', ['uk_sanctions', 'eu_fsf']);
    await screen(own, { name: clear }, first);
    await screen(own, { name: listed }, second);

    const { data } = await assessed(own, subjectId, policyId);

    expect(data.evidence).toHaveLength(1);
    expect(data.inputs[0]).toMatchObject({ value: 'possible_match' });
  });

  test('evidence and policies stored in another order still match, and the newer receipt counts', async () => {
    const own = await aWorld();
    const subjectId = await newSubject(own);
    const policyId = await newPolicy(own, policyReading('match', source('eu_fsf', 'uk_sanctions')));
    await screen(own, { name: 'Nobody Known' }, { riskSubjectId: subjectId });
    await storedAsBefore(own, subjectId, policyId);
    const before = await assessed(own, subjectId, policyId);
    await screen(own, { name: 'Ambrose Quillfeather' }, { riskSubjectId: subjectId });
    const after = await assessed(own, subjectId, policyId);

    expect(before.data.inputs[0]).toMatchObject({ status: 'resolved', value: 'clear' });
    // As the stored policy spells it, so that the snapshot explains itself.
    expect(before.data.evidence[0].source).toBe(source('uk_sanctions', 'eu_fsf'));
    expect(after.data.inputs[0]).toMatchObject({ status: 'resolved', value: 'possible_match' });
    const { currentReceipts } = await readState(dynamoStore, own, subjectId);
    expect([...currentReceipts.keys()]).toEqual([source('eu_fsf', 'uk_sanctions')]);
  });

  test('a decision on a run recorded in another order still corrects its fact', async () => {
    const own = await aWorld();
    const subjectId = await newSubject(own);
    const policyId = await newPolicy(own, policyReading('match', source('eu_fsf', 'uk_sanctions')));
    const { body: run } = await screen(own, { name: 'Ambrose Quillfeather' }, { riskSubjectId: subjectId });
    await storedAsBefore(own, subjectId, policyId);

    await done(own.owner, screeningRoutes.decideScreeningMatch, {
      params: { id: run.matches[0].id },
      body: { decision: 'confirmed', reason: 'The same person.' },
    });

    const { data } = await assessed(own, subjectId, policyId);
    expect(data.inputs[0]).toMatchObject({ value: 'match' });
  });

  test('a simulation reads evidence whatever order its source has', async () => {
    const { results } = await done(world.client, riskRoutes.simulatePolicy, {
      body: {
        definition: policyReading('match', source('uk_sanctions', 'eu_fsf')),
        scenarios: [
          {
            name: 'another order',
            evidence: [
              {
                fact: SANCTIONS,
                source: source('eu_fsf', 'uk_sanctions'),
                status: 'available',
                value: 'match',
                observedAt: new Date().toISOString(),
              },
            ],
          },
        ],
      },
    });

    expect(results[0].evaluation.inputs[0]).toMatchObject({ status: 'resolved', value: 'match' });
  });

  /** Rewrites the subject's evidence and the policy as they were stored before sources were canonical. */
  async function storedAsBefore(own: World, subjectId: string, policyId: string) {
    const reversed = (text: string) =>
      text.replaceAll(source('eu_fsf', 'uk_sanctions'), source('uk_sanctions', 'eu_fsf'));
    const pk = `${own.organizationId}#${own.mode}#subject-state#${subjectId}`;
    const { items } = await dynamoStore.query('risk', { pk });
    for (const item of items) {
      if (item.sk === 'head') {
        const sources = Object.entries(item.sources as Record<string, number>);
        const put = {
          ...item,
          sources: Object.fromEntries(sources.map(([key, value]) => [reversed(key), value])),
        };
        await dynamoStore.writeOne({ table: 'risk', put });
      } else if (item.sk.startsWith('standing#')) {
        await dynamoStore.deleteMany('risk', [{ pk, sk: item.sk }]);
        const put = { ...item, sk: reversed(item.sk), source: reversed(String(item.source)) };
        await dynamoStore.writeOne({ table: 'risk', put });
      }
    }
    await rewritePolicy(own, policyId, reversed);
  }
});

/** Changes the stored text of a policy's definition. */
async function rewritePolicy(own: World, policyId: string, change: (text: string) => string) {
  for (let shard = 0; shard < 4; shard += 1) {
    const pk = `${own.organizationId}#${own.mode}#policies#${shard}`;
    const { items } = await dynamoStore.query('risk', { pk });
    for (const item of items.filter(({ id }) => id === policyId)) {
      const data = item.data as { definition: string };
      const put = { ...item, data: { ...data, definition: change(data.definition) } };
      await dynamoStore.writeOne({ table: 'risk', put });
    }
  }
}

describe('readByPolicies', () => {
  test('a run whose source no published policy accepts reports it, in the response and when read again', async () => {
    const own = await aWorld();
    const riskSubjectId = await newSubject(own);
    const draft = policyReading('match', source('eu_fsf'));
    await done(own.owner, riskRoutes.createPolicy, {
      body: { key: `p${randomUUID()}`, definition: draft },
    });
    await newPolicy(own, policyReading('match', source('eu_fsf', 'uk_sanctions')));
    const idempotencyKey = randomUUID();
    const more = { sources: ['eu_fsf'], riskSubjectId };

    const { body: run } = await screen(own, { name: 'Nobody' }, more, { idempotencyKey });

    expect(run.riskSources).toEqual([{ fact: SANCTIONS, source: source('eu_fsf'), readByPolicies: [] }]);
    expect(run.notices).toEqual([{ code: 'risk_source_unread', message: expect.stringContaining(source('eu_fsf')) }]);
    await newPolicy(own, draft);
    const again = await screen(own, { name: 'Nobody' }, more, { idempotencyKey });
    expect(again.body).toEqual(run);
    const { id } = run;
    const read = await call(own.client, screeningRoutes.readScreeningRun, { params: { id } });
    expect(read.body.notices).toEqual(run.notices);
  });

  test('each kind of list has its own readers', async () => {
    const own = await aWorld();
    const riskSubjectId = await newSubject(own);
    const lists = source('eu_fsf', 'service_pep');
    const policyId = await newPolicy(own, policyReading('match', lists));

    const { body: run } = await screen(own, { name: 'Nobody' }, { sources: ['service_pep', 'eu_fsf'], riskSubjectId });

    expect(run.riskSources).toMatchObject([
      { fact: SANCTIONS, source: lists, readByPolicies: [{ policyVersionId: policyId }] },
      { fact: 'screening.pep', readByPolicies: [] },
    ]);
    expect(run.notices).toHaveLength(1);
  });

  test('the newest published version that reads the source is named, of each policy', async () => {
    const own = await aWorld();
    const riskSubjectId = await newSubject(own);
    const definition = policyReading('match', source('eu_fsf'));
    const [key, other] = [`a${randomUUID()}`, `b${randomUUID()}`];
    await newPolicy(own, definition, key);
    const second = await newPolicy(own, definition, key);
    const third = await newPolicy(own, definition, other);
    await newPolicy(own, policyReading('match', source('uk_sanctions')), key);

    expect((await readersIn(own, ['eu_fsf'], riskSubjectId)).readByPolicies).toEqual([
      { policyKey: key, policyVersionId: second, version: 2 },
      { policyKey: other, policyVersionId: third, version: 1 },
    ]);
  });

  test('policies of another organization or mode do not count', async () => {
    const own = await aWorld();
    const definition = policyReading('match', source('eu_fsf'));
    await newPolicy(await aWorld(), definition);
    await newPolicy(await aWorld('live', own.organizationId), definition);

    expect((await readersIn(own, ['eu_fsf'], await newSubject(own))).readByPolicies).toEqual([]);
  });

  test('a run without a risk subject records nothing and has no notice', async () => {
    const { body } = await screen(world, { name: 'Nobody' });

    expect(body).toMatchObject({ riskSources: [], notices: [] });
  });

  test('a policy that accepts a hundred screening sources can be published', async () => {
    const own = await aWorld();
    const many = (suffix: string) =>
      Array.from({ length: 50 }, (_, n) => `service:screening:eu_fsf:r${n + 1}:m90${suffix}`);
    const policy = policyReading('match', ...many(''));
    const [input] = policy.inputs;
    const pep = { ...input, key: 'screening.pep', acceptedSources: many(':l12') };
    const definition = { ...policy, inputs: [input, pep] };

    const policyId = await newPolicy(own, definition);

    const readers = await readersOf(
      dynamoStore,
      own,
      [...many('')].map((one) => ({ fact: SANCTIONS, source: one })),
    );
    expect(readers.flat().map(({ policyVersionId }) => policyVersionId)).toEqual(new Array(50).fill(policyId));
  });

  test('publishing a draft saved in another order stores its canonical form', async () => {
    const own = await aWorld();
    const definition = policyReading('match', source('eu_fsf', 'uk_sanctions'));
    const body = { key: `p${randomUUID()}`, definition };
    const { id } = await done(own.owner, riskRoutes.createPolicy, { body });
    await rewritePolicy(own, id, (text) =>
      text.replaceAll(source('eu_fsf', 'uk_sanctions'), source('uk_sanctions', 'eu_fsf')),
    );

    const published = await done(own.owner, riskRoutes.publishPolicy, { params: { id } });

    const context = { store: dynamoStore, caller: own } as unknown as Parameters<typeof readPolicy>[0];
    const stored = await readPolicy(context, id);
    for (const { data } of [published, stored])
      expect(data.definition.inputs[0]?.acceptedSources).toEqual([source('eu_fsf', 'uk_sanctions')]);
  });
});
