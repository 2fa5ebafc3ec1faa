import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { BatchWriteItemCommand, CreateTableCommand } from '@aws-sdk/client-dynamodb';
import { marshall } from '@aws-sdk/util-dynamodb';
import { startDynamoDb } from '#packages/local-aws/src/engines.ts';
import { dynamoClient } from '#shared/platform/aws-clients.ts';
import type { Route } from '#shared/platform/http/route.ts';
import { newId } from '#shared/platform/ids.ts';
import { keyIn } from '#shared/platform/store/collection.ts';
import { recordsOf } from '#shared/risk/repository/collections.ts';
import { riskRoutes } from '#shared/risk/routes.ts';
import { type TableDefinition, tables } from '#shared/tables.ts';
import type { CallOptions, Credential } from '#test/support/api.ts';
import { AUDIENCE, ISSUER, publicKeys } from '#test/support/issuer.ts';
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

/**
 * What the risk module costs: round trips and capacity of an operation, a batch of a hundred beside a
 * hundred single submissions, and a late page of a list beside its first. The emulator's milliseconds
 * mean little by themselves; its read and write units are those of AWS.
 *
 *     node bench/risk.ts
 */
const FACTS = Array.from({ length: 100 }, (_, index) => ({ key: `f${index}`, type: 'number' }));
const BATCH_ROUNDS = 5;
const SUBJECTS = 10_100;
const ROWS_PER_BATCH = 25;

const engine = await startDynamoDb();
const identity = createServer((request, response) => {
  const secret = { SecretString: 'the master secret of the bench' };
  response.end(JSON.stringify(request.method === 'GET' ? publicKeys : secret));
});
await new Promise<void>((resolve) => identity.listen(0, '127.0.0.1', resolve));
const identityUrl = `http://127.0.0.1:${(identity.address() as AddressInfo).port}`;
Object.assign(process.env, {
  STAGE: 'bench',
  POWERTOOLS_LOG_LEVEL: 'SILENT',
  POWERTOOLS_METRICS_DISABLED: 'true',
  AWS_REGION: 'us-east-1',
  AWS_ACCESS_KEY_ID: 'bench',
  AWS_SECRET_ACCESS_KEY: 'bench',
  AWS_ENDPOINT_URL_DYNAMODB: engine.endpoint,
  AWS_ENDPOINT_URL_SECRETS_MANAGER: identityUrl,
  JWKS_URI: `${identityUrl}/jwks.json`,
  ISSUER,
  AUDIENCE,
  MASTER_SECRET_ARN: 'arn:aws:secretsmanager:us-east-1:000000000000:secret:master',
});
const units = countUnits();
try {
  for (const [name, table] of Object.entries(tables)) await createTable(name, table);
  const world = await aWorld();
  await measureOperations(world);
  await measureBatch(world);
  await measurePages(world);
} finally {
  await engine.stop();
  identity.close();
}

async function measureOperations(world: World) {
  const [source, subjectId] = [await newSource(world, FACTS), await newSubject(world)];
  const inputs = FACTS.slice(0, 20).map(({ key, type }) => ({
    ...{ key, type, maxAgeSeconds: 86_400, acceptedSources: [source.identity] },
  }));
  const policyVersionId = await newPolicy(
    world,
    aDefinition(source.identity, { inputs, factors: [] }),
  );
  for (const { key } of FACTS.slice(0, 20)) await stated(source, subjectId, { fact: key });
  const { id: assessmentId } = await assessed(world, subjectId, policyVersionId);
  const params = { id: subjectId };
  const evidence = { sourceRegistrationId: source.id, ...aStatement({ fact: 'f0' }) };
  const items = FACTS.map(({ key }) => aStatement({ fact: key }));
  const batch = { sourceRegistrationId: source.id, items };
  const byKey = source.speaks;

  await cost('a submission of evidence', 2, byKey, riskRoutes.submitEvidence, {
    ...{ params, body: evidence },
  });
  await cost('a batch of 100', 2, byKey, riskRoutes.submitEvidenceBatch, { params, body: batch });
  await cost('an assessment of 20 inputs', 3, world.client, riskRoutes.createAssessment, {
    ...{ params, body: { policyVersionId, trigger: 'bench' } },
  });
  await cost('the state of an assessment', 3, world.client, riskRoutes.readAssessmentState, {
    ...{ params: { id: assessmentId } },
  });
}

async function cost(
  name: string,
  target: number,
  credential: Credential,
  route: Route,
  options: CallOptions,
) {
  const before = units();
  const { rounds } = await roundsOf(() => done(credential, route, options));
  const trips = afterAuthentication(rounds).length;
  reportAgainst(name, 'round trips after authentication', `target of ${target}`, trips, target);
  const consumed = units() - before;
  reportAgainst(name, 'capacity units', 'one unit', consumed, 1);
}

async function measureBatch(world: World) {
  const [source, one, other] = [
    await newSource(world, FACTS),
    await newSubject(world),
    await newSubject(world),
  ];
  const items = FACTS.map(({ key }) => aStatement({ fact: key }));
  const together = () =>
    done(source.speaks, riskRoutes.submitEvidenceBatch, {
      ...{ params: { id: one }, body: { sourceRegistrationId: source.id, items } },
    });
  const singly = async () => {
    for (const { key } of FACTS) await stated(source, other, { fact: key });
  };
  await together();
  await singly();
  const batchMs: number[] = [];
  const singleMs: number[] = [];
  for (let round = 0; round < BATCH_ROUNDS; round += 1) {
    batchMs.push(await timed(together));
    singleMs.push(await timed(singly));
  }
  reportAgainst(
    'a batch of 100',
    'ms',
    '100 single submissions',
    median(batchMs),
    median(singleMs),
  );
}

/** Page 1 and page 100 of a list of subjects. */
async function measurePages(world: World) {
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
  for (let page = 1; page <= 100; page += 1) {
    const before = units();
    const { body } = await list(world, 'subjects', { offset });
    consumed.push(units() - before);
    offset = body.nextOffset;
  }
  reportAgainst(
    'page 100 of 10,000 subjects',
    'read units',
    'page 1',
    consumed[99] ?? 0,
    consumed[0] ?? 0,
  );
}

/** Ids of one process ascend; these lie in the past, so their time is written into them. */
function newIdAt(milliseconds: number): string {
  const time = milliseconds.toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}${newId().slice(13)}`;
}

async function timed(action: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await action();
  return performance.now() - start;
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;
}

function tableNameOf(name: string) {
  return `bench-${name}`;
}

async function createTable(name: string, { indexes = {} }: TableDefinition) {
  process.env[`TABLE_${name.toUpperCase()}`] = tableNameOf(name);
  const schema = (partition: string, sort: string) => [
    { AttributeName: partition, KeyType: 'HASH' as const },
    { AttributeName: sort, KeyType: 'RANGE' as const },
  ];
  const attributes = ['pk', 'sk', ...Object.values(indexes).flatMap((i) => [i.partition, i.sort])];
  await dynamoClient().send(
    new CreateTableCommand({
      TableName: tableNameOf(name),
      BillingMode: 'PAY_PER_REQUEST',
      KeySchema: schema('pk', 'sk'),
      AttributeDefinitions: [...new Set(attributes)].map((AttributeName) => ({
        ...{ AttributeName, AttributeType: 'S' as const },
      })),
      ...(Object.keys(indexes).length > 0 && {
        GlobalSecondaryIndexes: Object.entries(indexes).map(([IndexName, { partition, sort }]) => ({
          ...{ IndexName, KeySchema: schema(partition, sort) },
          Projection: { ProjectionType: 'KEYS_ONLY' as const },
        })),
      }),
    }),
  );
}
