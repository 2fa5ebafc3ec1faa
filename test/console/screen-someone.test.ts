import { describe, expect, test } from 'vitest';
import { chromiumPath } from '#test/support/chromium.ts';
import { focus } from './by-keyboard.ts';
import { consoleBrowser, expectAccessible } from './console-browser.ts';
import { answers } from './filled.ts';
import { uuid } from './filled-base.ts';
import type { StubService } from './stub-service.ts';

/** A person or company screened by hand: a look-up that stores nothing, and the run that it is kept as. */
const browser = consoleBrowser();
const PATH = '/test/screen';
const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };
const LISTS = ['ofac_sdn', 'eu_fsf', 'un_sc'];

const sentBy = ({ calls }: StubService, route: string) =>
  calls.filter((call) => call.route === route).map(({ body }) => body);

describe.skipIf(!chromiumPath)('screening by hand (needs Chromium)', () => {
  test('screen: every field of a run is sent, and a look-up asks for near misses', async () => {
    const { page, stub, errors } = await browser.open(PATH, answers);
    const button = page.getByRole('button', { name: 'Look up' });
    expect(await button.getAttribute('title')).toBe('Enter a name or an identifier.');
    await page.getByLabel('Name', { exact: true }).fill('Ambrose Quillfeather');
    await page.getByLabel('Kind', { exact: true }).selectOption('person');
    await page.getByLabel('Date of birth').fill('17.4.1961');
    expect(await button.getAttribute('title')).toBe('A date of birth is 1961-04-17, 1961-04 or 1961.');
    await page.getByLabel('Date of birth').fill('1961-04-17, 1962');
    await page.getByLabel('Nationalities').fill('ir, GB');
    await page.getByLabel('Country of the document').fill('ir');
    await page.getByLabel('Other names').fill('Toby Quill\n\nFeather, Ambrose');
    await page.getByRole('button', { name: 'Add an identifier' }).click();
    await page.getByLabel('Number', { exact: true }).fill('P 1234567');
    await page.getByLabel('Issued by').fill('gb');
    await page.getByLabel('Profile', { exact: true }).selectOption('');
    await page.getByLabel('Review score').fill('95');
    expect(await button.getAttribute('title')).toBe('The review score must be below the match score.');
    await page.getByLabel('Review score').fill('60');
    await page.getByRole('checkbox', { name: 'United Nations Security Council list' }).uncheck();
    await page.keyboard.press('Control+Enter');
    await page.getByRole('heading', { name: '1 entry from 65' }).waitFor();

    expect(sentBy(stub, 'screening.searchScreeningEntries')).toEqual([
      {
        name: 'Ambrose Quillfeather',
        aliases: ['Toby Quill', 'Feather, Ambrose'],
        entityType: 'person',
        country: 'IR',
        datesOfBirth: ['1961-04-17', '1962'],
        nationalities: ['IR', 'GB'],
        identifiers: [{ kind: 'passport', value: 'P 1234567', country: 'GB' }],
        reviewScore: 60,
        matchScore: 90,
        sources: ['ofac_sdn', 'eu_fsf'],
        nearMisses: true,
      },
    ]);
    expect(sentBy(stub, 'screening.createScreeningRun')).toEqual([]);
    expect(page.url()).not.toContain('Quillfeather');
    await expectAccessible(page, 'screen someone with a result');
    expect(errors).toEqual([]);
  });

  test('screen: a profile with its own lists names none', async () => {
    const { page, stub } = await browser.open(PATH, answers);
    await page.getByLabel('Name', { exact: true }).fill('Ada Example');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: '1 entry from 65' }).waitFor();
    await page.getByLabel('Profile', { exact: true }).selectOption('onboarding');
    await page
      .getByText(
        'Lists of the profile: United States list of specially designated nationals, European Union list of financial sanctions.',
      )
      .waitFor();
    await page.getByRole('button', { name: 'Look up' }).click();

    const searched = () => sentBy(stub, 'screening.searchScreeningEntries');
    await expect.poll(searched).toEqual([
      { name: 'Ada Example', profileKey: 'thorough', sources: LISTS, nearMisses: true },
      { name: 'Ada Example', profileKey: 'onboarding', nearMisses: true },
    ]);
  });

  test('screen: lists, versions and scores are in words, and near misses open to a comparison on a phone', async () => {
    const { page } = await browser.open(PATH, answers, PHONE);
    await page.getByLabel('Name', { exact: true }).fill('Ambrose Feather');
    await page.keyboard.press('Enter');
    await page.getByText('An entry is a possible match from a score of 65, and a match from 90.').waitFor();
    await page.getByText(/United Nations Security Council list.*published .*, out of date/).waitFor();
    await page.getByText('These are no matches, and a run does not keep them.').waitFor();
    const near = page.locator('.found-entry.is-near');
    await near.getByText('FEATHERSTONE, Ambrosia').click();
    await near.getByRole('rowheader', { name: 'Born' }).waitFor();
    await expectAccessible(page, 'near miss on a phone');
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  });

  test('screen: a run is kept for a subject, and its page links the comparison', async () => {
    const { page, stub } = await browser.open(PATH, (call) => {
      if (call.route === 'screening.createScreeningRun') return { status: 201, body: { id: uuid(34, 1) } };
      if (call.route !== 'risk.listRecords' || !call.query.has('externalId')) return answers(call);
      const isKnown = call.query.get('externalId') === 'customer-1';
      const subject = { id: uuid(4, 1), resource: 'subjects', data: { kind: 'person', externalId: 'customer-1' } };
      return { body: { items: isKnown ? [subject] : [], nextOffset: null } };
    });
    await page.getByLabel('Name', { exact: true }).fill('Ambrose Feather');
    await page.keyboard.press('Enter');
    const keep = page.getByRole('button', { name: 'Keep as a run…' });
    await keep.waitFor();
    await page.getByLabel('Date of birth').fill('1961');
    expect(await keep.getAttribute('title')).toBe('The form has changed. Look up again before you keep a run.');
    await page.getByLabel('Date of birth').fill('');
    await focus(page, keep);
    await page.keyboard.press('Enter');
    await page.getByLabel('Subject', { exact: true }).selectOption('person');
    await page.getByLabel('External id').fill('customer-2');
    await expectAccessible(page, 'keep a run');
    await page.keyboard.press('Control+Enter');
    await page.getByText('No person has the external id “customer-2”.').waitFor();
    expect(sentBy(stub, 'screening.createScreeningRun')).toEqual([]);
    await page.getByLabel('External id').fill('customer-1');
    await page.keyboard.press('Control+Enter');
    await page.getByRole('heading', { name: 'Screened against 3 lists' }).waitFor();

    expect(sentBy(stub, 'screening.createScreeningRun')).toEqual([
      { subject: { name: 'Ambrose Feather' }, profileKey: 'thorough', sources: LISTS, riskSubjectId: uuid(4, 1) },
    ]);
    const link = page.getByRole('main').getByRole('link', { name: /FEATHER/ });
    expect(await link.getAttribute('href')).toContain('/test/matches/');
  });

  test('screen: a refused look-up is in words and keeps what was typed', async () => {
    const { page } = await browser.open(PATH, (call) =>
      call.route === 'screening.searchScreeningEntries'
        ? {
            status: 422,
            body: {
              code: 'review_score_too_high',
              detail: 'Your organization screens with a `reviewScore` of at most 60.',
              requestId: 'r',
            },
          }
        : answers(call),
    );
    await page.getByLabel('Name', { exact: true }).fill('Ambrose Feather');
    await page.keyboard.press('Enter');
    await page.getByText('Your organization screens with a `reviewScore` of at most 60.').waitFor();

    expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('Ambrose Feather');
    expect(await page.getByRole('button', { name: 'Keep as a run…' }).count()).toBe(0);
  });

  test('screen several: lines are read, and kept as the runs of a batch', async () => {
    const { page, stub, errors } = await browser.open('/test/screen/batches/new', (call) =>
      call.route === 'screening.createScreeningBatch' ? { status: 201, body: { id: uuid(36, 1) } } : answers(call),
    );
    const button = page.getByRole('button', { name: 'Screen and keep' });
    const lines = page.getByLabel('Persons and companies');
    expect(await button.getAttribute('title')).toBe('Enter a name.');
    await lines.fill('Ada Example; 17.4.1961');
    expect(await button.getAttribute('title')).toBe('Line 1: A date of birth is 1961-04-17, 1961-04 or 1961.');
    await lines.fill(Array.from({ length: 101 }, (_, index) => `Ada ${index}`).join('\n'));
    expect(await button.getAttribute('title')).toBe('At most 100 lines are screened at once. There are 101.');
    await lines.fill('Ada Example; 1961-04-17; gb; person\nExample Ltd;;;company;customer-4');
    await page.getByText('person · born 1961-04-17 · GB').waitFor();
    await expectAccessible(page, 'screen several');
    await page.keyboard.press('Control+Enter');
    await page.getByText('1 with a match, 1 clear, 1 incomplete, 1 not screened.').waitFor();

    expect(sentBy(stub, 'screening.createScreeningBatch')).toEqual([
      {
        items: [
          {
            subject: {
              name: 'Ada Example',
              entityType: 'person',
              datesOfBirth: ['1961-04-17'],
              nationalities: ['GB'],
            },
            reference: 'line 1',
          },
          { subject: { name: 'Example Ltd', entityType: 'entity' }, reference: 'customer-4' },
        ],
        profileKey: 'thorough',
        sources: LISTS,
      },
    ]);
    const outcomes = await page.getByRole('row').allInnerTexts();
    expect(outcomes.slice(1).map((row) => row.split('\t').slice(0, 2).join(' '))).toEqual([
      'customer-4 Not screened',
      'line 2 Match',
      'line 3 Incomplete',
      'line 1 Clear',
    ]);
    expect(errors).toEqual([]);
  });

  test('an uploaded batch: it is followed to its end, and its failed rows are screened again with its lists and scores', async () => {
    const batch = {
      id: uuid(37, 1),
      status: 'completed',
      format: 'csv',
      total: 4,
      rows: 4,
      done: 4,
      failed: 2,
      byStatus: { match: 0, possible_match: 0, clear: 1, incomplete: 0, error: 1 },
      sources: LISTS,
      reviewScore: 60,
      matchScore: 90,
      pepLookbackMonths: null,
      repeatableRows: 2,
      runs: [],
      rowsKeptUntil: '2026-12-18T00:00:00.000Z',
      createdBy: 'user:1',
      createdAt: '2026-11-18T00:00:00.000Z',
    };
    const again = { ...batch, id: uuid(37, 2), failedRowsOf: batch.id, leftOutRows: 1, repeatableRows: 0 };
    let state: object = { status: 'running', done: 2 };
    const { page, stub, errors } = await browser.open(`/test/screen/batches/${batch.id}`, (call) => {
      if (call.route === 'screening.createScreeningBatch') return { status: 201, body: again };
      if (call.route === 'screening.createBatchWatches') return { status: 202, body: { id: uuid(37, 3) } };
      if (call.route !== 'screening.readScreeningBatch') return answers(call);
      if (call.path.endsWith(again.id)) return { body: again };
      return { body: { ...batch, ...state } };
    });
    await page.getByText('Running. 2 of 4 rows screened').waitFor();
    state = {};
    const button = page.getByRole('button', { name: 'Screen the failed rows again' });
    await button.waitFor();
    await expectAccessible(page, 'an uploaded batch');
    await page.getByRole('button', { name: 'Watch these rows' }).click();
    await page.getByText('The watches are being created.').waitFor();
    expect(stub.calls.filter(({ route }) => route === 'screening.createBatchWatches').map(({ path }) => path)).toEqual([
      `/api/v1/screening/batches/${batch.id}/watches`,
    ]);
    await button.click();
    await page.getByText('Not screened again: 1.').waitFor();

    expect(await button.count()).toBe(0);
    expect(sentBy(stub, 'screening.createScreeningBatch')).toEqual([
      { failedRowsOf: batch.id, sources: LISTS, reviewScore: 60, matchScore: 90, pepLookbackMonths: null },
    ]);
    expect(errors).toEqual([]);
  });

  test('screen several: a request that failed is repeated with the same key, and another one is not', async () => {
    const { page, stub } = await browser.open('/test/screen/batches/new', (call) =>
      call.route === 'screening.createScreeningBatch'
        ? { status: 503, body: { code: 'unavailable', detail: 'Retry later.', requestId: 'r' } }
        : answers(call),
    );
    const keys = () =>
      stub.calls.flatMap(({ route, headers }) =>
        route === 'screening.createScreeningBatch' ? (headers['idempotency-key'] ?? '') : [],
      );
    const send = async (name: string) => {
      await page.getByLabel('Persons and companies').fill(name);
      await page.getByRole('button', { name: 'Screen and keep' }).click();
      await page.getByText('Retry later.').waitFor();
    };
    await send('Ada Example');
    const first = new Set(keys());
    await send('Ada Example');
    expect(new Set(keys())).toEqual(first);
    expect(first.size).toBe(1);
    await send('Ada Example; 1961');
    await expect.poll(() => new Set(keys()).size).toBe(2);
  });
});
