import { BatchWriteItemCommand } from '@aws-sdk/client-dynamodb';
import { marshall } from '@aws-sdk/util-dynamodb';
import { dynamoClient } from '#shared/platform/aws-clients.ts';
import { tableNameOf } from '#shared/platform/environment.ts';
import type { Route } from '#shared/platform/http/route.ts';
import { newId } from '#shared/platform/ids.ts';
import { keyIn } from '#shared/platform/store/collection.ts';
import { recordsOf } from '#shared/risk/repository/collections.ts';
import { riskRoutes } from '#shared/risk/routes.ts';
import type { CallOptions, Credential } from '#test/support/api.ts';
import {
  aDefinition,
  aStatement,
  assessed,
  aWorld,
  done,
  list,
  newPolicy,
  newSource,
  newSubject,
  stated,
  type World,
} from '#test/support/risk-world.ts';
import { afterAuthentication, roundsOf } from '#test/support/round-trips.ts';
import { countUnits, reportAgainst } from './support/consumed-units.ts';
import { median, timeOf, withEngines } from './support/engines.ts';
import { sized } from './support/size.ts';

/**
 * What the risk module costs: round trips and capacity of an operation, a batch of a hundred beside a
 * hundred single submissions, and a late page of a list beside its first. The emulator's milliseconds
 * mean little by themselves; its read and write units are those of AWS.
 *
 *     node bench/risk.ts
 */
const FACTS = Array.from({ length: sized(100, 20) }, (_, index) => ({
  key: `f${index}`,
  type: 'number',
}));
const BATCH_ROUNDS = sized(5, 1);
const PAGES = sized(100, 3);
/** A page has 100, and the last one is to have another after it. */
const SUBJECTS = 100 * (PAGES + 1);
const ROWS_PER_BATCH = 25;

await withEngines(async () => {
  const units = countUnits();
  const world = await aWorld();
  await measureOperations(world, units);
  await measureBatch(world);
  await measurePages(world, units);
});

type CountedUnits = ReturnType<typeof countUnits>;

async function measureOperations(world: World, units: CountedUnits) {
  const cost = costsBy(units);
  const [source, subjectId] = [await newSource(world, FACTS), await newSubject(world)];
  const inputs = FACTS.slice(0, 20).map(({ key, type }) => ({
    key,
    type,
    maxAgeSeconds: 86_400,
    acceptedSources: [source.identity],
  }));
  const policyVersionId = await newPolicy(world, aDefinition(source.identity, { inputs, factors: [] }));
  for (const { key } of FACTS.slice(0, 20)) await stated(source, subjectId, { fact: key });
  const { id: assessmentId } = await assessed(world, subjectId, policyVersionId);
  const params = { id: subjectId };
  const evidence = { sourceRegistrationId: source.id, ...aStatement({ fact: 'f0' }) };
  const items = FACTS.map(({ key }) => aStatement({ fact: key }));
  const batch = { sourceRegistrationId: source.id, items };
  const byKey = source.speaks;

  await cost('a submission of evidence', 2, byKey, riskRoutes.submitEvidence, { params, body: evidence });
  await cost(`a batch of ${FACTS.length}`, 2, byKey, riskRoutes.submitEvidenceBatch, {
    params,
    body: batch,
  });
  await cost('an assessment of 20 inputs', 3, world.client, riskRoutes.createAssessment, {
    params,
    body: { policyVersionId, trigger: 'bench' },
  });
  await cost('the state of an assessment', 3, world.client, riskRoutes.readAssessmentState, {
    params: { id: assessmentId },
  });
}

function costsBy(units: CountedUnits) {
  return async (name: string, target: number, credential: Credential, route: Route, options: CallOptions) => {
    const before = units();
    const { rounds } = await roundsOf(() => done(credential, route, options));
    const trips = afterAuthentication(rounds).length;
    reportAgainst(name, 'round trips after authentication', `target of ${target}`, trips, target);
    const consumed = units() - before;
    reportAgainst(name, 'capacity units', 'one unit', consumed, 1);
  };
}

async function measureBatch(world: World) {
  const [source, one, other] = [await newSource(world, FACTS), await newSubject(world), await newSubject(world)];
  const items = FACTS.map(({ key }) => aStatement({ fact: key }));
  const together = () =>
    done(source.speaks, riskRoutes.submitEvidenceBatch, {
      params: { id: one },
      body: { sourceRegistrationId: source.id, items },
    });
  const singly = async () => {
    for (const { key } of FACTS) await stated(source, other, { fact: key });
  };
  await together();
  await singly();
  const batchMs: number[] = [];
  const singleMs: number[] = [];
  for (let round = 0; round < BATCH_ROUNDS; round += 1) {
    batchMs.push(await timeOf(together));
    singleMs.push(await timeOf(singly));
  }
  reportAgainst(
    `a batch of ${FACTS.length}`,
    'ms',
    `${FACTS.length} single submissions`,
    median(batchMs),
    median(singleMs),
  );
}

/** The first page of a list of subjects, and a late one. */
async function measurePages(world: World, units: CountedUnits) {
  const collection = recordsOf(world, 'subjects');
  const startMs = Date.now() - SUBJECTS - 60_000;
  const rows = Array.from({ length: SUBJECTS }, (_, index) => {
    const id = newIdAt(startMs + index);
    const data = { kind: 'person', externalId: id, createdAt: new Date(startMs).toISOString() };
    return { ...keyIn(collection, id), id, resource: 'subjects', data };
  });
  for (let start = 0; start < rows.length; start += ROWS_PER_BATCH)
    await dynamoClient().send(
      new BatchWriteItemCommand({
        RequestItems: {
          [tableNameOf('risk')]: rows
            .slice(start, start + ROWS_PER_BATCH)
            .map((row) => ({ PutRequest: { Item: marshall(row) } })),
        },
      }),
    );
  const consumed: number[] = [];
  let offset = 0;
  for (let page = 1; page <= PAGES; page += 1) {
    const before = units();
    const { body } = await list(world, 'subjects', { offset });
    consumed.push(units() - before);
    offset = body.nextOffset;
  }
  reportAgainst(
    `page ${PAGES} of ${PAGES * 100} subjects`,
    'read units',
    'page 1',
    consumed[PAGES - 1] ?? 0,
    consumed[0] ?? 0,
  );
}

/** Ids of one process ascend; these lie in the past, so their time is written into them. */
function newIdAt(milliseconds: number): string {
  const time = milliseconds.toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}${newId().slice(13)}`;
}
