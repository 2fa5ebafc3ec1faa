import { afterEach, expect, test } from 'vitest';
import type { ListedEntry } from '#packages/watchlist/src/listed-entry.ts';
import { organizationRoutes } from '#shared/organization/routes.ts';
import { shiftClock } from '#shared/platform/clock.ts';
import { screeningRoutes } from '#shared/screening/routes.ts';
import { call } from '#test/support/api.ts';
import { preparedForFile } from '#test/support/prepared.ts';
import { aWorld, done, newSubject, type World } from '#test/support/risk-world.ts';
import { anEntry, loadList } from '#test/support/screening-examples.ts';

/** Decisions and proposals whose reason the comparison contradicts. */
const QUILL: ListedEntry = anEntry({
  id: 'EU.1',
  births: [{ from: '1961-04-17', to: '1961-04-17', isCirca: false }],
});

const world = preparedForFile(async () => {
  await loadList('eu_fsf', [QUILL]);
  return aWorld();
});

afterEach(() => shiftClock(0));

/** A match with the same name and day of birth. */
async function exactMatch(as: World, more: object = {}) {
  const run = await done(as.client, screeningRoutes.createScreeningRun, {
    body: { subject: { name: 'Ambrose Quillfeather', datesOfBirth: ['1961-04-17'] }, sources: ['eu_fsf'], ...more },
  });
  const [match] = run.matches;
  expect(match.factors.map(({ code }: { code: string }) => code)).toEqual(
    expect.arrayContaining(['name_same', 'dob_same_day']),
  );
  return { runId: run.id as string, id: match.id as string };
}

const { decideScreeningMatch, proposeScreeningDecision, readScreeningMatch, readScreeningRun } = screeningRoutes;
const decide = (as: World, id: string, reason: string, decision = 'false_positive') =>
  call(as.owner, decideScreeningMatch, { params: { id }, body: { decision, reason } });
const propose = (as: World, id: string, reason: string, decision = 'false_positive') =>
  call(as.member, proposeScreeningDecision, { params: { id }, body: { decision, reason } });

test.each(['Different date of birth', 'Born in another year.', 'Only part of the name agrees'])(
  'decision reasons: a decision and a proposal with “%s” on an exact match are a 422 that changes nothing',
  async (reason) => {
    const { id, runId } = await exactMatch(world);
    const read = async () => (await call(world.client, readScreeningRun, { params: { id: runId } })).body;
    const before = await read();

    const answers = [await decide(world, id, reason), await propose(world, id, reason)];

    for (const { status, body } of answers) {
      expect(status).toBe(422);
      expect(body.code).toBe('reason_contradicted');
      expect(body.detail).toMatch(/^The comparison contradicts `reason`: .+\. Give a reason/);
    }
    expect(await read()).toEqual(before);
    const { body } = await call(world.client, readScreeningMatch, { params: { id } });
    expect(body).toMatchObject({ match: { decision: 'pending' }, proposal: null });
  },
);

test('decision reasons: reasons that hold and reasons in own words are accepted', async () => {
  const confirmed = await exactMatch(world);
  const cleared = await exactMatch(world);
  const answers = [
    await propose(world, cleared.id, 'Born on the same day, but the portrait shows someone else.'),
    await decide(world, cleared.id, 'Born on the same day, but the portrait shows someone else.'),
    await decide(world, confirmed.id, 'Same full name and date of birth', 'confirmed'),
  ];
  expect(answers.map(({ status }) => status)).toEqual([201, 200, 200]);
});

test('decision reasons: an accepted proposal does not carry a contradicted reason into the decision', async () => {
  const { id } = await exactMatch(world);
  const { body: proposal } = await propose(world, id, 'Not the person on the portrait.');

  const refused = await call(world.owner, decideScreeningMatch, {
    params: { id },
    body: { decision: 'false_positive', reason: 'Different full name', proposalId: proposal.id },
  });

  expect([refused.status, refused.body.code]).toEqual([422, 'reason_contradicted']);
  const { body } = await call(world.client, readScreeningMatch, { params: { id } });
  expect(body.proposal.id).toBe(proposal.id);
});

test('decision reasons: a reason of the organization is checked by its fact, and shown with what contradicts it', async () => {
  const own = await aWorld();
  await done(own.owner, organizationRoutes.updateSettings, {
    body: {
      name: null,
      deadlines: {},
      subjectLink: null,
      expectedRevision: 0,
      fourEyes: { policies: false, overrides: false, matches: false, lists: false },
      reasons: {
        falsePositive: ['Wrong generation', 'Met in person'],
        confirmed: ['Birthday fits'],
        facts: [
          { reason: 'Wrong generation', fact: 'birth' },
          { reason: 'Birthday fits', fact: 'birth' },
        ],
      },
    },
  });
  shiftClock(6_000);
  const { id } = await exactMatch(own);

  const { body } = await call(own.client, readScreeningMatch, { params: { id } });
  const refused = await decide(own, id, 'Wrong generation');
  const accepted = await decide(own, id, 'Birthday fits', 'confirmed');

  expect(body.reasons).toEqual([
    {
      text: 'Wrong generation',
      decision: 'false_positive',
      fact: 'birth',
      contradiction: 'the day of birth is the same',
    },
    { text: 'Met in person', decision: 'false_positive', fact: 'none', contradiction: null },
    { text: 'Birthday fits', decision: 'confirmed', fact: 'birth', contradiction: null },
  ]);
  expect([refused.status, refused.body.code]).toEqual([422, 'reason_contradicted']);
  expect(accepted.status).toBe(200);
});

test('decision reasons: “Cleared before” needs a clearance of the unchanged entry', async () => {
  const own = await aWorld();
  const riskSubjectId = await newSubject(own);
  const before = 'Cleared before: same customer, same entry, unchanged';
  const first = await exactMatch(own, { riskSubjectId });

  const refused = [await decide(own, first.id, before), await propose(own, first.id, before)];
  await done(own.owner, decideScreeningMatch, {
    params: { id: first.id },
    body: { decision: 'false_positive', reason: 'The portrait shows someone else.' },
  });
  const second = await exactMatch(own, { riskSubjectId });
  const accepted = await decide(own, second.id, before);
  shiftClock(1_000);
  await done(own.owner, decideScreeningMatch, {
    params: { id: second.id },
    body: { decision: 'confirmed', reason: 'Passport seen.' },
  });
  const third = await exactMatch(own, { riskSubjectId });
  const afterConfirmation = await decide(own, third.id, before);

  expect(refused.map(({ status }) => status)).toEqual([422, 422]);
  expect(accepted.status).toBe(200);
  expect(afterConfirmation.status).toBe(422);
});
