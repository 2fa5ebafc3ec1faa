import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { organizationRoutes } from '#shared/organization/routes.ts';
import { screeningRoutes } from '#shared/screening/routes.ts';
import { call } from '#test/support/api.ts';
import { unitsOf } from '#test/support/observed-units.ts';
import { preparedForFile } from '#test/support/prepared.ts';
import { aWorld, done, list as listRecords, newSubject } from '#test/support/risk-world.ts';
import { loadList } from '#test/support/screening-examples.ts';
import { decide, propose, QUILL, read, screenFor, worldWithLists } from './match-calls.ts';

/** One match in detail, and proposals. */
const world = preparedForFile(worldWithLists);

const { proposeScreeningDecision } = screeningRoutes;

describe('a match in detail', () => {
  test('has its run, subject, entry and decisions', async () => {
    const riskSubjectId = await newSubject(world);
    const run = await screenFor(world, undefined, { riskSubjectId });
    const { entry, ...match } = run.matches[0];

    const { status, body } = await read(world, match.id);

    const { matches: _matches, ...about } = run;
    expect(status).toBe(200);
    expect(body).toMatchObject({ match, run: about, entry, earlier: [], proposal: null });
    expect(body.subject).toMatchObject({ id: riskSubjectId });
    expect(body.run).not.toHaveProperty('matches');
    await decide(world, match.id);
    expect((await read(world, match.id)).body).toMatchObject({
      match: { decision: 'false_positive' },
      run: { status: 'clear', decisions: [{ matchId: match.id, reason: 'Born in another year.' }] },
      earlier: [],
    });
  });

  test('shows decisions on the same entry for the same subject, and whether it changed', async () => {
    const own = await aWorld();
    const riskSubjectId = await newSubject(own);
    const first = await screenFor(own, undefined, { riskSubjectId });
    await decide(own, first.matches[0].id);
    // The same screened data without the risk subject, and the risk subject with other data.
    const sameData = await screenFor(own);
    const sameSubject = await screenFor(own, 'Ambrose T Quillfeather', { riskSubjectId });
    const neither = await screenFor(own, 'Ambrose T Quillfeather');
    const earlierOf = async (run: { matches: { id: string }[] }) =>
      (await read(own, run.matches[0]?.id ?? '')).body.earlier;

    const decided = {
      runId: first.id,
      matchId: first.matches[0].id,
      decision: 'false_positive',
      reason: 'Born in another year.',
      proposedBy: null,
      score: first.matches[0].score,
      decidedBy: expect.stringMatching(/^user:/),
      decidedAt: expect.any(String),
      entryDigest: first.matches[0].entry.digest,
      entryChanged: false,
    };
    expect(await earlierOf(sameData)).toEqual([decided]);
    expect(await earlierOf(sameSubject)).toEqual([decided]);
    expect(await earlierOf(neither)).toEqual([]);
    expect(await earlierOf(first)).toEqual([]);

    await loadList('eu_fsf', [{ ...QUILL, programmes: ['SYR'] }]);
    const changed = await screenFor(own, undefined, { riskSubjectId });
    await loadList('eu_fsf', [QUILL]);
    expect(await earlierOf(changed)).toEqual([{ ...decided, entryChanged: true }]);
    const units = await unitsOf(() => read(own, changed.matches[0].id));
    expect(units.filter(({ pk }) => pk.includes('#match-decisions#'))).toHaveLength(2);
  });
});

describe('proposals', () => {
  test('are made by members and accepted by an owner or admin', async () => {
    const own = await aWorld();
    const run = await screenFor(own);
    const { id } = run.matches[0];

    const { status, body: proposal } = await propose(own, id);
    const unchanged = await read(own, id);
    const { body: decided } = await decide(own, id, { proposalId: proposal.id });

    expect(status).toBe(201);
    expect(proposal).toMatchObject({
      matchId: id,
      decision: 'false_positive',
      status: 'open',
      closedBy: null,
      proposedBy: expect.stringMatching(/^user:/),
    });
    expect(unchanged.body).toMatchObject({ match: { decision: 'pending' }, proposal });
    expect(decided.run.status).toBe('clear');
    const { body: after } = await read(own, id);
    expect(after.proposal).toBeNull();
    expect(after.run.decisions).toMatchObject([{ proposalId: proposal.id, proposedBy: proposal.proposedBy }]);
    const { body: events } = await listRecords(own, 'events');
    expect(events.items.map(({ data }: { data: { type: string } }) => data.type)).toEqual(
      expect.arrayContaining(['screening.match.proposed', 'screening.match.decided']),
    );
    const { listedName, source } = after.match;
    const found = async (query: Record<string, string>) => {
      const { body } = await listRecords(own, 'events', query);
      return body.items.map(({ data }: { data: { type: string; details: object } }) => data);
    };
    const decidedEvents = await found({
      type: 'screening.match.*',
      outcome: 'false_positive',
      text: listedName.toUpperCase(),
    });
    expect(decidedEvents).toMatchObject(
      ['screening.match.proposed', 'screening.match.decided'].map((type) => ({
        type,
        details: { list: source, listedName, decision: 'false_positive' },
      })),
    );
    expect(await found({ outcome: 'confirmed' })).toEqual([]);
    expect(await found({ text: 'a text that no event has' })).toEqual([]);
  });

  test('are superseded by a newer one and by a decision that does not name them', async () => {
    const own = await aWorld();
    const { id } = (await screenFor(own)).matches[0];
    const { body: first } = await propose(own, id);
    const { body: second } = await propose(own, id, 'confirmed');

    expect((await decide(own, id, { proposalId: first.id })).body.code).toBe('proposal_not_open');
    expect((await decide(own, id, { proposalId: second.id })).body.code).toBe('proposal_differs');
    expect((await read(own, id)).body).toMatchObject({
      match: { decision: 'pending' },
      proposal: { id: second.id },
    });
    expect((await decide(own, id)).status).toBe(200);
    expect((await read(own, id)).body.proposal).toBeNull();
    expect((await decide(own, id, { proposalId: second.id })).status).toBe(409);
  });

  test('need a user, a reason and a match', async () => {
    const { id } = (await screenFor(world)).matches[0];
    const body = { decision: 'confirmed', reason: 'The same person.' };
    const { member } = world;
    const from = (as: typeof member, params: { id: string }, sent: object) =>
      call(as, proposeScreeningDecision, { params, body: sent });

    expect((await from(world.client, { id }, body)).status).toBe(403);
    expect((await from(member, { id }, { ...body, reason: ' ' })).status).toBe(400);
    expect((await from(member, { id }, { ...body, decision: 'pending' })).status).toBe(400);
    expect((await from(member, { id: randomUUID() }, body)).status).toBe(404);
    expect((await read(world, id)).body.proposal).toBeNull();
  });
});

describe('four eyes', () => {
  test('a decision has to accept the proposal of another person', async () => {
    const own = await aWorld();
    const { id } = (await screenFor(own)).matches[0];
    const { body: before } = await call(own.owner, organizationRoutes.readSettings);
    const { revision, updatedAt: _at, updatedBy: _by, ...settings } = before;
    const fourEyes = { policies: false, overrides: false, matches: true, lists: false };
    await done(own.owner, organizationRoutes.updateSettings, {
      body: { ...settings, reasons: null, fourEyes, expectedRevision: revision },
    });
    const ownProposal = await done(own.owner, proposeScreeningDecision, {
      params: { id },
      body: { decision: 'false_positive', reason: 'Born in another year.' },
    });

    const alone = await decide(own, id);
    const same = await decide(own, id, { proposalId: ownProposal.id });
    const { body: proposal } = await propose(own, id);
    const second = await decide(own, id, { proposalId: proposal.id });

    expect([alone.status, alone.body.code]).toEqual([409, 'second_person_required']);
    expect([same.status, same.body.code]).toEqual([409, 'second_person_required']);
    expect(second.status).toBe(200);
    expect((await read(own, id)).body.run.decisions).toHaveLength(1);
  });
});
