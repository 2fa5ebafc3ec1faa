import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { organizationRoutes } from '#shared/organization/routes.ts';
import { dynamoStore } from '#shared/platform/store/dynamo-store.ts';
import { findCrawl } from '#shared/screening/repository/crawls.ts';
import { screeningRoutes } from '#shared/screening/routes.ts';
import { ensureCrawl } from '#shared/screening/use-cases/ensure-crawl.ts';
import { operatorMark } from '#shared/screening/use-cases/list-operators.ts';
import { type Credential, call, userOf } from '#test/support/api.ts';
import { prepareEngine } from '#test/support/engine.ts';
import { aWorld, done, type World } from '#test/support/risk-world.ts';
import { anEntry, holdVersion, loadList } from '#test/support/screening-examples.ts';
import { workerContext } from '#test/support/webhook-workers.ts';

/** Two operators for changes of a list. Settings are read once, so this has a file of its own. */
const { approveScreeningSource, rollBackScreeningSource, proposeListChange, listListProposals } = screeningRoutes;
const operators = [randomUUID(), randomUUID()] as const;
const params = { key: 'eu_fsf' };

let strict: World;
let lax: World;

beforeAll(async () => {
  process.env.LIST_OPERATORS = operators.join(',');
  await prepareEngine();
  [strict, lax] = [await aWorld('live', operators[0]), await aWorld('live', operators[1])];
  await done(strict.owner, organizationRoutes.updateSettings, {
    body: { fourEyes: { lists: true }, expectedRevision: 0 },
  });
});

let versionId: string;
let earlier: string;
beforeEach(async () => {
  earlier = (await loadList('eu_fsf', [anEntry()])).versionId;
  await loadList('eu_fsf', [anEntry()]);
  versionId = (await holdVersion('eu_fsf')).versionId;
});

const approve = (as: Credential, more: object = {}) =>
  call(as, approveScreeningSource, { params, body: { versionId, ...more } });
const rollBack = (as: Credential, more: object = {}) =>
  call(as, rollBackScreeningSource, { params, body: { versionId: earlier, reason: 'It lacks entries.', ...more } });
const propose = (as: Credential, change: string, of = change === 'approve' ? versionId : earlier) =>
  call(as, proposeListChange, { params, body: { change, versionId: of, reason: 'Compared.' } });
const codeOf = ({ status, body }: { status: number; body: { code?: string } }) => [status, body.code];
const REFUSED = [409, 'second_person_required'];

test('a version of the schedule is approved by two people of one organization', async () => {
  const alone = await approve(strict.owner);
  const byOther = (await propose(lax.owner, 'approve')).body.id;
  const across = await approve(strict.owner, { proposalId: byOther });
  const { body: proposal } = await propose(strict.owner, 'approve');
  const own = await approve(strict.owner, { proposalId: proposal.id });
  const done = await approve(strict.admin, { proposalId: proposal.id });

  expect([codeOf(alone), codeOf(across), codeOf(own)]).toEqual([REFUSED, REFUSED, REFUSED]);
  expect(proposal).not.toHaveProperty('proposedIn');
  expect(done).toMatchObject({ status: 200, body: { versionId } });
  const { items } = (await call(strict.admin, listListProposals, { params })).body;
  expect(items[0]).toMatchObject({ id: proposal.id, status: 'accepted', change: 'approve' });
});

test('an operator organization without the rule does not change lists for one with it', async () => {
  expect(codeOf(await approve(lax.owner))).toEqual(REFUSED);
  expect(codeOf(await rollBack(lax.owner))).toEqual(REFUSED);
});

test('a requester of another organization is no first person, and neither is one of the own', async () => {
  const sub = randomUUID();
  const requester = await userOf(operators[0], 'admin', { claims: { sub } });
  const own = await holdVersion('eu_fsf', { requestedBy: `user:${sub}`, requestedIn: operatorMark(operators[0]) });
  const foreign = await holdVersion('eu_fsf', {
    requestedBy: `user:${randomUUID()}`,
    requestedIn: operatorMark(operators[1]),
  });

  const codes = [
    codeOf(await approve(requester, { versionId: own.versionId })),
    codeOf(await approve(strict.owner, { versionId: foreign.versionId })),
  ];

  expect(codes).toEqual([REFUSED, REFUSED]);
  expect((await approve(strict.owner, { versionId: own.versionId })).status).toBe(200);
});

test('a roll-back takes two people', async () => {
  const alone = await rollBack(strict.owner);
  const { body: proposal } = await propose(strict.owner, 'roll_back');
  const own = await rollBack(strict.owner, { proposalId: proposal.id });
  const approval = await approve(strict.admin, { proposalId: proposal.id });
  const done = await rollBack(strict.admin, { proposalId: proposal.id });

  expect([codeOf(alone), codeOf(own)]).toEqual([REFUSED, REFUSED]);
  expect(codeOf(approval)).toEqual([409, 'proposal_not_open']);
  expect(done).toMatchObject({ status: 200, body: { versionId: earlier } });
});

test('a crawl has the person who requested it, whom the version names', async () => {
  const requester = { organizationId: operators[0], principal: `user:${randomUUID()}` };

  await ensureCrawl(workerContext(new Date()), { requester });

  const requested = { requestedBy: requester.principal, requestedIn: operatorMark(operators[0]) };
  expect(await findCrawl(dynamoStore)).toMatchObject({ status: 'running', requested });
});

test('proposals of versions that are not there, and of others than operators, are refused', async () => {
  const stranger = await aWorld('live');

  const codes = [
    codeOf(await propose(strict.owner, 'approve', earlier)),
    codeOf(await propose(strict.owner, 'roll_back', versionId)),
    codeOf(await propose(stranger.owner, 'roll_back')),
    codeOf(await propose(strict.member, 'roll_back')),
    codeOf(await call(stranger.owner, listListProposals, { params })),
  ];

  expect(codes).toEqual([
    [409, 'version_not_held'],
    [409, 'version_not_kept'],
    [403, 'forbidden'],
    [403, 'forbidden'],
    [403, 'forbidden'],
  ]);
});
