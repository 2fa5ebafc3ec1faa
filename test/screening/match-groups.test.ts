import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import type { ListedEntry } from '#packages/watchlist/src/listed-entry.ts';
import { organizationRoutes } from '#shared/organization/routes.ts';
import { DECIDED_AT_ONCE } from '#shared/screening/limits.ts';
import { screeningRoutes } from '#shared/screening/routes.ts';
import type { ScreeningMatch, ScreeningRun } from '#shared/screening/run.ts';
import { call, userOf } from '#test/support/api.ts';
import { preparedForFile } from '#test/support/prepared.ts';
import { aWorld, done, list, newSubject, type World } from '#test/support/risk-world.ts';
import { anEntry, loadList } from '#test/support/screening-examples.ts';

/** One person on several lists: groups of matches, and one decision for the certain ones. */
const NAME = 'Ambrose Quillfeather';
const un = (value: string): Partial<ListedEntry> => ({ references: [{ scheme: 'un', value }] });
const SOURCES = ['eu_fsf', 'uk_sanctions', 'ofac_sdn', 'ofac_consolidated'];

const world = preparedForFile(async () => {
  await loadList('eu_fsf', [anEntry({ id: 'EU.1', ...un('QDi.901'), measures: ['asset_freeze'] })]);
  await loadList('uk_sanctions', [
    anEntry({ id: 'STA0001', ...un('QDi.901'), measures: ['asset_freeze', 'travel_ban'] }),
  ]);
  // The same name and day of birth, and no number that says who it is.
  await loadList('ofac_sdn', [anEntry({ id: '7001' })]);
  // Born on another day.
  const other = { births: [{ from: '1980-01-02', to: '1980-01-02', isCirca: false }] };
  await loadList('ofac_consolidated', [anEntry({ id: '7002', ...un('QDi.901'), ...other })]);
  return aWorld();
});

let run: ScreeningRun;
const screenFor = async (as: World, more: object = {}): Promise<ScreeningRun> =>
  done(as.client, screeningRoutes.createScreeningRun, { body: { subject: { name: NAME }, sources: SOURCES, ...more } });
beforeEach(async () => {
  run = await screenFor(world);
});

const matchOn = (source: string, of = run): ScreeningMatch => {
  const match = of.matches.find((one) => one.source === source);
  if (!match) throw new Error(`no match on ${source}`);
  return match;
};
const groupOf = (source: string, of = run) => matchOn(source, of).group?.id ?? '';
const decide = (body: object, as = world.owner) =>
  call(as, screeningRoutes.decideScreeningGroup, {
    body: { groupId: groupOf('eu_fsf'), decision: 'confirmed', reason: 'Passport seen.', ...body },
  });
const readRun = (id = run.id): Promise<ScreeningRun> =>
  done(world.client, screeningRoutes.readScreeningRun, { params: { id } });
const decisionsOf = async (id = run.id) =>
  Object.fromEntries((await readRun(id)).matches.map(({ source, decision }) => [source, decision]));

describe('groups', () => {
  test('a run groups matches by UN reference, then by name and day of birth, never across births', () => {
    expect(run.matches.map(({ source, group }) => [source, group?.certainty])).toEqual(
      expect.arrayContaining([
        ['eu_fsf', 'certain'],
        ['uk_sanctions', 'certain'],
        ['ofac_sdn', 'likely'],
        ['ofac_consolidated', 'certain'],
      ]),
    );
    expect(groupOf('uk_sanctions')).toBe(groupOf('eu_fsf'));
    expect(groupOf('ofac_sdn')).toBe(groupOf('eu_fsf'));
    expect(groupOf('ofac_consolidated')).not.toBe(groupOf('eu_fsf'));
  });

  test('a match shows its references and measures, and the members of its group', async () => {
    const { id } = matchOn('uk_sanctions');

    const { body } = await call(world.client, screeningRoutes.readScreeningMatch, { params: { id } });
    const { body: listed } = await call(world.client, screeningRoutes.listScreeningMatches, {});

    expect(body.entry).toMatchObject({
      references: [{ scheme: 'un', value: 'QDi.901' }],
      measures: ['asset_freeze', 'travel_ban'],
    });
    expect(
      body.members.map(({ match, entry }: { match: ScreeningMatch; entry: object }) => [match.source, entry]),
    ).toEqual(
      expect.arrayContaining([
        ['eu_fsf', expect.objectContaining({ measures: ['asset_freeze'] })],
        ['uk_sanctions', body.entry],
        ['ofac_sdn', expect.objectContaining({ measures: [] })],
      ]),
    );
    expect(body.members).toHaveLength(3);
    const mine = listed.items.filter((one: { run: { id: string } }) => one.run.id === run.id);
    expect(new Set(mine.map(({ match }: { match: ScreeningMatch }) => match.group?.id)).size).toBe(2);
  });

  test('every run has groups of its own', async () => {
    expect(groupOf('eu_fsf', await screenFor(world))).not.toBe(groupOf('eu_fsf'));
  });
});

describe('a decision on a group', () => {
  test('decides the certain matches, with a trail entry and an event for each', async () => {
    const own = await aWorld();
    const riskSubjectId = await newSubject(own);
    const screened = await screenFor(own, { riskSubjectId });

    const answer = await call(own.owner, screeningRoutes.decideScreeningGroup, {
      body: { groupId: groupOf('eu_fsf', screened), decision: 'confirmed', reason: 'Passport seen.' },
    });

    expect(answer).toMatchObject({ status: 200, body: { unchanged: [], run: { id: screened.id, status: 'match' } } });
    expect(answer.body.decided.map((match: ScreeningMatch) => match.source).toSorted()).toEqual([
      'eu_fsf',
      'uk_sanctions',
    ]);
    const after = await done(own.client, screeningRoutes.readScreeningRun, { params: { id: screened.id } });
    expect(after.decisions).toEqual(
      ['eu_fsf', 'uk_sanctions'].map((source) =>
        expect.objectContaining({
          matchId: matchOn(source, screened).id,
          decision: 'confirmed',
          reason: 'Passport seen.',
        }),
      ),
    );
    const { body: events } = await list(own, 'events', { subjectId: riskSubjectId });
    expect(
      events.items.filter((one: { data: { type: string } }) => one.data.type === 'screening.match.decided'),
    ).toHaveLength(2);
    const { body: evidence } = await list(own, 'evidence', { subjectId: riskSubjectId });
    expect(evidence.items).toContainEqual(
      expect.objectContaining({ data: expect.objectContaining({ fact: 'screening.sanctions', value: 'match' }) }),
    );
    const { body } = await call(own.client, screeningRoutes.readScreeningMatch, {
      params: { id: matchOn('uk_sanctions', await screenFor(own, { riskSubjectId })).id },
    });
    expect(body.earlier).toMatchObject([{ decision: 'confirmed', matchId: matchOn('uk_sanctions', screened).id }]);
  });

  test('leaves out what `except` names, and what is likely', async () => {
    const { id } = matchOn('uk_sanctions');

    expect((await decide({ decision: 'false_positive', except: [id] })).status).toBe(200);

    expect(await decisionsOf()).toEqual({
      eu_fsf: 'false_positive',
      uk_sanctions: 'pending',
      ofac_sdn: 'pending',
      ofac_consolidated: 'pending',
    });
  });

  test('that repeats an earlier one changes nothing; one that contradicts it is refused', async () => {
    await decide({});
    const repeated = await decide({});
    const contrary = await decide({ decision: 'false_positive' });

    expect(repeated).toMatchObject({ status: 200, body: { decided: [] } });
    expect(repeated.body.unchanged).toHaveLength(2);
    expect(contrary).toMatchObject({ status: 409, body: { code: 'member_decided' } });
    expect((await readRun()).decisions).toHaveLength(2);
  });

  test('with the same idempotency key is made once', async () => {
    const headers = { 'idempotency-key': randomUUID() };
    const body = { groupId: groupOf('eu_fsf'), decision: 'confirmed', reason: 'Passport seen.' };

    const answers = await Promise.all(
      [1, 2].map(() => call(world.owner, screeningRoutes.decideScreeningGroup, { body, headers })),
    );

    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(answers[0]?.body).toEqual(answers[1]?.body);
    expect((await readRun()).decisions).toHaveLength(2);
  });

  test.each([
    ['an unknown group', () => ({ groupId: randomUUID() }), 404, 'not_found'],
    ['the id of a match', () => ({ groupId: matchOn('eu_fsf').id }), 404, 'not_found'],
    ['an exception that is only likely', () => ({ except: [matchOn('ofac_sdn').id] }), 422, 'not_in_group'],
    [
      'exceptions for all',
      () => ({ except: [matchOn('eu_fsf').id, matchOn('uk_sanctions').id] }),
      422,
      'no_matches_left',
    ],
  ])('for %s is refused and changes nothing', async (_case, body, status, code) => {
    expect(await decide(body())).toMatchObject({ status, body: { code } });
    expect(new Set(Object.values(await decisionsOf()))).toEqual(new Set(['pending']));
  });

  test('with a reason that the comparison of one match contradicts is refused for all', async () => {
    run = await screenFor(world, { subject: { name: NAME, datesOfBirth: ['1961-04-17'] } });

    const refused = await decide({ decision: 'false_positive', reason: 'Different date of birth' });

    expect(refused).toMatchObject({ status: 422, body: { code: 'reason_contradicted' } });
    expect(refused.body.detail).toContain('`except`');
    expect(new Set(Object.values(await decisionsOf()))).toEqual(new Set(['pending']));
  });

  test('clears none at or above the match score together with others, and confirms them', async () => {
    run = await screenFor(world, { subject: { name: NAME, datesOfBirth: ['1961-04-17'] } });
    const [first, second] = [matchOn('eu_fsf'), matchOn('uk_sanctions')];
    expect(Math.min(first.score, second.score)).toBeGreaterThanOrEqual(run.policy.matchScore);
    const clearing = { decision: 'false_positive', reason: 'The portrait shows someone else.' };

    expect(await decide(clearing)).toMatchObject({ status: 422, body: { code: 'match_cleared_alone' } });
    expect(new Set(Object.values(await decisionsOf()))).toEqual(new Set(['pending']));
    expect((await decide({ ...clearing, except: [second.id] })).status).toBe(200);
    expect((await decide({ except: [first.id] })).status).toBe(200);
    expect(await decisionsOf()).toMatchObject({ eu_fsf: 'false_positive', uk_sanctions: 'confirmed' });
  });

  test('requires an owner or admin', async () => {
    const member = await userOf(world.organizationId, 'member');

    expect((await decide({}, member)).status).toBe(403);
    expect((await decide({}, world.client)).status).toBe(403);
  });

  test('of another organization is not found', async () => {
    expect((await decide({}, (await aWorld()).owner)).status).toBe(404);
  });

  test('needs the proposal of another person for each match where two people are required', async () => {
    const own = await aWorld();
    const {
      revision,
      updatedAt: _at,
      updatedBy: _by,
      ...settings
    } = await done(own.owner, organizationRoutes.readSettings);
    const fourEyes = { policies: false, overrides: false, matches: true, lists: false };
    await done(own.owner, organizationRoutes.updateSettings, {
      body: { ...settings, reasons: null, fourEyes, expectedRevision: revision },
    });
    const screened = await screenFor(own);
    const body = { groupId: groupOf('eu_fsf', screened), decision: 'confirmed', reason: 'Passport seen.' };
    const propose = (source: string, decision: string, as = own.member) =>
      call(as, screeningRoutes.proposeScreeningDecision, {
        params: { id: matchOn(source, screened).id },
        body: { decision, reason: 'Passport seen.' },
      });
    const refused = () => call(own.owner, screeningRoutes.decideScreeningGroup, { body });

    expect(await refused()).toMatchObject({ status: 409, body: { code: 'second_person_required' } });
    await propose('eu_fsf', 'confirmed');
    expect(await refused()).toMatchObject({ status: 409, body: { code: 'second_person_required' } });
    await propose('uk_sanctions', 'confirmed', own.owner);
    expect(await refused()).toMatchObject({ status: 409, body: { code: 'second_person_required' } });
    await propose('uk_sanctions', 'false_positive');
    expect(await refused()).toMatchObject({ status: 409, body: { code: 'second_person_required' } });
    await propose('uk_sanctions', 'confirmed');
    expect((await refused()).status).toBe(200);
    const { decisions } = await done(own.client, screeningRoutes.readScreeningRun, { params: { id: screened.id } });
    expect(decisions).toMatchObject([
      { proposedBy: expect.stringMatching(/^user:/) },
      { proposedBy: expect.stringMatching(/^user:/) },
    ]);
  });
});

test('a group of more matches than fit into one transaction is refused', async () => {
  const own = await aWorld();
  const wallets = Array.from({ length: DECIDED_AT_ONCE + 1 }, (_, at) => `bc1qpaper${at}`);
  const wallet = (value: string) => ({ kind: 'wallet' as const, value, country: null });
  // Each entry shares a wallet with the next one on the other list.
  const chain = wallets.map((_value, at) =>
    anEntry({
      id: `L${at}`,
      names: [{ text: 'Chained Papermaker', isWeak: false }],
      identifiers: [wallets[at], wallets[at + 1]].flatMap((value) => (value ? [wallet(value)] : [])),
    }),
  );
  await loadList(
    'idb_sanctions',
    chain.filter((_, at) => at % 2 === 0),
  );
  await loadList(
    'service_pep',
    chain.filter((_, at) => at % 2 === 1),
  );
  const screened: ScreeningRun = await done(own.client, screeningRoutes.createScreeningRun, {
    body: { subject: { name: 'Chained Papermaker' }, sources: ['idb_sanctions', 'service_pep'] },
  });
  const groupId = screened.matches[0]?.group?.id;
  const body = { groupId, decision: 'false_positive', reason: 'Another person.' };
  const certain = screened.matches.filter(({ group }) => group?.id === groupId && group?.certainty === 'certain');

  expect(certain).toHaveLength(DECIDED_AT_ONCE + 1);
  expect(await call(own.owner, screeningRoutes.decideScreeningGroup, { body })).toMatchObject({
    status: 422,
    body: { code: 'group_too_large' },
  });
  const some = { ...body, except: [certain[0]?.id] };
  expect((await call(own.owner, screeningRoutes.decideScreeningGroup, { body: some })).body.decided).toHaveLength(
    DECIDED_AT_ONCE,
  );
});
