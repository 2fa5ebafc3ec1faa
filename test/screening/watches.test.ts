import { afterAll, describe, expect, test } from 'vitest';
import { jobRoutes } from '#shared/jobs/routes.ts';
import { addSeconds, now } from '#shared/platform/clock.ts';
import { enqueueWatches } from '#shared/screening/index.ts';
import { screeningRoutes } from '#shared/screening/routes.ts';
import { call } from '#test/support/api.ts';
import { audit } from '#test/support/auditor.ts';
import { preparedForFile } from '#test/support/prepared.ts';
import { aWorld, eventTypes, newSubject } from '#test/support/risk-world.ts';
import { anEntry, loadList } from '#test/support/screening-examples.ts';
import { aScreeningWorld, loadInventedLists, screen } from '#test/support/screening-world.ts';
import { countRows } from '#test/support/stored-state.ts';
import { drain, workerContext } from '#test/support/webhook-workers.ts';
import { LISTS, outcomeOf, readRun, readWatch, turn, turnAt, watched } from './watch-calls.ts';

/** Customers who are screened again when a list changes. */
preparedForFile(aScreeningWorld);
afterAll(async () => expect(await audit()).toEqual([]));

const {
  createScreeningWatch,
  deleteScreeningWatch,
  listScreeningRuns,
  listScreeningWatches,
  readScreeningWatch,
  runScreeningWatch,
  saveScreeningProfile,
  updateScreeningWatch,
} = screeningRoutes;

const AMBROSE = { name: 'Ambrose Quillfeather', datesOfBirth: ['1961-04-17'] };
const named = (text: string) => anEntry({ id: text, names: [{ text, isWeak: false }], births: [], countries: [] });

describe('a watch', () => {
  test('waits until it has been screened, and then has the outcome of a run', async () => {
    const own = await aWorld();
    const riskSubjectId = await newSubject(own);
    const id = await watched(own, AMBROSE, { riskSubjectId, reference: 'row 1' });
    expect(await readWatch(own, id)).toMatchObject({ status: 'pending', result: null, verified: null, version: 1 });

    await turn(own);

    const watch = await readWatch(own, id);
    expect(watch).toMatchObject({
      status: 'active',
      reference: 'row 1',
      riskSubjectId,
      problem: null,
      result: { matchCount: 1 },
      verified: { listVersions: LISTS.map((list) => ({ list, versionId: expect.any(String) })) },
    });
    expect(watch).not.toHaveProperty('subject');
    const run = await readRun(own, watch.result.runId);
    expect(run).toMatchObject({ trigger: 'watch', riskSubjectId, riskSources: [{ fact: 'screening.sanctions' }] });
    expect(outcomeOf(run)).toEqual(outcomeOf((await screen(own, AMBROSE)).body));
    expect(await eventTypes(own, id)).toEqual(['screening.watch.created']);
    expect(await eventTypes(own, run.id)).toContain('screening.match.found');
  });

  test('gets a run when an entry appears, changes or leaves, and none when nothing concerns it', async () => {
    const own = await aWorld();
    const [hit, other] = [await watched(own, { name: 'Cornelia Inkpot' }), await watched(own, { name: 'Basil Stamp' })];
    await turn(own);
    const before = await readWatch(own, hit);
    const runs = async () => (await call(own.client, listScreeningRuns)).body.items.length;
    expect(await runs()).toBe(2);

    await loadList('eu_fsf', [named('Cornelia Inkpot'), named('Ambrose Quillfeather')]);
    await turn(own);
    expect(await readWatch(own, hit)).toMatchObject({ result: { status: 'possible_match', matchCount: 1 } });
    expect(await runs()).toBe(3);

    await loadList('eu_fsf', [{ ...named('Cornelia Inkpot'), countries: ['IR'] }]);
    await turn(own);
    const changed = await readWatch(own, hit);
    expect(changed.result.matchCount).toBe(1);
    expect(await runs()).toBe(4);

    await loadList('eu_fsf', [{ ...named('Cornelia Inkpot'), countries: ['IR'] }, named('Quite Another')]);
    await turn(own);
    const same = await readWatch(own, hit);
    expect(same.result).toEqual(changed.result);
    expect(same.verified.listVersions).not.toEqual(changed.verified.listVersions);

    await loadInventedLists();
    await turn(own);
    expect((await readWatch(own, hit)).result).toMatchObject({ status: 'clear', matchCount: 0 });
    expect((await readWatch(own, hit)).result.runId).not.toBe(before.result.runId);
    expect((await readWatch(own, other)).result.runId).not.toBe(null);
    expect(await runs()).toBe(5);
  });

  test('is screened again with changed customer data, on request, and on the day that a term of office ends', async () => {
    const own = await aWorld();
    const more = { sources: ['service_pep'], pepLookbackMonths: 12 };
    const left = new Date().getUTCFullYear() - 1;
    const office = {
      category: 'minister' as const,
      title: 'Minister',
      country: 'IS',
      startedOn: '2010',
      endedOn: String(left),
      isCurrent: false,
      roster: 'an invented roster',
    };
    await loadList('service_pep', [
      { ...named('Walter Blotter'), id: 'Q7', pep: { positions: [office], relatedTo: [] } },
      {
        ...named('Wanda Penholder'),
        id: 'Q8',
        pep: { positions: [], relatedTo: [{ entryId: 'Q7', relation: 'spouse' as const }] },
      },
    ]);
    const id = await watched(own, { name: 'Nobody Known' }, more);
    const spouse = await watched(own, { name: 'Wanda Penholder' }, more);
    await turn(own);
    expect((await readWatch(own, id)).result).toMatchObject({ status: 'clear' });

    const changed = await call(own.client, updateScreeningWatch, {
      params: { id },
      body: { subject: { name: 'Walter Blotter' }, ...more, expectedVersion: 1 },
    });
    expect(changed.body).toMatchObject({ status: 'pending', version: 2, result: { status: 'clear' } });
    await turn(own);
    const pep = async (of: string) => (await readRun(own, (await readWatch(own, of)).result.runId)).matches[0].pep;
    expect(await pep(id)).toMatchObject({ standing: 'pep' });
    expect(await pep(spouse)).toMatchObject({ standing: 'family_member' });

    const before = await readWatch(own, id);
    expect((await call(own.client, runScreeningWatch, { params: { id } })).status).toBe(202);
    await turn(own);
    expect((await readWatch(own, id)).result.runId).not.toBe(before.result.runId);

    await turnAt(own, new Date(`${left + 2}-01-02T00:00:00.000Z`));
    expect(await pep(id)).toMatchObject({ standing: 'former_pep' });
    expect(await pep(spouse)).toMatchObject({ standing: 'none' });

    await loadList('service_pep', [
      { ...named('Walter Blotter'), id: 'Q7', pep: { positions: [{ ...office, endedOn: null }], relatedTo: [] } },
      {
        ...named('Wanda Penholder'),
        id: 'Q8',
        pep: { positions: [], relatedTo: [{ entryId: 'Q7', relation: 'spouse' as const }] },
      },
    ]);
    await turn(own);
    expect(await pep(spouse)).toMatchObject({ standing: 'family_member' });
    await loadInventedLists();
  });

  test('is listed by page and by risk subject, and leaves nothing behind when it is deleted', async () => {
    const own = await aWorld();
    const [one, two] = [await newSubject(own), await newSubject(own)];
    const id = await watched(own, AMBROSE, { riskSubjectId: one });
    const kept = await watched(own, AMBROSE, { riskSubjectId: two });
    await turn(own);
    const ids = async (query: Record<string, string> = {}) =>
      (await call(own.client, listScreeningWatches, { query })).body.items.map((item: { id: string }) => item.id);
    expect(await ids()).toEqual([id, kept]);
    expect(await ids({ riskSubjectId: one })).toEqual([id]);
    const rows = await countRows(own.organizationId);

    expect((await call(own.client, deleteScreeningWatch, { params: { id } })).status).toBe(204);
    expect((await call(own.client, readScreeningWatch, { params: { id } })).status).toBe(404);
    expect(await ids()).toEqual([kept]);
    expect(await ids({ riskSubjectId: one })).toEqual([]);
    await turn(own);

    const after = await countRows(own.organizationId);
    expect(after['screening screening-watches']).toBe(1);
    expect(after['screening watch-terms']).toBe((rows['screening watch-terms'] ?? 0) / 2);
  });

  test('refuses what it could not screen, stale changes and watches of others', async () => {
    const own = await aWorld();
    const id = await watched(own, AMBROSE);
    const body = { subject: AMBROSE, sources: LISTS };
    const ask = (asked: Record<string, unknown>) => call(own.client, createScreeningWatch, { body: asked });

    expect(await ask({ ...body, sources: ['no_such_list'] })).toMatchObject({
      status: 422,
      body: { code: 'unknown_list' },
    });
    expect(await ask({ ...body, profileKey: 'thorough', reviewScore: 50 })).toMatchObject({
      body: { code: 'set_by_profile' },
    });
    expect(await ask({ ...body, riskSubjectId: id })).toMatchObject({ status: 404 });
    expect(await ask({ subject: AMBROSE })).toMatchObject({ status: 400 });
    expect(await ask({ ...body, reviewScore: 90, matchScore: 80 })).toMatchObject({ status: 400 });
    const stale = { params: { id }, body: { ...body, expectedVersion: 2 } };
    expect(await call(own.client, updateScreeningWatch, stale)).toMatchObject({
      status: 409,
      body: { code: 'stale_version' },
    });
    const stranger = await aWorld();
    for (const route of [readScreeningWatch, deleteScreeningWatch, runScreeningWatch])
      expect((await call(stranger.client, route, { params: { id } })).status).toBe(404);
    expect(await call(stranger.client, updateScreeningWatch, { params: { id }, body })).toMatchObject({ status: 404 });
    expect((await call(stranger.client, listScreeningWatches)).body.items).toEqual([]);
    const otherMode = await aWorld('live', own.organizationId);
    expect((await call(otherMode.client, readScreeningWatch, { params: { id } })).status).toBe(404);
  });

  test('by a profile has its latest version, also for entries that come later', async () => {
    const own = await aWorld();
    const id = await watched(own, AMBROSE, { profileKey: 'thorough' });
    await turn(own);
    expect(await readWatch(own, id)).toMatchObject({
      profile: { key: 'thorough', version: 1 },
      profileKey: 'thorough',
    });

    const save = (reviewScore: number) =>
      call(own.owner, saveScreeningProfile, {
        params: { key: 'onboarding' },
        body: { sources: ['un_sanctions'], reviewScore, purpose: 'Onboarding.', riskRationale: 'Low.' },
      });
    expect((await save(80)).status).toBeLessThan(300);
    const partly = await call(own.client, createScreeningWatch, {
      body: { subject: { name: 'Cornelia Vellum' }, profileKey: 'onboarding' },
    });
    await turn(own);
    await save(20);
    await turn(own);
    const [job] = (await call(own.client, jobRoutes.listJobs, { query: { kind: 'watch_rescreen' } })).body.items;
    expect(job).toMatchObject({ kind: 'watch_rescreen', status: 'completed', total: 2, done: 2, failed: 0 });
    expect(await readWatch(own, partly.body.id)).toMatchObject({ profile: { version: 2 }, result: { matchCount: 0 } });
    await loadList('un_sanctions', [named('Cornelia Inkpot')]);
    await turn(own);
    expect(await readWatch(own, partly.body.id)).toMatchObject({ result: { matchCount: 1 } });
  });
});

test('every organization is told of a new list version once, and of its own watches by the tick', async () => {
  const [one, two] = [await aWorld(), await aWorld('live')];
  await watched(one, AMBROSE);
  await watched(two, AMBROSE);
  await turn(one);
  await turn(two);
  await enqueueWatches(workerContext());
  await drain('watchTurns');
  const told = async (at = now()) => {
    await enqueueWatches(workerContext(at));
    return (await drain('watchTurns')) as { organizationId: string }[];
  };
  const ofOwn = (messages: { organizationId: string }[]) =>
    messages.filter(({ organizationId }) => [one, two].some((own) => own.organizationId === organizationId)).length;

  expect(ofOwn(await told())).toBe(0);
  await loadInventedLists();
  expect(ofOwn(await told())).toBe(2);
  expect(ofOwn(await told())).toBe(0);
  expect(ofOwn(await told(addSeconds(now(), 700)))).toBe(2);
});
