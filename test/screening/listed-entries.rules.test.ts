import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cutText } from '#packages/watchlist/src/cut-text.ts';
import { emptyListing, type ListedEntry } from '#packages/watchlist/src/listed-entry.ts';
import { someEntries } from '#packages/watchlist/test/search/any-entry.ts';
import { presentEntry } from '#shared/screening/entry.ts';
import { entryDigest } from '#shared/screening/entry-digest.ts';
import { fitEntries } from '#shared/screening/fit-entries.ts';
import { nameScript } from '#shared/screening/name-script.ts';
import { anEntry } from '#test/support/screening-examples.ts';

describe('the digest of an entry', () => {
  test('does not depend on the order in which a list states facts, nor on the id', () => {
    fc.assert(
      fc.property(someEntries, ([entry]) => {
        if (!entry) return;
        const [principal, ...aliases] = entry.names;
        const turned: ListedEntry = {
          ...entry,
          id: 'another',
          names: [...(principal ? [principal] : []), ...aliases.toReversed()],
          births: entry.births.toReversed(),
          countries: entry.countries.toReversed(),
          identifiers: entry.identifiers.toReversed(),
          programmes: entry.programmes.toReversed(),
          ...(entry.listing && {
            listing: {
              ...entry.listing,
              addresses: entry.listing.addresses.toReversed(),
              titles: entry.listing.titles.toReversed(),
            },
          }),
        };

        expect(entryDigest(turned)).toBe(entryDigest(entry));
      }),
    );
  });

  test.each<[string, Partial<ListedEntry>]>([
    ['another principal name', { names: [{ text: 'Other', isWeak: false }] }],
    ['a weak name that was strong', { names: [{ text: 'Ambrose Quillfeather', isWeak: true }] }],
    ['another birth', { births: [] }],
    ['another country', { countries: ['IR', 'SY'] }],
    ['another programme', { programmes: ['IRN'] }],
    ['a remark', { listing: { ...emptyListing(), remarks: 'Deceased.' } }],
    ['a last day', { listing: { ...emptyListing(), endsOn: '2020-01-01' } }],
    [
      'a position',
      {
        pep: {
          positions: [
            {
              category: 'minister',
              title: 'Minister',
              country: 'IS',
              startedOn: null,
              endedOn: null,
              isCurrent: true,
              roster: 'a roster',
            },
          ],
          relatedTo: [],
        },
      },
    ],
  ])('changes with %s', (_case, changes) => {
    expect(entryDigest(anEntry(changes))).not.toBe(entryDigest(anEntry()));
  });

  test('is the same for an entry without a listing and one with an empty listing', () => {
    expect(entryDigest(anEntry({ listing: emptyListing() }))).toBe(entryDigest(anEntry()));
  });
});

test.each([
  ['Ambrose Quillfeather', 'Latn'],
  ['Ödön Papír', 'Latn'],
  ['Густав СТЕЙПЛС', 'Cyrl'],
  ['سالم كاغذ', 'Arab'],
  ['习近平', 'Hani'],
  ['김정은', 'Hang'],
  ['山田 たろう', 'Jpan'],
  ['ヤマダ', 'Jpan'],
  ['Αλέξης', 'Grek'],
  ['בנימין', 'Hebr'],
  ['ქართველი', 'Geor'],
  ['7-28', 'Zyyy'],
  ['IP Щербаков Юрий', 'Cyrl'],
])('the script of %s is %s', (text, script) => {
  expect(nameScript(text)).toBe(script);
});

test('cut text: a long text is cut between characters, a short one is unchanged', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 60 }), fc.nat(40), (text, room) => {
      const max = room + 2;
      const cut = cutText(text, max);

      expect(cut.length).toBeLessThanOrEqual(max);
      expect(cut.isWellFormed()).toBe(true);
      if (text.length <= max) expect(cut).toBe(text);
      else expect([cut.endsWith('…'), text.startsWith(cut.slice(0, -1))]).toEqual([true, true]);
    }),
  );
});

describe('fitting the entries of a run', () => {
  const matchesOf = (entries: readonly ListedEntry[]) =>
    entries.map((entry) => ({ entry: presentEntry('eu_fsf', entry) }));
  const bytesOf = (matches: readonly { entry: unknown }[]) =>
    matches.reduce((sum, { entry }) => sum + Buffer.byteLength(JSON.stringify(entry)), 0);
  const long = (remarks: string) =>
    anEntry({
      listing: {
        ...emptyListing(),
        remarks,
        addresses: Array.from({ length: 9 }, (_, at) => ({ text: `${at} Road`, country: null })),
      },
    });

  test('changes nothing if everything fits', () => {
    fc.assert(
      fc.property(someEntries, (entries) => {
        const matches = matchesOf(entries);

        expect(fitEntries(matches, bytesOf(matches))).toEqual(matches);
      }),
    );
  });

  test('stays within any budget that names leave room for, with digests and primary names unchanged', () => {
    fc.assert(
      fc.property(someEntries, fc.integer({ min: 700, max: 4_000 }), (entries, each) => {
        const matches = matchesOf(entries);

        const fitted = fitEntries(matches, entries.length * each);

        expect(bytesOf(fitted)).toBeLessThanOrEqual(entries.length * each);
        expect(fitted.map(({ entry }) => [entry.digest, entry.names.length > 0])).toEqual(
          matches.map(({ entry }) => [entry.digest, true]),
        );
        for (const [at, { entry }] of fitted.entries())
          expect(entry.truncated).toBe(JSON.stringify(entry) !== JSON.stringify(matches[at]?.entry));
      }),
    );
  });

  test('shortens the remarks of the lowest scores first', () => {
    const matches = matchesOf([long('x'.repeat(2_000)), long('y'.repeat(2_000))]);

    const [first, second] = fitEntries(matches, bytesOf(matches) - 100);

    expect(first).toEqual(matches[0]);
    expect(second?.entry).toMatchObject({ truncated: true, remarks: `${'y'.repeat(299)}…` });
    expect(second?.entry.addresses).toHaveLength(9);
  });

  test('removes addresses if shorter remarks are not enough', () => {
    const [only] = fitEntries(matchesOf([long('x'.repeat(2_000))]), 900);

    expect(only?.entry.truncated).toBe(true);
    expect(only?.entry.addresses.length).toBeLessThan(9);
  });
});
