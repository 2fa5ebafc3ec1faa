import { beforeAll, describe, expect, test } from 'vitest';
import { screeningRoutes } from '#shared/screening/routes.ts';
import { call } from '#test/support/api.ts';
import { prepareEngine } from '#test/support/engine.ts';
import { aWorld, type World } from '#test/support/risk-world.ts';
import { anEntry, loadList } from '#test/support/screening-examples.ts';
import { plantSubscriptions } from '#test/support/tenant.ts';
import { waitingEvents } from '#test/support/webhook-workers.ts';

/** The complete request and response of a screening run. */
let world: World;

beforeAll(async () => {
  await prepareEngine();
  world = await aWorld();
  await loadList('eu_fsf', [
    anEntry({
      id: 'E-1',
      names: [
        { text: 'Ambrose Quillfeather', isWeak: false },
        { text: 'The Scribe', isWeak: true },
      ],
      births: [{ from: '1961-04-17', to: '1961-04-17', isCirca: false }],
      countries: ['IR'],
    }),
    anEntry({ id: 'E-2', kind: 'entity', names: [{ text: 'Quillfeather', isWeak: false }], births: [], countries: [] }),
  ]);
});

const screen = (subject: Record<string, unknown>, more: Record<string, unknown> = {}, as = world) =>
  call(as.client, screeningRoutes.createScreeningRun, {
    body: { subject, sources: ['eu_fsf'], ...more },
  });

test('screening runs: a match has the entry, both names, the score and all its factors', async () => {
  const { body } = await screen({ name: 'Scribe', nationalities: ['IR'], entityType: 'person' });

  expect(body.matches).toEqual([
    {
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      source: 'eu_fsf',
      sourceEntryId: 'E-1',
      listKind: 'sanctions',
      listedName: 'Ambrose Quillfeather',
      matchedName: 'The Scribe',
      score: 89,
      factors: [
        { code: 'name_same', points: 85, detail: 'scribe' },
        { code: 'weak_alias', points: 0, detail: 'scribe' },
        { code: 'nationality_same', points: 5, detail: 'IR' },
        { code: 'name_alone_cap', points: -1, detail: '89' },
      ],
      decision: 'pending',
      pep: null,
      group: { id: expect.stringMatching(/^[0-9a-f-]{36}$/), certainty: 'certain' },
      entry: {
        kind: 'person',
        names: [
          { text: 'Ambrose Quillfeather', isWeak: false, script: 'Latn' },
          { text: 'The Scribe', isWeak: true, script: 'Latn' },
        ],
        births: [{ from: '1961-04-17', to: '1961-04-17', isCirca: false }],
        birthPlaces: [],
        countries: ['IR'],
        identifiers: [],
        addresses: [],
        programmes: [],
        references: [],
        measures: [],
        listedOn: null,
        endsOn: null,
        titles: [],
        remarks: null,
        links: [],
        truncated: false,
        digest: expect.stringMatching(/^[0-9a-f]{64}$/),
      },
    },
  ]);
});

test('screening runs: without `entityType` both people and companies can match', async () => {
  const { body } = await screen({ name: 'Quillfeather' });

  expect(body.matches.map(({ sourceEntryId }: { sourceEntryId: string }) => sourceEntryId)).toEqual(
    expect.arrayContaining(['E-1', 'E-2']),
  );
});

describe('a screening run is rejected', () => {
  const name = 'Somebody';
  test.each<[string, Record<string, unknown>]>([
    ['a review score above the match score', { reviewScore: 80, matchScore: 70 }],
    ['a score that is no whole number', { reviewScore: 70.5 }],
    ['an identifier of another kind', { subject: { name, identifiers: [{ kind: 'visa', value: '1' }] } }],
    ['an identifier without a value', { subject: { name, identifiers: [{ kind: 'wallet' }] } }],
    ['a date in another form', { subject: { name, datesOfBirth: ['17/04/1961'] } }],
    ['a month that is none', { subject: { name, datesOfBirth: ['1961-13'] } }],
    ['another kind of subject', { subject: { name, entityType: 'vessel' } }],
    ['no lists', { sources: undefined }],
    ['an unknown member', { lists: ['eu_fsf'] }],
    ['a risk subject that is no id', { riskSubjectId: 'me' }],
  ])('%s', async (_case, changes) => {
    const { status, body } = await screen({ name }, changes);

    expect([status, body.code]).toEqual([400, 'invalid_body']);
  });
});

test('match decisions: a decision sends no webhook event', async () => {
  const own = await aWorld();
  await plantSubscriptions(own, [['screening.*']]);
  const { body: run } = await screen({ name: 'Ambrose Quillfeather' }, {}, own);
  const told = async () => (await waitingEvents()).filter((row) => row.organizationId === own.organizationId).length;
  const before = await told();

  const { status } = await call(own.owner, screeningRoutes.decideScreeningMatch, {
    params: { id: run.matches[0].id },
    body: { decision: 'confirmed', reason: 'It is.' },
  });

  expect(status).toBe(200);
  expect(before).toBeGreaterThan(0);
  expect(await told()).toBe(before);
});
