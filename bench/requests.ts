import { randomUUID } from 'node:crypto';
import { TransactWriteItemsCommand, type TransactWriteItemsCommandInput } from '@aws-sdk/client-dynamodb';
import { organizationRoutes } from '#shared/organization/routes.ts';
import { dynamoClient } from '#shared/platform/aws-clients.ts';
import { riskRoutes } from '#shared/risk/routes.ts';
import { type Credential, call, keyOf, prepareCall, userOf } from '#test/support/api.ts';
import { costOf, median, report, timeOf, withEngines } from './support/engines.ts';
import { sized } from './support/size.ts';

/**
 * The cost of requests: round trips and capacity units of each operation including authentication, and
 * the time of `POST /risk/subjects` compared with the bare transaction that it makes.
 */
const ROUNDS = sized(500, 3);
const WARM_UP = sized(300, 1);
const LISTED = sized(120, 3);

const aSubject = () => ({ kind: 'person', externalId: randomUUID() });

await withEngines(async () => {
  const organizationId = randomUUID();
  const { credential: client } = await keyOf(organizationId, 'test');
  const owner = await userOf(organizationId, 'owner');
  await costs(client, owner);
  await overBareTransaction(client);
});

async function costs(client: Credential, owner: Credential): Promise<void> {
  const { body: subject } = await call(client, riskRoutes.createSubject, { body: aSubject() });
  for (let made = 0; made < LISTED; made += 1) await call(client, riskRoutes.createSubject, { body: aSubject() });
  const params = { resource: 'subjects', id: subject.id };
  const events = { params: { resource: 'events' }, query: { resourceId: subject.id } };
  const operations: [string, () => Promise<unknown>][] = [
    ['create a subject', () => call(client, riskRoutes.createSubject, { body: aSubject() })],
    ['read a subject', () => call(client, riskRoutes.readRecord, { params })],
    [
      `list ${Math.min(100, LISTED)} subjects`,
      () => call(client, riskRoutes.listRecords, { params: { resource: 'subjects' } }),
    ],
    ['history of a subject', () => call(client, riskRoutes.listRecords, events)],
    ['create an API key', () => call(owner, organizationRoutes.createApiKey, { body: { mode: 'test' } })],
    ['list API keys', () => call(owner, organizationRoutes.listApiKeys)],
  ];
  for (const [name, work] of operations) {
    await work();
    const { roundTrips, readUnits, writeUnits } = await costOf(work);
    report({ name, value: roundTrips, unit: 'round trips' });
    report({ name, value: readUnits, unit: 'read units' });
    report({ name, value: writeUnits, unit: 'write units' });
  }
}

/** Alternating, so that other load of the machine affects both alike. */
async function overBareTransaction(client: Credential): Promise<void> {
  const bare = await recordedTransaction(() => call(client, riskRoutes.createSubject, { body: aSubject() }));
  const requests: number[] = [];
  const transactions: number[] = [];
  for (let round = 0; round < WARM_UP + ROUNDS; round += 1) {
    const send = await prepareCall(client, riskRoutes.createSubject, { body: aSubject() });
    const request = await timeOf(send);
    const transaction = await timeOf(() => dynamoClient().send(new TransactWriteItemsCommand(elsewhere(bare))));
    if (round < WARM_UP) continue;
    requests.push(request);
    transactions.push(transaction);
  }
  report({
    name: 'POST /risk/subjects, from request to answer',
    value: median(requests),
    unit: 'ms',
    against: 'the bare transaction it makes',
    ratio: median(requests) / median(transactions),
  });
}

async function recordedTransaction(work: () => Promise<unknown>) {
  let input: TransactWriteItemsCommandInput | undefined;
  dynamoClient().middlewareStack.add(
    (next, { commandName }) =>
      (args) => {
        if (commandName === 'TransactWriteItemsCommand') input = args.input as TransactWriteItemsCommandInput;
        return next(args);
      },
    { step: 'initialize', name: 'record' },
  );
  await work();
  dynamoClient().middlewareStack.remove('record');
  if (!input) throw new Error('No transaction was made.');
  return input;
}

/** The same rows under new keys, so that no condition fails. */
function elsewhere(bare: TransactWriteItemsCommandInput): TransactWriteItemsCommandInput {
  const run = randomUUID();
  return {
    ClientRequestToken: run,
    TransactItems: (bare.TransactItems ?? []).map(({ Put }) => {
      if (!Put?.Item) throw new Error('A subject is made by puts alone.');
      return { Put: { ...Put, Item: { ...Put.Item, pk: { S: `${Put.Item.pk?.S}#${run}` } } } };
    }),
  };
}
