import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { screeningRoutes } from '#shared/screening/routes.ts';
import { call, type Response, userOf } from '#test/support/api.ts';
import { audit } from '#test/support/auditor.ts';
import { preparedForFile } from '#test/support/prepared.ts';
import { seededRandom } from '#test/support/random.ts';
import { aWorld, done, eventTypes, list, newSubject } from '#test/support/risk-world.ts';
import { aScreeningWorld, screen as screenIn } from '#test/support/screening-world.ts';
import { scaled } from '#test/support/soak.ts';
import { evidenceAbout } from '#test/support/verification-world.ts';

/** Runs that were kept without a subject, and become evidence of one. */
const world = preparedForFile(aScreeningWorld);
const { attachScreeningRun, decideScreeningMatch, listScreeningRuns, readScreeningRun, listScreeningMatches } =
  screeningRoutes;

const LISTED = { name: 'Ambrose Quillfeather', datesOfBirth: ['1961-04-17'] };
const MAYBE = { name: 'Ambrose Quillfeather' };
const OTHER = { name: 'John Doe' };

type Run = Response['body'];

const screen = async (subject: object, more: Record<string, unknown> = {}): Promise<Run> => {
  const { status, body } = await screenIn(world, { name: '', ...subject }, more);
  if (status !== 201) throw new Error(JSON.stringify(body));
  return body;
};

const attach = (run: Run, riskSubjectId: string, options: object = {}) =>
  call(world.client, attachScreeningRun, { params: { id: run.id }, body: { riskSubjectId }, ...options });

const decide = (run: Run, decision: string) =>
  done(world.owner, decideScreeningMatch, {
    params: { id: run.matches[0].id },
    body: { decision, reason: 'Looked at it.' },
  });

const receiptOf = async (subjectId: string) =>
  (await evidenceAbout(world, subjectId)).findLast(({ data }) => data.fact === 'screening.sanctions')?.data;
const sanctionsOf = async (subjectId: string) => {
  const receipt = await receiptOf(subjectId);
  return receipt && (receipt.value ?? receipt.status);
};

test('an attached run is evidence of its own time, listed with the subject, with its matches to decide', async () => {
  const subjectId = await newSubject(world, `attach-${randomUUID()}`);
  const run = await screen(LISTED);
  const { status, body } = await attach(run, subjectId);
  const read = await done(world.client, readScreeningRun, { params: { id: run.id } });
  const runs = await done(world.client, listScreeningRuns, { query: { riskSubjectId: subjectId } });
  const matches = await done(world.client, listScreeningMatches, { query: {} });
  const receipt = await receiptOf(subjectId);

  expect(status).toBe(200);
  expect(body).toMatchObject({ id: run.id, riskSubjectId: subjectId, status: 'match', createdAt: run.createdAt });
  expect(body.riskSources[0]).toMatchObject({ fact: 'screening.sanctions', source: run.riskSource });
  expect(read).toEqual(body);
  expect(runs.items.map(({ id }: Run) => id)).toEqual([run.id]);
  expect(matches.items.find((one: Run) => one.run.id === run.id).subject.id).toBe(subjectId);
  expect(receipt).toMatchObject({
    value: 'match',
    observedAt: run.createdAt,
    providerRef: `screening-run:${run.id}`,
  });
  expect(await eventTypes(world, run.id)).toEqual([
    'screening.run.completed',
    'screening.match.found',
    'screening.run.attached',
  ]);

  await decide(run, 'false_positive');
  expect(await sanctionsOf(subjectId)).toBe('clear');
});

test('a decision from before counts: a cleared match leaves the subject clear, a confirmed one stays in force', async () => {
  const [cleared, confirmed] = [await screen(LISTED), await screen(LISTED)];
  await decide(cleared, 'false_positive');
  await decide(confirmed, 'confirmed');
  const [one, other] = [await newSubject(world), await newSubject(world)];
  await attach(cleared, one);
  await attach(confirmed, other);
  await screen(OTHER, { riskSubjectId: other });

  expect([await sanctionsOf(one), await sanctionsOf(other)]).toEqual(['clear', 'match']);
});

test('a clear run of somebody else weakens nothing, and says what keeps the fact', async () => {
  const subjectId = await newSubject(world);
  const own = await screen(LISTED, { riskSubjectId: subjectId });
  const { body } = await attach(await screen(OTHER), subjectId);

  expect(await sanctionsOf(subjectId)).toBe('match');
  expect(body.notices).toContainEqual(
    expect.objectContaining({ code: 'earlier_match_open', runId: own.id, matchId: own.matches[0].id }),
  );
  const { items } = (await list(world, 'events', { subjectId })).body;
  expect(items.some(({ data }: Run) => data.type === 'screening.fact.kept')).toBe(true);
});

test('a run from before the latest one changes no later fact, unless it is worse', async () => {
  const [clear, maybe] = [await screen(OTHER), await screen(MAYBE)];
  const [one, other] = [await newSubject(world), await newSubject(world)];
  const latest = await screen(OTHER, { riskSubjectId: one });
  await screen(OTHER, { riskSubjectId: other });
  const before = await evidenceAbout(world, one);
  const kept = (await attach(clear, one)).body;
  await attach(maybe, other);

  expect(await evidenceAbout(world, one)).toEqual(before);
  expect(kept.notices).toContainEqual(expect.objectContaining({ code: 'later_run_recorded', runId: latest.id }));
  expect(await sanctionsOf(other)).toBe('possible_match');
  // The run recorded nothing of its own, and its match is decided all the same.
  await decide(maybe, 'confirmed');
  expect(await sanctionsOf(other)).toBe('match');
  await decide(maybe, 'false_positive');
  expect(await sanctionsOf(other)).toBe('clear');
});

test('it is refused of a run with a subject or an unknown list, for what does not exist, and stores nothing', async () => {
  const [subjectId, other] = [await newSubject(world), await newSubject(world)];
  const run = await screen(OTHER);
  const strange = await screen(OTHER, { sources: ['eu_fsf', 'nowhere_list'] });
  const elsewhere = await aWorld('live', world.organizationId);
  const refusals = [
    await attach(await screen(OTHER, { riskSubjectId: other }), other),
    await attach(strange, subjectId),
    await attach(run, randomUUID()),
    await attach({ id: randomUUID() }, subjectId),
    await attach(run, 'subject'),
    await call(elsewhere.client, attachScreeningRun, { params: { id: run.id }, body: { riskSubjectId: subjectId } }),
  ];

  expect(refusals.map(({ status, body }) => `${status} ${body.code}`)).toEqual([
    '409 run_has_subject',
    '422 unknown_list',
    '404 not_found',
    '404 not_found',
    '400 invalid_body',
    '404 not_found',
  ]);
  expect(await receiptOf(subjectId)).toBeUndefined();
});

test('a repeated request answers the same, and of two at once for two subjects one is refused', async () => {
  const [one, other] = [await newSubject(world), await newSubject(world)];
  const run = await screen(LISTED);
  const idempotencyKey = randomUUID();
  const answers = [await attach(run, one, { idempotencyKey }), await attach(run, one, { idempotencyKey })];
  expect(answers[1]?.body).toEqual(answers[0]?.body);
  expect(await evidenceAbout(world, one)).toHaveLength(1);

  const raced = await screen(LISTED);
  const both = await Promise.all([attach(raced, one), attach(raced, other)]);
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  const { body } = both.find(({ status }) => status === 200) as Response;
  const loser = body.riskSubjectId === one ? other : one;
  const runs = await done(world.client, listScreeningRuns, { query: { riskSubjectId: loser } });
  expect(runs.items.map(({ id }: Run) => id)).not.toContain(raced.id);
});

test('a member attaches a run as well as an API key', async () => {
  const member = await userOf(world.organizationId, 'member');
  const run = await screen(OTHER);
  const { status } = await call(member, attachScreeningRun, {
    params: { id: run.id },
    body: { riskSubjectId: await newSubject(world) },
    headers: { 'x-risk-mode': world.mode },
  });
  expect(status).toBe(200);
});

test('whatever is attached in whichever order, no fact becomes less serious without a decision', async () => {
  const random = seededRandom();
  const SERIOUS = [undefined, 'unavailable', 'clear', 'possible_match', 'match'];
  for (let round = 0; round < scaled(3, 40); round += 1) {
    const subjectId = await newSubject(world);
    let kept: Run[] = [];
    let rank = 0;
    for (let step = 0; step < 8; step += 1) {
      const who = [LISTED, MAYBE, OTHER, { name: '—' }][Math.floor(random() * 4)] ?? OTHER;
      const [run, ...rest] = kept;
      if (random() < 0.4) kept.push(await screen(who));
      else if (run && random() < 0.7) {
        expect((await attach(run, subjectId)).status).toBe(200);
        kept = rest;
        const now = SERIOUS.indexOf((await sanctionsOf(subjectId)) as string | undefined);
        // An incomplete run is missing evidence, as it is when it names the subject.
        if (rank > 2) expect(now).toBeGreaterThanOrEqual(rank);
      } else await screen(who, { riskSubjectId: subjectId });
      rank = SERIOUS.indexOf((await sanctionsOf(subjectId)) as string | undefined);
    }
  }
  expect(await audit()).toEqual([]);
});
