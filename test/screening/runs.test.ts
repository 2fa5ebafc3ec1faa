import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { TERM_BUILDER_VERSION } from '#packages/names/src/term-builder-version.ts';
import { runEvents } from '#shared/screening/events.ts';
import { screeningRoutes } from '#shared/screening/routes.ts';
import { ScreeningRun } from '#shared/screening/run.ts';
import { call } from '#test/support/api.ts';
import { preparedForFile } from '#test/support/prepared.ts';
import { aWorld, newSubject } from '#test/support/risk-world.ts';
import { anEntry, loadList } from '#test/support/screening-examples.ts';
import { aScreeningWorld, screen, unscreenable } from '#test/support/screening-world.ts';

/** Screening runs over HTTP. */
const SWITCHED_OFF = 'ofac_consolidated';
const world = preparedForFile(async () => {
  process.env.LIST_FILES = JSON.stringify({ [SWITCHED_OFF]: null });
  await loadList(SWITCHED_OFF, [anEntry({ names: [{ text: 'Switched Offman', isWeak: false }] })]);
  return aScreeningWorld();
});

describe('a run', () => {
  test('of an unlisted person is clear, with the versions that were searched', async () => {
    const { status, body } = await screen(world, { name: 'Somebody Else Entirely' });

    expect(status).toBe(201);
    expect(body).toMatchObject({
      status: 'clear',
      incomplete: false,
      incompleteReasons: [],
      errorCode: null,
      trigger: 'api',
      candidateCount: 0,
      topScore: null,
      matches: [],
      policy: {
        reviewScore: 70,
        matchScore: 90,
        scorerVersion: expect.stringMatching(/^screening-/),
      },
      riskSource: 'service:screening:eu_fsf+uk_sanctions:r70:m90',
    });
    expect(body.sources).toMatchObject([
      {
        key: 'eu_fsf',
        missing: false,
        stale: false,
        attention: false,
        versionId: expect.any(String),
      },
      { key: 'uk_sanctions', missing: false, termBuilderVersion: TERM_BUILDER_VERSION },
    ]);
  });

  test('by a name alone is a possible match at most', async () => {
    const { body } = await screen(world, { name: 'Quillfeather Ambrose' }, { reviewScore: 1, matchScore: 50 });

    expect(body.status).toBe('possible_match');
    expect(body.matches[0].score).toBe(49);
  });

  test.each([
    ['the same day of birth', { name: 'Ambrose Quillfeather', datesOfBirth: ['1961-04-17'] }],
    [
      'a document number of the same country',
      {
        name: 'Bartholomew Paperclip',
        identifiers: [{ kind: 'passport', value: 'QF 0011223', country: 'IRN' }],
      },
    ],
    [
      'a wallet address',
      {
        name: 'Bartholomew Paperclip',
        identifiers: [{ kind: 'wallet', value: 'bc1qfictitious0000000000000000000000000example' }],
      },
    ],
  ])('with %s beside the name is a match', async (_case, subject) => {
    const { body } = await screen(world, subject);

    expect(body.status).toBe('match');
    const [match] = body.matches;
    const sum = match.factors.reduce((total: number, { points }: { points: number }) => total + points, 0);
    expect(sum).toBe(match.score);
    expect(body.topScore).toBe(match.score);
    expect(match).toMatchObject({ decision: 'pending', listKind: 'sanctions', pep: null });
  });

  test('with a name one letter off is never a match, whatever else agrees', async () => {
    const subject = { name: 'Ambrose Quilfeather', datesOfBirth: ['1961-04-17'] };
    const { body } = await screen(world, subject, { reviewScore: 1, matchScore: 2 });

    expect(body.status).toBe('possible_match');
    expect(body.matches[0].factors).toContainEqual(
      expect.objectContaining({
        code: 'fuzzy_token',
        detail: expect.stringContaining('quillfeather'),
      }),
    );
  });

  test('with a name two letters off finds no entry', async () => {
    const { body } = await screen(world, { name: 'Qilfeather' }, { reviewScore: 1, matchScore: 2 });

    expect(body).toMatchObject({ status: 'clear', candidateCount: 0 });
  });

  test('of a company does not match a person', async () => {
    const asked = { name: 'Inkwell Holding' };

    expect((await screen(world, { ...asked, entityType: 'entity' })).body.status).toBe('possible_match');
    expect((await screen(world, { ...asked, entityType: 'person' })).body.status).toBe('clear');
  });

  test('stores a digest of the subject and no name', async () => {
    const subject = { name: 'Somebody Else Entirely', datesOfBirth: ['1990-01-02'] };
    const first = await screen(world, subject);
    const second = await screen(world, subject);
    const third = await screen(world, { ...subject, name: 'Somebody Other' });

    expect(second.body.subjectDigest).toBe(first.body.subjectDigest);
    expect(third.body.subjectDigest).not.toBe(first.body.subjectDigest);
    expect(JSON.stringify(first.body)).not.toMatch(/somebody|1990/i);
  });

  test('that is repeated with its idempotency key is one run', async () => {
    const idempotencyKey = randomUUID();
    const first = await screen(world, { name: 'Twice Asked' }, {}, { idempotencyKey });
    const again = await screen(world, { name: 'Twice Asked' }, {}, { idempotencyKey });
    const other = await screen(world, { name: 'Somebody' }, {}, { idempotencyKey });

    expect(again.body).toEqual(first.body);
    expect(again.headers['idempotent-replayed']).toBe('true');
    expect(other).toMatchObject({ status: 409, body: { code: 'idempotency_key_reused' } });
  });
});

describe('an incomplete or failed run', () => {
  test('reports a list that does not exist or was never loaded', async () => {
    const { body } = await screen(world, { name: 'Nobody' }, { sources: ['eu_fsf', 'no_such_list'] });

    expect(body).toMatchObject({
      status: 'incomplete',
      incomplete: true,
      incompleteReasons: ['source_missing'],
      sources: [{ missing: false }, { key: 'no_such_list', missing: true, versionId: null }],
    });
  });

  test('reports a list that is switched off, even if it was loaded before', async () => {
    const { body } = await screen(world, { name: 'Switched Offman' }, { sources: ['eu_fsf', SWITCHED_OFF] });

    expect(body).toMatchObject({
      status: 'incomplete',
      incompleteReasons: ['source_missing'],
      matches: [],
      sources: [{ missing: false }, { key: SWITCHED_OFF, missing: true }],
    });
    const { body: listing } = await call(world.client, screeningRoutes.listScreeningSources);
    expect(listing.items).toContainEqual(expect.objectContaining({ key: SWITCHED_OFF, enabled: false }));
  });

  test('with a possible match has the status possible_match', async () => {
    const { body } = await screen(world, { name: 'Ambrose Quillfeather' }, { sources: ['eu_fsf', 'no_such_list'] });

    expect(body).toMatchObject({ status: 'possible_match', incomplete: true });
  });

  test('without any loaded list has the status error', async () => {
    const { status, body } = await screen(world, { name: 'Nobody' }, { sources: ['no_such_list'] });

    expect(status).toBe(201);
    expect(body).toMatchObject({ status: 'error', errorCode: 'no_lists' });
  });

  test('of a subject that cannot be screened has the status error', async () => {
    const name = await unscreenable();

    const { status, body } = await screen(world, { name }, { sources: ['ofac_sdn'] });

    expect(status).toBe(201);
    expect(body).toMatchObject({ status: 'error', errorCode: 'screening_failed', matches: [], incomplete: true });
  });

  test.each(['', ' ', '…', '\u3000'])('a name with nothing to search by, %j, is an error of the run', async (name) => {
    const { status, body } = await screen(world, { name });

    expect(status).toBe(201);
    expect(body).toMatchObject({ status: 'error', errorCode: 'missing_name', incomplete: true });
  });

  test('an empty name with an identifier is screened by the identifier', async () => {
    const value = 'bc1qfictitious0000000000000000000000000example';
    const { body } = await screen(world, { name: '', identifiers: [{ kind: 'wallet', value }] });

    expect(body).toMatchObject({ errorCode: null, incompleteReasons: ['name_without_tokens'] });
    expect(body.matches).toHaveLength(1);
  });

  test.each([
    [120, 'clear', []],
    [121, 'incomplete', ['name_terms_capped']],
    [200, 'incomplete', ['name_terms_capped']],
  ])('an identifier of %i characters makes the run %s', async (length, status, reasons) => {
    const identifiers = [{ kind: 'registration_number', value: 'x'.repeat(length) }];
    const { body } = await screen(world, { name: 'Nobody', identifiers });

    expect(body).toMatchObject({ status, incompleteReasons: reasons });
  });
});

describe('a run request is rejected', () => {
  const name = 'Somebody';
  test.each<[string, Record<string, unknown>]>([
    ['without a name', { subject: {} }],
    ['with a name of 301 characters', { subject: { name: 'x'.repeat(301) } }],
    ['with a name of 13 words', { subject: { name: 'a '.repeat(13).trim() } }],
    ['with six aliases', { subject: { name, aliases: Array(6).fill('Other') } }],
    ['with four dates of birth', { subject: { name, datesOfBirth: Array(4).fill('1970') } }],
    ['with a date that is none', { subject: { name, datesOfBirth: ['1970-02-30'] } }],
    ['with six nationalities', { subject: { name, nationalities: Array(6).fill('FR') } }],
    ['with a country that is none', { subject: { name, nationalities: ['QQ'] } }],
    ['with an abbreviation that is no code', { subject: { name, nationalities: ['UAE'] } }],
    [
      'with an identifier of 201 characters',
      { subject: { name, identifiers: [{ kind: 'wallet', value: 'x'.repeat(201) }] } },
    ],
    ['with eleven identifiers', { subject: { name, identifiers: Array(11).fill({ kind: 'wallet', value: 'x' }) } }],
    ['without lists', { sources: [] }],
    ['with a list named twice', { sources: ['eu_fsf', 'eu_fsf'] }],
    ['with equal scores', { reviewScore: 80, matchScore: 80 }],
    ['with a review score of 90 and no match score', { reviewScore: 90 }],
    ['with a score of 0', { reviewScore: 0 }],
    ['with a score of 101', { matchScore: 101 }],
    ['with a look-back and no list for it', { pepLookbackMonths: 12 }],
    ['with a look-back of 11 months', { sources: ['service_pep'], pepLookbackMonths: 11 }],
  ])('%s', async (_case, changes) => {
    const { status, body } = await screen(world, { name }, changes);

    expect([status, body.code]).toEqual([400, 'invalid_body']);
  });

  test('but accepted at the limits', async () => {
    const subject = {
      name: Array(12).fill('abcdefghijklmnopqrstuvwx').join(' ').slice(0, 300),
      aliases: ['Other', 'Another', 'Third', 'Fourth', 'Fifth'],
      datesOfBirth: ['1970', '1970-02', '1970-02-28'],
      nationalities: ['FR', 'DEU', 'ES', 'IT', 'PT'],
      identifiers: Array.from({ length: 10 }, (_, n) => ({ kind: 'passport', value: `X${n}` })),
    };
    const more = {
      sources: ['service_pep'],
      pepLookbackMonths: 12,
      reviewScore: 99,
      matchScore: 100,
    };

    expect((await screen(world, subject, more)).status).toBe(201);
  });

  test('if the risk subject belongs to another mode', async () => {
    const live = await aWorld('live', world.organizationId);
    const { status } = await screen(world, { name }, { riskSubjectId: await newSubject(live) });

    expect(status).toBe(404);
  });
});

test('screening events: all matches are reported, in several events if there are many', async () => {
  const { body } = await screen(world, { name: 'Ambrose Quillfeather' });
  const run = ScreeningRun.parse(body);
  const matches = Array.from({ length: 450 }, () => ({ ...run.matches[0], id: randomUUID() }));

  const events = runEvents(ScreeningRun.parse({ ...run, matches }));

  expect(events.map(({ type }) => type)).toEqual([
    'screening.run.completed',
    ...new Array(3).fill('screening.match.found'),
  ]);
  const told = events.slice(1).flatMap(({ payload }) => Found.parse(payload).matches);
  expect(told.map(({ id }) => id)).toEqual(matches.map(({ id }) => id));
});

const Found = z.object({ matches: z.array(z.object({ id: z.uuid() })) });

test('screening events: they carry session, subject, completeness and matches of a run', async () => {
  const { body } = await screen(world, { name: 'Ambrose Quillfeather' });
  const run = ScreeningRun.parse(body);
  const [match] = run.matches;
  const about = { sessionId: randomUUID(), riskSubjectId: randomUUID() };
  const standing = { standing: 'former_pep', lastHeldUntil: '2024-01-01', flags: [], positions: [], relatedPeps: [] };
  const told = {
    ...about,
    incomplete: true,
    errorCode: null,
    status: 'match',
    trigger: 'workflow',
  };

  const [completed, found] = runEvents(
    ScreeningRun.parse({
      ...run,
      ...told,
      matches: [match, { ...match, listKind: 'pep', pep: standing }],
    }),
  );

  expect(completed?.payload).toEqual({ ...told, runId: run.id, matchCount: 2 });
  expect(found?.payload).toEqual({
    runId: run.id,
    matches: [
      { id: match?.id, entryId: match?.sourceEntryId, list: match?.source, listKind: 'sanctions', score: match?.score },
      expect.objectContaining({ listKind: 'pep', pepStanding: 'former_pep' }),
    ],
  });
});

describe('a politically exposed person', () => {
  test('is shown with positions and standing', async () => {
    const { body } = await screen(world, { name: 'Greta Stapler' }, { sources: ['service_pep'] });

    expect(body.status).toBe('possible_match');
    expect(body.matches[0]).toMatchObject({
      listKind: 'pep',
      pep: {
        standing: 'pep',
        flags: [],
        lastHeldUntil: null,
        relatedPeps: [],
        positions: [{ category: 'minister', title: 'Minister of Paper', startDate: '2015', current: true }],
      },
    });
  });

  test('makes their child a family member', async () => {
    const { body } = await screen(world, { name: 'Otto Stapler Younger' }, { sources: ['service_pep'] });

    expect(body.matches[0].pep).toMatchObject({
      standing: 'family_member',
      relatedPeps: [{ entryId: 'Q1', name: 'Greta Stapler', relation: 'child' }],
    });
  });
});

describe('notices of a run', () => {
  const codesOf = async (subject: Record<string, unknown>) => {
    const { body } = await screen(world, subject);
    return body.notices.map(({ code }: { code: string }) => code);
  };

  test.each([
    [{ kind: 'imo', value: 'IMO 9116413' }, ['identifier_check_failed']],
    [{ kind: 'imo', value: 'IMO 9116412' }, []],
    [{ kind: 'lei', value: '253400T8G8SXRUHTL527' }, ['identifier_check_failed']],
    [{ kind: 'lei', value: 'LEI: 2534 00T8 G8SX RUHT L526' }, []],
    [{ kind: 'registration_number', value: '9116413' }, []],
  ])('name a number with wrong check digits: %j', async (identifier, codes) => {
    expect(await codesOf({ name: 'Somebody Else', identifiers: [identifier] })).toEqual(codes);
  });

  test('name a match by one word and the day of birth, and no other match', async () => {
    const datesOfBirth = ['1961-04-17'];

    expect(await codesOf({ name: 'Quillfeather', datesOfBirth })).toEqual(['one_word_match']);
    expect(await codesOf({ name: 'Ambrose Quillfeather', datesOfBirth })).toEqual([]);
    expect(await codesOf({ name: 'Quillfeather' })).toEqual([]);
  });
});
