import { expect, test } from 'vitest';
import { REVIEW_SCORES } from '#packages/watchlist/src/assurance/review-scores.ts';
import { dueOf, stateOf } from '../../console/domain/assurance-words.ts';
import { layOutRecall, recallInWords } from '../../console/pictures/recall-bars-layout.ts';
import { bodyOf, missingIn } from '../../console/screens/assurance/assurance-form.ts';
import { assurance, assurances } from './filled-assurance.ts';

type Summary = Parameters<typeof dueOf>[0];

test('recall bars: at the tested score they say what the report says, and at others what was counted there', () => {
  const { result, reviewScore } = assurance();
  for (const known of ['bare', 'known'] as const) {
    const reported = result.classes.filter((one) => one.known === known);
    const bars = layOutRecall(result.classes, { known, reviewScore });
    expect(bars.map(({ key, status, recall, low, high }) => ({ class: key, status, recall, low, high }))).toEqual(
      reported.map(({ class: key, status, recall, low, high }) => ({ class: key, status, recall, low, high })),
    );
    for (const score of REVIEW_SCORES)
      for (const { recall, low, high } of layOutRecall(result.classes, { known, reviewScore: score })) {
        expect(low).toBeLessThanOrEqual(recall ?? low);
        expect(high).toBeGreaterThanOrEqual(recall ?? high);
      }
  }
  const at = (score: number) => layOutRecall(result.classes, { known: 'bare', reviewScore: score });
  const letter = (score: number) => at(score).find(({ key }) => key === 'one_letter');
  expect(letter(70)).toMatchObject({ status: 'short', value: '12.6 %', detail: '10.1 to 15.5 %, 75 of 597' });
  expect(letter(65)).toMatchObject({ status: 'as_expected', value: '99.7 %' });
  expect(at(70).find(({ key }) => key === 'cut_140')).toMatchObject({ status: 'untested', value: 'not tested' });
  expect(recallInWords(at(70), 135.5)).toMatch(
    /^135\.5 alerts per 1,000 customers; less than expected: Initials 12\.6 %, One letter off/,
  );
  expect(recallInWords(at(65), 196.4)).toBe('196.4 alerts per 1,000 customers; every class is found as expected');
});

test('assurance: a test is overdue unless one like it has completed since', () => {
  const [failed, latest, repeated, other] = assurances() as unknown as [Summary, Summary, Summary, Summary];
  const all = [failed, latest, repeated, other];
  const inTwoYears = Date.now() + 2 * 365 * 86_400_000;
  expect(all.map((one) => dueOf(one, all, Date.now()))).toEqual(['none', 'due', 'repeated', 'overdue']);
  expect(all.map((one) => dueOf(one, all, inTwoYears))).toEqual(['none', 'overdue', 'repeated', 'overdue']);
  expect(dueOf(repeated, [failed, repeated], inTwoYears)).toBe('overdue');
  const likeOther = { ...other, createdAt: latest.createdAt, sources: other.sources.toReversed() };
  expect(dueOf(other, [likeOther, other], Date.now())).toBe('repeated');
  expect(dueOf(other, [{ ...likeOther, reviewScore: 70 }, other], Date.now())).toBe('overdue');
});

test('assurance: words for every state, and a form that says what is missing', () => {
  const word = (status: Summary['status'], outcome: Summary['outcome'] = null) =>
    stateOf({ status, outcome, done: 44, total: 110 }).word;
  expect([word('queued'), word('running'), word('failed'), word('cancelled'), word('completed', 'failed')]).toEqual([
    'Waiting to begin',
    'Running: 40 %',
    'The test did not complete',
    'Cancelled, without a result',
    'Less is found than must be',
  ]);
  const text = { profileKey: 'thorough', sources: ['eu_fsf'], entries: '1000', customers: '10000' };
  expect(missingIn(text, false)).toBeNull();
  expect(missingIn({ ...text, sources: [] }, false)).toBe('Choose a list first.');
  expect(missingIn({ ...text, sources: [] }, true)).toBeNull();
  for (const entries of ['199', '5001', '1e3', '', '-1'])
    expect(missingIn({ ...text, entries }, true)).toBe('Listed entries: write 200 to 5,000.');
  expect(missingIn({ ...text, customers: '0' }, true)).toBe('Customers: write 1 to 20,000.');
  expect(bodyOf(text, true)).toEqual({ profileKey: 'thorough', entries: 1_000, customers: 10_000 });
  expect(bodyOf(text, false)).toMatchObject({ sources: ['eu_fsf'] });
});
