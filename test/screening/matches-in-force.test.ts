import { describe, expect, test } from 'vitest';
import { screeningRoutes } from '#shared/screening/routes.ts';
import { type Credential, call, type Response, userOf } from '#test/support/api.ts';
import { forgetMatchesInForce } from '#test/support/older-runs.ts';
import { preparedForFile } from '#test/support/prepared.ts';
import { done, list, newPolicy, newSubject } from '#test/support/risk-world.ts';
import { anEntry, loadList } from '#test/support/screening-examples.ts';
import { aScreeningWorld } from '#test/support/screening-world.ts';
import { evidenceAbout, policyOver, resolutionOf } from '#test/support/verification-world.ts';

/** Matches that stay in force for a risk subject, whatever else is screened for it. */
const world = preparedForFile(aScreeningWorld);

const LISTED = { name: 'Ambrose Quillfeather', datesOfBirth: ['1961-04-17'] };
const MAYBE_LISTED = { name: 'Ambrose Quillfeather' };
const OTHER = { name: 'John Doe' };
const SOURCES = ['eu_fsf', 'uk_sanctions'];
const SOURCE = 'service:screening:eu_fsf+uk_sanctions:r70:m90';

type Run = Response['body'];

const screen = async (
  riskSubjectId: string,
  subject: Record<string, unknown>,
  more: Record<string, unknown> = {},
  as: Credential = world.client,
): Promise<Run> =>
  done(as, screeningRoutes.createScreeningRun, {
    body: { subject, sources: SOURCES, riskSubjectId, ...more },
  });

const decide = (run: Run, decision: string, at = 0) =>
  done(world.owner, screeningRoutes.decideScreeningMatch, {
    params: { id: run.matches[at].id },
    body: { decision, reason: 'Looked at it.' },
  });

/** Fact and source -> the value of the current receipt, or its status without one. */
async function factsOf(subjectId: string): Promise<Record<string, unknown>> {
  const receipts = await evidenceAbout(world, subjectId);
  return Object.fromEntries(receipts.map(({ data }) => [`${data.fact} ${data.source}`, data.value ?? data.status]));
}

const sanctionsOf = async (subjectId: string, source = SOURCE) =>
  (await factsOf(subjectId))[`screening.sanctions ${source}`];

const keptIn = async (subjectId: string) =>
  (await list(world, 'events', { subjectId })).body.items.filter(
    ({ data }: Run) => data.type === 'screening.fact.kept',
  );

async function confirmedSubject() {
  const subjectId = await newSubject(world);
  const run = await screen(subjectId, LISTED);
  await decide(run, 'confirmed');
  return { subjectId, run };
}

describe('a confirmed match', () => {
  test('is changed by no call of a member or an API key', async () => {
    const { subjectId, run } = await confirmedSubject();
    const member = await userOf(world.organizationId, 'member');
    const asMember: Credential = async (request) => ({
      'x-risk-mode': world.mode,
      ...(await member(request)),
    });
    const input = { key: 'screening.sanctions', type: 'string', maxAgeSeconds: 3_600 };
    const policyId = await newPolicy(world, policyOver([{ ...input, acceptedSources: [SOURCE] }]));

    for (const as of [world.client, asMember]) {
      await screen(subjectId, OTHER, {}, as);
      await screen(subjectId, LISTED, {}, as);
      await screen(subjectId, { name: '—' }, {}, as); // screens nothing: an error
      await screen(subjectId, { ...LISTED, name: 'Ambrose Quilfeatherr' }, {}, as);
      await screen(subjectId, OTHER, { sources: SOURCES.toReversed() }, as);
      const body = { decision: 'false_positive', reason: 'I say so.' };
      const params = { id: run.matches[0].id };
      const refusal = await call(as, screeningRoutes.decideScreeningMatch, { params, body });
      expect(refusal.status).toBe(403);
      await call(as, screeningRoutes.proposeScreeningDecision, { params, body });

      expect(await sanctionsOf(subjectId)).toBe('match');
      expect((await resolutionOf(world, subjectId, policyId))['screening.sanctions']).toBe('match');
    }
  });

  test('is named by a run that finds less, and by the history', async () => {
    const { subjectId, run } = await confirmedSubject();

    const later = await screen(subjectId, OTHER);

    const matchId = run.matches[0].id;
    expect(later.status).toBe('clear');
    expect(later.notices).toContainEqual({
      code: 'earlier_match_confirmed',
      message: expect.stringContaining('`screening.sanctions` stays `match`'),
      runId: run.id,
      matchId,
    });
    expect(await keptIn(subjectId)).toMatchObject([
      {
        data: {
          resource: 'screening-runs',
          resourceId: later.id,
          details: {
            fact: 'screening.sanctions',
            source: SOURCE,
            value: 'match',
            found: 'clear',
            earlier: [{ code: 'earlier_match_confirmed', runId: run.id, matchId }],
          },
        },
      },
    ]);
    const stored = await done(world.client, screeningRoutes.readScreeningRun, {
      params: { id: later.id },
    });
    expect(stored.notices).toEqual(later.notices);
  });

  test('decided otherwise lets the fact follow the latest run', async () => {
    const { subjectId, run } = await confirmedSubject();
    await screen(subjectId, OTHER);

    await decide(run, 'false_positive');

    expect(await sanctionsOf(subjectId)).toBe('clear');
    const receipts = await evidenceAbout(world, subjectId);
    expect(receipts.at(-1)?.data.providerRef).not.toBe(`screening-run:${run.id}`);
    await decide(run, 'confirmed');
    expect(await sanctionsOf(subjectId)).toBe('match');
  });

  test('counts for every source with its list, whatever the scores, and for no other list', async () => {
    const { subjectId, run } = await confirmedSubject();
    const scores = { reviewScore: 98, matchScore: 99 };

    await screen(subjectId, OTHER, { sources: ['eu_fsf'], ...scores });
    await screen(subjectId, OTHER, { sources: ['uk_sanctions'] });
    const kept = await factsOf(subjectId);
    await decide(run, 'false_positive');
    const released = await factsOf(subjectId);

    expect(kept).toEqual({
      [`screening.sanctions ${SOURCE}`]: 'match',
      'screening.sanctions service:screening:eu_fsf:r98:m99': 'match',
      'screening.sanctions service:screening:uk_sanctions:r70:m90': 'clear',
    });
    expect(new Set(Object.values(released))).toEqual(new Set(['clear']));
  });

  test('of many sources is decided in one change, and those left follow with their next run', {
    tags: 'full',
  }, async () => {
    const { subjectId, run } = await confirmedSubject();
    const sources = ['eu_fsf'];
    const scores = Array.from({ length: 45 }, (_, at) => ({ reviewScore: at + 1, matchScore: 90 }));
    for (const policy of scores) await screen(subjectId, OTHER, { sources, ...policy });
    const kept = Object.values(await factsOf(subjectId));

    await decide(run, 'false_positive');

    const left = Object.entries(await factsOf(subjectId)).filter(([, value]) => value === 'match');
    expect(kept).toEqual(Array.from({ length: 46 }, () => 'match'));
    expect(left).toHaveLength(6);
    expect(await sanctionsOf(subjectId)).toBe('clear');
    for (const { reviewScore } of scores.slice(0, 6)) await screen(subjectId, OTHER, { sources, reviewScore });
    expect(new Set(Object.values(await factsOf(subjectId)))).toEqual(new Set(['clear']));
  });

  test('on the PEP list keeps its standing and is no sanctions hit', async () => {
    const subjectId = await newSubject(world);
    const both = { sources: ['eu_fsf', 'service_pep'] };
    const run = await screen(subjectId, { name: 'Greta Stapler' }, both);
    await decide(run, 'confirmed');
    await screen(subjectId, OTHER, both);
    const kept = await factsOf(subjectId);
    await decide(run, 'false_positive');

    expect(kept).toEqual({
      'screening.sanctions service:screening:eu_fsf+service_pep:r70:m90': 'clear',
      'screening.pep service:screening:service_pep:r70:m90:l12': 'pep',
    });
    expect(await factsOf(subjectId)).toMatchObject({
      'screening.pep service:screening:service_pep:r70:m90:l12': 'none',
    });
  });

  test('stays when its entry leaves the list, and waits for a new decision', async () => {
    const [listed, neighbour] = [
      anEntry({ names: [{ text: 'Ottoline Blotter', isWeak: false }] }),
      anEntry({ names: [{ text: 'Percival Stampede', isWeak: false }] }),
    ];
    await loadList('ofac_sdn', [listed, neighbour]);
    const own = await newSubject(world);
    const sources = ['ofac_sdn'];
    const source = 'service:screening:ofac_sdn:r70:m90';
    const run = await screen(own, { name: 'Ottoline Blotter' }, { sources });
    await decide(run, 'confirmed');
    const [match] = run.matches;
    const { versionId } = await loadList('ofac_sdn', [neighbour]);
    // Functions keep the state of lists for a second.
    await expect.poll(async () => (await screen(own, OTHER, { sources })).sources[0].versionId).toBe(versionId);
    const pendingIds = async () => {
      const query = { source: 'ofac_sdn', decision: 'pending' };
      const { items } = await done(world.client, screeningRoutes.listScreeningMatches, { query });
      return items.map((item: Run) => [item.match.id, item.match.decision, item.match.reviewReason]);
    };
    const requested = await pendingIds();
    const kept = await sanctionsOf(own, source);
    await decide(run, 'confirmed');
    await screen(own, OTHER, { sources });

    expect(kept).toBe('match');
    expect(requested).toEqual([[match.id, 'confirmed', 'listing_removed']]);
    expect(await pendingIds()).toEqual([]);
    expect(await sanctionsOf(own, source)).toBe('match');
    const events = (await list(world, 'events', { subjectId: own })).body.items;
    expect(events.filter(({ data }: Run) => data.type === 'screening.match.review_requested')).toMatchObject([
      { data: { resourceId: run.id, details: { matchId: match.id } } },
    ]);
    await decide(run, 'false_positive');
    expect(await sanctionsOf(own, source)).toBe('clear');
  });
});

describe('an undecided match', () => {
  test('keeps the fact while other data is screened, until it is decided', async () => {
    const subjectId = await newSubject(world);
    const run = await screen(subjectId, LISTED);
    const later = await screen(subjectId, OTHER);
    const weaker = await screen(subjectId, MAYBE_LISTED);
    const kept = await sanctionsOf(subjectId);
    await decide(run, 'false_positive');
    const released = await sanctionsOf(subjectId);
    await decide(weaker, 'false_positive');

    expect([later.status, weaker.status]).toEqual(['clear', 'possible_match']);
    for (const { notices } of [later, weaker])
      expect(notices).toContainEqual(
        expect.objectContaining({
          code: 'earlier_match_open',
          runId: run.id,
          matchId: run.matches[0].id,
        }),
      );
    expect([kept, released, await sanctionsOf(subjectId)]).toEqual(['match', 'possible_match', 'clear']);
  });

  test('keeps the fact when a later run of the same data cannot find it for its scores', async () => {
    const subjectId = await newSubject(world);
    await screen(subjectId, MAYBE_LISTED);
    await screen(subjectId, MAYBE_LISTED, { reviewScore: 98, matchScore: 99 });
    await screen(subjectId, OTHER);

    expect(await sanctionsOf(subjectId)).toBe('possible_match');
  });

  test('is released by a run of the same data after the list has changed', async () => {
    const entries = ['Lysander Envelope', 'Cordelia Postmark'].map((text) =>
      anEntry({ names: [{ text, isWeak: false }] }),
    );
    await loadList('ofac_consolidated', entries);
    const subjectId = await newSubject(world);
    const sources = ['ofac_consolidated'];
    const source = 'service:screening:ofac_consolidated:r70:m90';
    const subject = { name: 'Lysander Envelope' };
    await screen(subjectId, subject, { sources });
    const { versionId } = await loadList('ofac_consolidated', entries.slice(1));
    await expect.poll(async () => (await screen(subjectId, OTHER, { sources })).sources[0].versionId).toBe(versionId);
    const kept = await sanctionsOf(subjectId, source);
    const again = await screen(subjectId, subject, { sources });

    expect(kept).toBe('possible_match');
    expect(again.status).toBe('clear');
    expect(again.notices.map(({ code }: Run) => code)).toEqual(['risk_source_unread']);
    expect(await sanctionsOf(subjectId, source)).toBe('clear');
  });

  test('is not brought back by a decision on another match of its run', async () => {
    const subjectId = await newSubject(world);
    const sources = ['eu_fsf', 'uk_sanctions', 'service_pep'];
    const subject = { name: 'Ambrose Quillfeather', aliases: ['Greta Stapler'] };
    const first = await screen(subjectId, subject, { sources });
    const second = await screen(subjectId, subject, { sources });
    for (const at of second.matches.keys()) await decide(second, 'false_positive', at);
    await decide(first, 'false_positive');
    await screen(subjectId, OTHER, { sources });

    expect(first.matches).toHaveLength(2);
    expect(new Set(Object.values(await factsOf(subjectId)))).toEqual(new Set(['clear', 'none']));
  });

  test('of concurrent runs of different data is never lost', async () => {
    for (let round = 0; round < 3; round += 1) {
      const subjectId = await newSubject(world);
      const runs = await Promise.all([
        screen(subjectId, LISTED),
        screen(subjectId, OTHER),
        screen(subjectId, MAYBE_LISTED),
      ]);

      expect(await sanctionsOf(subjectId)).toBe('match');
      await Promise.all([decide(runs[0], 'confirmed'), screen(subjectId, { name: 'Jane Roe' })]);
      await decide(runs[2], 'false_positive');
      expect(await sanctionsOf(subjectId)).toBe('match');
    }
  });
});

test('matches in force: the value of a subject of an older release is kept', async () => {
  const { subjectId, run } = await confirmedSubject();
  await forgetMatchesInForce(world, { subjectId, runId: run.id });

  const later = await screen(subjectId, OTHER);

  expect(later.notices).toContainEqual(expect.objectContaining({ code: 'earlier_match_confirmed', runId: run.id }));
  expect(await sanctionsOf(subjectId)).toBe('match');
  await decide(run, 'false_positive');
  expect(await sanctionsOf(subjectId)).toBe('clear');
});

test('matches in force: an unknown list is refused with a risk subject, and the known ones are named', async () => {
  const subjectId = await newSubject(world);

  const { status, body } = await call(world.client, screeningRoutes.createScreeningRun, {
    body: { subject: OTHER, sources: ['eu_fsf', 'ofac'], riskSubjectId: subjectId },
  });

  expect(status).toBe(422);
  expect(body).toMatchObject({
    code: 'unknown_list',
    detail: expect.stringMatching(/`eu_fsf`, `ofac_sdn`.*`service_pep`/),
    errors: [{ path: 'sources.1', message: '`ofac` is not the key of a list.' }],
  });
  expect(await evidenceAbout(world, subjectId)).toEqual([]);
});

test('runs without a risk subject: an unknown list is noticed, and the run is not clear', async () => {
  const run = await done(world.client, screeningRoutes.createScreeningRun, {
    body: { subject: OTHER, sources: ['eu_fsf', 'ofac'] },
  });

  expect(run).toMatchObject({
    status: 'incomplete',
    incompleteReasons: ['source_missing'],
    notices: [{ code: 'unknown_list', message: expect.stringContaining('`ofac_sdn`') }],
  });
});
