import { canonicalJson, sha256Hex } from '@assay/foundation/canonical-json';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type Customer,
  compareEntry,
  foldWord,
  hasEnded,
  type ListedEntry,
  supportedReasons,
} from '../../console/domain/compare-entry.ts';
import { groupActions } from '../../console/domain/group-actions.ts';
import { matching } from '../../console/parts/palette-matching.ts';
import { canonical, verifyTrail } from '../../console/screens/documents/verify-trail.ts';
import { deadlineRows, deadlinesFault, deadlinesFrom } from '../../console/screens/settings/deadline-rows.ts';
import { filtersOf, parseViews, type View, withoutView, withView } from '../../console/shell/views.ts';

const entry: ListedEntry = {
  names: [
    { text: 'QUILLFEATHER, Ambrose Tobias', isWeak: false },
    { text: 'FEATHER, Ambrose', isWeak: true },
  ],
  births: [{ from: '1961-04-17', to: '1961-04-17', isCirca: false }],
  countries: ['IR'],
  identifiers: [{ kind: 'passport', value: 'QF 0011223', country: 'IR' }],
};
const customer: Customer = {
  names: ['Ambrose Feather'],
  born: '1988-09-23',
  countries: ['GB'],
  documents: [{ value: '533219004', country: 'GB' }],
  address: null,
};
const nothing = { clearedBefore: false, entryKind: 'person', hasOtherKind: false };
const texts = (reasons: ReturnType<typeof supportedReasons>) => reasons.map(({ text }) => text);

test('comparison: facts that differ support a false positive, and none supports a confirmation', () => {
  const reasons = supportedReasons(compareEntry(customer, entry, []), nothing);
  expect(texts(reasons)).toEqual([
    'Born in another year',
    'Another nationality',
    'No document number agrees',
    'Only part of the name agrees',
  ]);
  expect(reasons.every(({ decision }) => decision === 'false_positive')).toBe(true);
});

test('comparison: the same name, birth and document support a confirmation only', () => {
  const same = {
    ...customer,
    born: '1961-04-17',
    countries: ['IR'],
    documents: [{ value: 'qf0011223', country: null }],
  };
  const reasons = supportedReasons(compareEntry(same, entry, [{ code: 'name_same' }]), nothing);
  expect(texts(reasons)).toEqual(['A document number agrees', 'Same name, date of birth and country']);
  expect(reasons.every(({ decision }) => decision === 'confirmed')).toBe(true);
});

test('comparison: without data of the customer, only the factors of the match support reasons', () => {
  const unknown: Customer = { names: [], born: null, countries: [], documents: [], address: null };
  expect(supportedReasons(compareEntry(unknown, entry, []), nothing)).toEqual([]);
  expect(texts(supportedReasons(compareEntry(unknown, entry, [{ code: 'dob_other_year' }]), nothing))).toEqual([
    'Born in another year',
  ]);
});

test('comparison: a clearance of the same, unchanged entry is offered as a reason', () => {
  const reasons = supportedReasons(compareEntry(customer, null, []), {
    ...nothing,
    clearedBefore: true,
  });
  expect(texts(reasons)).toContain('Cleared before: same customer, same entry, unchanged');
});

test('comparison: a birth within the listed range is never called another year', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1920, max: 2005 }), fc.nat(10), (year, width) => {
      const range = {
        ...entry,
        births: [{ from: `${year}-01-01`, to: `${year + width}-12-31`, isCirca: true }],
      };
      const born = `${year + Math.floor(width / 2)}-06-15`;
      expect(compareEntry({ ...customer, born }, range, []).born.agreement).toBe('near');
    }),
  );
});

test('comparison: only a day that both sides state exactly is the same date of birth', () => {
  const bornIn = (from: string, to = from, isCirca = false) => ({
    ...entry,
    births: [{ from, to, isCirca }],
  });
  const cases = [
    ['1961-04-17', bornIn('1961-04-17'), 'same', 'same day'],
    ['1961-04-17', bornIn('1961-04-17', '1961-04-17', true), 'near', 'same year'],
    ['1961-04-17', bornIn('1961-01-01', '1961-12-31'), 'near', 'same year'],
    ['1961-04-17', bornIn('1960-01-01', '1965-12-31'), 'near', 'within the listed years'],
    ['1961', bornIn('1961-04-17'), 'near', 'same year'],
    ['1961-04', bornIn('1961-04-17'), 'near', 'same year'],
    ['1962-04-17', bornIn('1961-04-17'), 'different', 'another year'],
    ['196', bornIn('1961-04-17'), 'unknown', 'not compared'],
  ] as const;
  for (const [born, listed, agreement, words] of cases)
    expect(compareEntry({ ...customer, born }, listed, []).born, born).toEqual({
      agreement,
      words,
    });
});

test('comparison: the same year of birth does not support a confirmation', () => {
  const unknown: Customer = { names: [], born: null, countries: [], documents: [], address: null };
  const reasonsFor = (code: string) =>
    texts(supportedReasons(compareEntry(unknown, entry, [{ code: 'name_same' }, { code }]), nothing));
  expect(reasonsFor('dob_same_year')).toEqual([]);
  expect(reasonsFor('dob_same_day')).toEqual(['Same name and date of birth']);
});

test('comparison: a part of the name with the same day of birth supports either decision', () => {
  const unknown: Customer = { names: [], born: null, countries: [], documents: [], address: null };
  const factors = [{ code: 'all_subject_tokens' }, { code: 'dob_same_day' }] as const;

  expect(supportedReasons(compareEntry(unknown, entry, [...factors]), nothing)).toEqual([
    { text: 'Only part of the name agrees', decision: 'false_positive' },
    { text: 'Part of the name and the date of birth agree', decision: 'confirmed' },
  ]);
});

test('comparison: an approximate listed year may be two years off, as in the search', () => {
  const about = { ...entry, births: [{ from: '1961-01-01', to: '1961-12-31', isCirca: true }] };
  const compared = (born: string) => compareEntry({ ...customer, born }, about, []);
  for (const born of ['1959-12-31', '1960', '1962-01-01', '1963-06']) {
    expect(compared(born).born).toEqual({ agreement: 'near', words: 'about the listed year' });
    expect(texts(supportedReasons(compared(born), nothing))).not.toContain('Born in another year');
  }
  expect(compared('1964-01-01').born.agreement).toBe('different');
});

test('comparison: a listing has ended only after its last day', () => {
  expect(hasEnded('2026-03-14', Date.parse('2026-03-14T00:00:00Z'))).toBe(false);
  expect(hasEnded('2026-03-14', Date.parse('2026-03-14T23:59:59Z'))).toBe(false);
  expect(hasEnded('2026-03-14', Date.parse('2026-03-15T00:00:00Z'))).toBe(true);
});

test('comparison: words agree without accents and case', () => {
  expect(foldWord('PAPÍR')).toBe(foldWord('papir'));
  expect([...compareEntry(customer, entry, []).name.agreeing].sort()).toEqual(['ambrose', 'feather']);
});

test('actions: equal actions of several assessments are one group, the oldest first', () => {
  const action = (id: string, name: string, createdAt: string, status = 'requested') => ({
    id,
    name,
    createdAt,
    status,
    revision: 1,
    policyKey: 'onboarding',
  });
  const groups = groupActions([
    action('1', 'file_report', '2026-01-02'),
    action('2', 'manual_review', '2026-01-01'),
    action('3', 'file_report', '2026-01-03'),
    action('4', 'file_report', '2026-01-04', 'failed'),
  ]);
  expect(groups.map(({ name, status, actions }) => [name, status, actions.length])).toEqual([
    ['manual_review', 'requested', 1],
    ['file_report', 'requested', 2],
    ['file_report', 'failed', 1],
  ]);
});

test('deadlines: rows and settings are the same, and a row that cannot be saved says why', () => {
  const deadlines = { manual_review: 86_400, file_report: 5400, soon: 100 };
  expect(deadlinesFrom(deadlineRows(deadlines))).toEqual(deadlines);
  expect(deadlinesFrom([{ id: 1, action: '', hours: ' ' }])).toEqual({});

  const faultOf = (action: string, hours: string) => deadlinesFault([{ id: 1, action, hours }]);
  expect(faultOf('manual_review', '24')).toBeNull();
  expect(faultOf('', '')).toBeNull();
  expect(faultOf('', '24')).toBe('Enter the name of the action of every deadline.');
  for (const hours of ['', 'soon', '0', '-1'])
    expect(faultOf('manual_review', hours)).toBe('Enter the hours until manual_review is late.');
});

test('audit trail: the browser computes the same hashes as the service', async () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(canonical(value)).toBe(canonicalJson(value));
    }),
  );
  const entries = [];
  let previousHash = '0'.repeat(64);
  for (let number = 1; number <= 3; number++) {
    const content = {
      number,
      at: '2026-03-14T09:26:53.589Z',
      details: { b: 1, a: 'ö' },
      previousHash,
    };
    const hash = sha256Hex(canonicalJson(content));
    entries.push({ ...content, hash });
    previousHash = hash;
  }
  expect(await verifyTrail(entries)).toBe(true);
  expect(await verifyTrail(entries.slice(1))).toBe(false);
  expect(
    await verifyTrail(entries.map((one) => (one.number === 2 ? { ...one, at: '2026-03-14T09:26:54.589Z' } : one))),
  ).toBe(false);
});

test('palette: words in any order find a command', () => {
  const commands = [
    { id: '1', label: 'Go to API keys', run: () => {} },
    { id: '2', label: 'Go to Inbox', run: () => {} },
  ];
  expect(matching(commands, 'keys go').map(({ id }) => id)).toEqual(['1']);
  expect(matching(commands, '').map(({ id }) => id)).toEqual(['1', '2']);
});

describe('saved views', () => {
  const view = (name: string, changes: Partial<View> = {}): View => ({
    id: name,
    screen: 'inbox',
    name,
    query: { decision: 'reject' },
    ...changes,
  });

  test('saved views: what is stored is read again, and the same name on a screen replaces it', () => {
    const views = [view('mine'), view('late'), view('mine', { screen: 'matches' })].reduce(
      withView,
      [] as readonly View[],
    );
    const replaced = withView(views, view('mine', { id: 'new', query: { late: 'true' } }));

    expect(parseViews(JSON.stringify(views))).toEqual(views);
    expect(replaced.map(({ id }) => id)).toEqual(['late', 'mine', 'new']);
    expect(withoutView(replaced, 'late').map(({ id }) => id)).toEqual(['mine', 'new']);
  });

  test('saved views: stored text that makes no sense is ignored', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
        for (const { id, screen, name } of parseViews(text))
          expect([id, screen, name].every((one) => typeof one === 'string')).toBe(true);
      }),
    );
    expect(parseViews(JSON.stringify([{ name: 'x' }, view('y'), 3]))).toEqual([view('y')]);
    expect(parseViews(null)).toEqual([]);
  });

  test('saved views: only filters of the screen that are set are stored', () => {
    const query = { decision: 'reject', late: undefined, search: '', assessment: 'a' };
    expect(filtersOf(query, ['decision', 'late', 'search'])).toEqual({ decision: 'reject' });
  });
});
