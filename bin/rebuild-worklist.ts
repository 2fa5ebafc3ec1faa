import { paginateScan } from '@aws-sdk/client-dynamodb';
import { dynamoClient } from '#shared/platform/aws-clients.ts';
import { Mode, type Scope, scopeKey } from '#shared/platform/caller.ts';
import { now } from '#shared/platform/clock.ts';
import { tableNameOf } from '#shared/platform/environment.ts';
import { newId } from '#shared/platform/ids.ts';
import { dynamoStore } from '#shared/platform/store/dynamo-store.ts';
import { assertShardPlan } from '#shared/platform/store/stored-shard-plan.ts';
import { rebuildWorklist } from '#shared/risk/index.ts';

/**
 * npm run rebuild-worklist: stores the worklist rows of actions that release 0.1.0 created. docs/operations.md
 * describes it.
 *
 * It uses the AWS credentials of the environment, and the environment variables TABLE_RISK, TABLE_IDENTITY and
 * SHARD_PLAN that functions have. With another plan than that of the stage it refuses to run.
 */
const USAGE = `npm run -s rebuild-worklist -- [ORGANIZATION test|live]

  without arguments: all organizations, found by a scan of the risk table`;

/** Organizations and modes with open actions or work, from the keys of their rows. */
async function everyScope(): Promise<Scope[]> {
  const scopes = new Map<string, Scope>();
  const scan = {
    TableName: tableNameOf('risk'),
    ProjectionExpression: 'pk',
    FilterExpression: 'contains(pk, :queue) OR contains(pk, :work)',
    ExpressionAttributeValues: { ':queue': { S: '#action-queue#' }, ':work': { S: '#work#' } },
  };
  for await (const { Items = [] } of paginateScan({ client: dynamoClient() }, scan))
    for (const { pk } of Items) {
      const [organizationId = '', mode] = String(pk?.S).split('#');
      const scope = { organizationId, mode: Mode.parse(mode) };
      scopes.set(scopeKey(scope), scope);
    }
  return [...scopes.values()];
}

const [organizationId, mode, ...rest] = process.argv.slice(2);
const parsed = Mode.safeParse(mode);
if (rest.length > 0 || (organizationId !== undefined && !parsed.success)) {
  console.error(USAGE);
  process.exit(2);
}
tableNameOf('identity'); // without it, the plan would not be compared
await assertShardPlan();
const scopes =
  organizationId !== undefined && parsed.success
    ? [{ organizationId, mode: parsed.data }]
    : await everyScope();
for (const scope of scopes) {
  const base = { store: dynamoStore, newId, now: now(), requestId: newId() };
  const { subjects, changed } = await rebuildWorklist(base, scope);
  console.log(`${scope.organizationId} ${scope.mode}: ${subjects} subjects, ${changed} changed`);
}
