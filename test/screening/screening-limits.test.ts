import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { serviceCaller } from '#shared/platform/caller.ts';
import { newId } from '#shared/platform/ids.ts';
import { dynamoStore } from '#shared/platform/store/dynamo-store.ts';
import { readState } from '#shared/risk/repository/subject-state.ts';
import { recordFromSources } from '#shared/risk/use-cases/record-evidence.ts';
import type { MatchesInForce } from '#shared/screening/matches-in-force.ts';
import { screeningProvenance } from '#shared/screening/provenance.ts';
import { replaceMatchesInForce } from '#shared/screening/repository/matches-in-force.ts';
import { screeningRoutes } from '#shared/screening/routes.ts';
import { call } from '#test/support/api.ts';
import { preparedForFile } from '#test/support/prepared.ts';
import { newSource, newSubject, submit } from '#test/support/risk-world.ts';
import {
  begun,
  checksOf,
  identify,
  NOT_LISTED,
  newScreeningWorkflow,
  screenedByStream,
} from '#test/support/screened-sessions.ts';
import { aScreeningWorld } from '#test/support/screening-world.ts';
import { evidenceAbout } from '#test/support/verification-world.ts';

/** Limits on what screenings leave behind on one risk subject. */
const world = preparedForFile(aScreeningWorld);

const SOURCES_PER_SUBJECT = 200;
/** Each source is a row of the transaction that records it. */
const AT_ONCE = 90;

const screen = (riskSubjectId: string, name: string, more: Record<string, unknown> = {}) =>
  call(world.client, screeningRoutes.createScreeningRun, {
    body: { subject: { name }, sources: ['eu_fsf'], riskSubjectId, ...more },
  });

/** A subject with evidence of this many sources. */
async function subjectWithSources(count: number): Promise<string> {
  const subjectId = await newSubject(world);
  const context = {
    store: dynamoStore,
    caller: serviceCaller(world, 'screening'),
    now: new Date(),
    newId,
    requestId: randomUUID(),
  };
  for (let from = 0; from < count; from += AT_ONCE) {
    const state = await readState(dynamoStore, world, subjectId);
    const submissions = Array.from({ length: Math.min(AT_ONCE, count - from) }, (_, index) => ({
      provenance: screeningProvenance(`service:screening:uk_sanctions:r${from + index}:m999`),
      items: [
        {
          fact: 'screening.sanctions',
          status: 'available' as const,
          value: 'clear',
          observedAt: context.now.toISOString(),
        },
      ],
    }));
    const { writes } = recordFromSources(context, subjectId, state, {
      submissions,
      isBatch: false,
    });
    await dynamoStore.transact(writes, randomUUID());
  }
  return subjectId;
}

test('sources: a subject has evidence of at most 200, and those that it has stay usable', async () => {
  const subjectId = await subjectWithSources(SOURCES_PER_SUBJECT - 1);
  const last = await screen(subjectId, 'John Doe');

  const further = await screen(subjectId, 'John Doe', { reviewScore: 71 });
  const ofSource = await submit(await newSource(world), subjectId);
  const again = await screen(subjectId, 'John Doe');

  expect([last.status, further.status, ofSource.status, again.status]).toEqual([201, 422, 422, 201]);
  for (const { body } of [further, ofSource])
    expect(body).toMatchObject({
      code: 'too_many_sources',
      detail: expect.stringContaining('at most 200 sources'),
    });
  expect(await evidenceAbout(world, subjectId)).toHaveLength(SOURCES_PER_SUBJECT + 1);
  const pk = `${world.organizationId}#${world.mode}#subject-state#${subjectId}`;
  const head = await dynamoStore.get('risk', { pk, sk: 'head' });
  expect(Object.keys(head?.sources ?? {})).toHaveLength(SOURCES_PER_SUBJECT);
});

test('sources: the screening step of a session ends with an error beyond the limit', async () => {
  const subjectId = await subjectWithSources(SOURCES_PER_SUBJECT - 2);
  const attempt = await begun(world, await newScreeningWorkflow(world), subjectId);
  // The document step is a source of its own.
  await identify(world, attempt, NOT_LISTED);
  expect((await screen(subjectId, 'John Doe', { reviewScore: 71 })).status).toBe(201);

  await screenedByStream(attempt.runId);

  expect(await checksOf(world, attempt.sessionId)).toMatchObject([
    { data: { status: 'error', flags: [{ code: 'review_recommended' }] } },
  ]);
});

const openMatches = (entries: Record<string, number>): MatchesInForce => ({
  runId: newId(),
  subjectDigest: randomUUID(),
  reviewScore: 70,
  lookbackMonths: null,
  lists: {
    uk_sanctions: {
      open: { entries, strongest: [{ matchId: newId(), score: 75, standing: null }] },
      confirmed: [],
    },
  },
});

test('open matches: runs of ever new data are refused once 100 wait for a decision', async () => {
  const subjectId = await newSubject(world);
  const planted = Array.from({ length: 100 }, () => openMatches({ [randomUUID()]: 75 }));
  await dynamoStore.transact(
    planted.map((one) => replaceMatchesInForce(world, subjectId, one)),
    randomUUID(),
  );

  const found = await screen(subjectId, 'Ambrose Quillfeather');
  const clear = await screen(subjectId, 'John Doe');

  expect(found).toMatchObject({ status: 422, body: { code: 'too_many_open_matches' } });
  expect(clear.status).toBe(201);
});
