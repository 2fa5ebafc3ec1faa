import { FactorCode } from '@assay/watchlist';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { BUILT_IN_REASONS, claimsOf } from '#shared/organization/settings/decision-reasons.ts';
import { whyContradicted } from '#shared/screening/reason-check.ts';
import { chromiumPath } from '#test/support/chromium.ts';
import { compareEntry, supportedReasons } from '../../console/domain/compare-entry.ts';
import { commonReasons, reviewMatch, untrueReasons, whyNotTogether } from '../../console/domain/match-reasons.ts';
import { NO_CUSTOMER } from '../../console/screens/matches/customer.tsx';
import { reasonsFrom, rowsOf } from '../../console/screens/settings/reason-rows.ts';
import { consoleBrowser, expectAccessible } from './console-browser.ts';
import { answers, matchDetail, matchItem, me } from './filled.ts';
import type { Answering } from './stub-service.ts';

type Detail = Parameters<typeof reviewMatch>[0];

interface Changes {
  score?: number;
  codes?: readonly string[];
  /** The customer and the entry that the match is about. */
  about?: readonly [customer: number, entry: number];
  isCleared?: boolean;
  contradiction?: string | null;
}

function detailOf(index: number, changes: Changes = {}): Detail {
  const base = matchDetail(index);
  const [customer, entry] = changes.about ?? [index, index];
  return {
    ...base,
    subject: { ...base.subject, id: `customer-${customer}` },
    match: {
      ...base.match,
      score: changes.score ?? 75,
      sourceEntryId: String(entry),
      factors: (changes.codes ?? base.match.factors.map(({ code }) => code)).map((code) => ({
        code,
        points: 0,
        detail: '',
      })),
    },
    earlier: changes.isCleared ? base.earlier : [],
    reasons: base.reasons.map((reason) => ({
      ...reason,
      contradiction: reason.text === 'Different date of birth' ? (changes.contradiction ?? null) : null,
    })),
  } as unknown as Detail;
}
const review = (index: number, changes: Changes = {}) => reviewMatch(detailOf(index, changes), NO_CUSTOMER);
const textsOf = (matches: readonly ReturnType<typeof review>[]) =>
  commonReasons(matches)
    .filter(({ contradiction }) => contradiction === null)
    .map(({ text }) => text);

const ONE = [1, 7] as const;
const EXACT = { score: 100, codes: ['name_same', 'dob_same_day', 'nationality_same'] };

describe('reasons for several matches', () => {
  test('bulk reasons: only what holds for each match is offered', () => {
    const part = review(1, { about: ONE, codes: ['all_subject_tokens', 'dob_other_year'] });
    const exact = review(2, {
      about: ONE,
      ...EXACT,
      contradiction: 'the day of birth is the same',
    });

    expect(textsOf([part])).toContain('Only part of the name agrees');
    expect(textsOf([part, exact])).toEqual(['Not our customer’s portrait']);
    expect([...untrueReasons([part, exact])]).toEqual(
      expect.arrayContaining([
        'Only part of the name agrees',
        'Born in another year',
        'Different date of birth',
        'Same name, date of birth and country',
      ]),
    );
  });

  test('bulk decisions: one customer on one entry, or unchanged clearances; any other mix is refused', () => {
    const [a, b] = [review(1, { about: ONE }), review(2, { about: ONE })];
    expect(whyNotTogether([a, b], 'false_positive')).toBeNull();
    expect(whyNotTogether([a, b], 'confirmed')).toBeNull();
    for (const about of [
      [1, 8],
      [2, 7],
    ] as const)
      expect(whyNotTogether([a, review(3, { about })], 'false_positive')).toContain('different');
    const cleared = [1, 2].map((index) => review(index, { isCleared: true }));
    expect(whyNotTogether(cleared, 'false_positive')).toBeNull();
    expect(whyNotTogether(cleared, 'confirmed')).toContain('one by one');
    expect(whyNotTogether([...cleared, review(3)], 'false_positive')).toContain('different');
  });

  test('bulk decisions: none at or above the match score is cleared with others', () => {
    const below = review(1, { about: ONE, score: 89 });
    for (const score of [90, 100])
      for (const isCleared of [false, true]) {
        const certain = review(2, { about: ONE, score, isCleared });
        expect(whyNotTogether([below, certain], 'false_positive')).toContain(`scores ${score}`);
        expect(whyNotTogether([below, certain], 'confirmed')).toBeNull();
        expect(whyNotTogether([certain], 'false_positive')).toBeNull();
      }
    expect(whyNotTogether([below, below], 'false_positive')).toBeNull();
  });

  test('reasons: a clearance before a later confirmation is none', () => {
    const { earlier, ...detail } = detailOf(1, { isCleared: true });
    const [clearance] = earlier;
    if (!clearance) throw new Error('no clearance');
    const confirmed = { ...clearance, decision: 'confirmed' as const };
    const reviewed = (list: Detail['earlier']) =>
      reviewMatch({ ...detail, earlier: list }, NO_CUSTOMER).isClearedBefore;
    expect(reviewed([clearance])).toBe(true);
    expect(reviewed([confirmed, clearance])).toBe(false);
    expect(reviewed([{ ...clearance, entryChanged: true }])).toBe(false);
  });

  test('reasons: what only the browser knows of the customer contradicts a reason too', () => {
    const customer = { ...NO_CUSTOMER, countries: ['IR'], born: '1961-04-17' };
    const reviewed = reviewMatch(detailOf(1, { codes: ['all_subject_tokens'] }), customer);
    expect(reviewed.reasons.find(({ text }) => text === 'Different date of birth')?.contradiction).toBe(
      'born: same day',
    );
  });

  test('reasons: the service refuses none that the console derives, and knows them all', () => {
    const known = (decision: 'false_positive' | 'confirmed', reason: string) =>
      claimsOf(BUILT_IN_REASONS, { decision, reason });
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.constantFrom(...FactorCode.options)),
        fc.boolean(),
        fc.constantFrom('person' as const, 'entity' as const),
        (codes, isClearedBefore, entryKind) => {
          const factors = codes.map((code) => ({ code }));
          const reasons = supportedReasons(compareEntry(NO_CUSTOMER, null, factors), {
            clearedBefore: isClearedBefore,
            entryKind,
            hasOtherKind: codes.includes('other_kind_identified'),
          });
          for (const { text, decision } of reasons) {
            const claims = known(decision, text);
            const compared = { factors, entryKind, subjectKind: null, isClearedBefore };
            expect(claims.length, text).toBeGreaterThan(0);
            if (decision === 'false_positive') expect(whyContradicted(claims, compared), text).toBeNull();
          }
        },
      ),
    );
  });

  test('settings: reasons and rows are the same, and rows without a text are left out', () => {
    const { reasons } = me().settings as { reasons: Parameters<typeof rowsOf>[0] };
    const rows = rowsOf(reasons);
    const back = reasonsFrom([...rows, { id: 9, list: 'confirmed', text: ' ', fact: 'name' }]);
    expect({ ...back, facts: new Set(back.facts) }).toEqual({
      ...reasons,
      facts: new Set(reasons.facts),
    });
  });
});

const browser = consoleBrowser();

const answering =
  (changes: readonly Changes[]): Answering =>
  (call) => {
    if (call.route === 'screening.listScreeningMatches')
      return {
        body: {
          items: changes.map(({ score = 75 }, at) => {
            const item = matchItem(at);
            return { ...item, match: { ...item.match, score } };
          }),
          nextOffset: null,
        },
      };
    if (call.route === 'screening.readScreeningMatch') {
      const at = Number(call.path.slice(-3));
      return { body: detailOf(at, changes[at]) };
    }
    if (call.route === 'screening.decideScreeningMatch') return { body: {} };
    return answers(call);
  };

const decisions = (calls: readonly { route: string; body: unknown }[]) =>
  calls
    .filter(({ route }) => route === 'screening.decideScreeningMatch')
    .map(({ body }) => body as { decision: string; reason: string });

async function markFirstTwo(page: Awaited<ReturnType<typeof browser.open>>['page']) {
  await page.keyboard.press('x');
  await page.keyboard.press('j');
  await page.keyboard.press('x');
  await page.getByRole('heading', { name: '2 matches get this decision' }).waitFor();
  await page.locator('.selected-matches').waitFor();
}

describe.skipIf(!chromiumPath)('decisions on several matches (needs Chromium)', () => {
  test('matches: a mix of an exact and a partial match is listed with scores and gets no decision', async () => {
    const { page, stub, errors } = await browser.open(
      '/test/matches',
      answering([EXACT, { codes: ['all_subject_tokens'] }]),
    );
    await markFirstTwo(page);
    const selected = page.getByRole('region', { name: 'Selected matches' });
    expect(await selected.innerText()).toMatch(/100[\s\S]*Name: all words · Born: same day/);
    await page.getByText('of different customers or entries').first().waitFor();
    expect(await page.getByRole('button', { name: 'Only part of the name agrees' }).count()).toBe(0);
    await expectAccessible(page, 'a refused selection');
    for (const key of ['1', 'f', 'c']) await page.keyboard.press(key);
    await page.waitForTimeout(200);
    expect(decisions(stub.calls)).toEqual([]);
    expect(errors).toEqual([]);
  });

  test('matches: one customer on one entry gets one decision under a reason that holds for each', {
    tags: 'full',
  }, async () => {
    const { page, stub } = await browser.open(
      '/test/matches',
      answering([
        { about: ONE, codes: ['all_subject_tokens', 'dob_other_year'] },
        { about: ONE, codes: ['all_subject_tokens', 'nationality_other'] },
      ]),
    );
    await markFirstTwo(page);
    const group = page.getByRole('region', { name: 'Reasons for “Not them”' });
    expect(await group.getByRole('button').allInnerTexts()).toEqual([
      expect.stringContaining('Only part of the name agrees'),
    ]);
    await page.keyboard.press('1');
    await page.keyboard.press('f');
    await page.getByText('Not them: 2 matches.').waitFor();
    expect(decisions(stub.calls)).toEqual(
      Array(2).fill({ decision: 'false_positive', reason: 'Only part of the name agrees' }),
    );
  });

  test('matches: none at the match score is cleared with others, and each is alone', { tags: 'full' }, async () => {
    const { page, stub } = await browser.open(
      '/test/matches',
      answering([
        { about: ONE, score: 100, codes: ['all_subject_tokens', 'dob_same_day'] },
        { about: ONE, codes: ['all_subject_tokens'] },
      ]),
    );
    await markFirstTwo(page);
    await page.getByText('it is cleared alone').first().waitFor();
    for (const key of ['1', 'f']) await page.keyboard.press(key);
    expect(decisions(stub.calls)).toEqual([]);
    await page
      .getByRole('button', { name: /^Remove/ })
      .first()
      .click();
    await page.locator('.selected-matches').waitFor({ state: 'detached' });
    await page.keyboard.press('1');
    await page.keyboard.press('f');
    await page.getByText(/^Not them: Ambrose/).waitFor();
    expect(decisions(stub.calls)).toHaveLength(1);
  });

  test('matches: a reason of the organization that the comparison contradicts is struck out', async () => {
    const { page, stub } = await browser.open(
      '/test/matches',
      answering([{ ...EXACT, contradiction: 'the day of birth is the same' }]),
    );
    await page.getByText('Reasons of your organization').click();
    await page.getByText('contradicted: the day of birth is the same').waitFor();
    expect(await page.locator('s').allInnerTexts()).toEqual(['Different date of birth']);
    expect(await page.getByRole('button', { name: 'Different date of birth' }).count()).toBe(0);
    await expectAccessible(page, 'a struck reason');
    // Typed by hand it is not sent either.
    await page.getByLabel('Reason in your own words').fill('Different date of birth');
    const clear = page.getByRole('button', { name: 'Not them', exact: false }).last();
    expect(await clear.getAttribute('title')).toBe('The comparison contradicts the reason.');
    expect(decisions(stub.calls)).toEqual([]);
  });

  test('settings: an owner sets what a reason says, adds one and removes one', { tags: 'full' }, async () => {
    const { page, stub, errors } = await browser.open('/test/settings', (call) =>
      call.route === 'organization.readSettings' ? { body: me().settings } : answers(call),
    );
    const group = page.getByRole('group', { name: 'Reasons for “Not them”' });
    await group.getByLabel('What reason 2 says').selectOption('document');
    await group.getByRole('button', { name: 'Remove Different date of birth' }).click();
    await group.getByRole('button', { name: 'Add a reason' }).click();
    await group.getByLabel('Reasons for “Not them”, 2').fill('Wrong generation');
    await group.getByLabel('What reason 2 says').selectOption('birth');
    await expectAccessible(page, 'settings with reasons');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Settings saved.').waitFor();
    const saved = stub.calls.findLast(({ route }) => route === 'organization.updateSettings');
    const { reasons } = (saved?.body ?? {}) as { reasons: ReturnType<typeof reasonsFrom> };
    expect(reasons.falsePositive).toEqual(['Not our customer’s portrait', 'Wrong generation']);
    expect(reasons.facts).toEqual(
      expect.arrayContaining([
        { reason: 'Not our customer’s portrait', fact: 'document' },
        { reason: 'Wrong generation', fact: 'birth' },
      ]),
    );
    expect(errors).toEqual([]);
  });
});
