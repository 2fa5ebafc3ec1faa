import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ListedEntry } from '#packages/watchlist/src/listed-entry.ts';
import { compareDigests, DigestBuilder, openDigests } from '#shared/screening/lists/entry-digests.ts';
import { anEntry } from '#test/support/screening-examples.ts';

const digestsOf = (entries: readonly ListedEntry[]) => {
  const builder = new DigestBuilder();
  for (const entry of entries) builder.add(entry);
  return openDigests(builder.finish());
};

const named = (id: number, text: string) => anEntry({ id: String(id), names: [{ text, isWeak: false }] });

test('entry digests: comparing digests gives the same result as comparing entries', () => {
  const anyVersion = fc
    .uniqueArray(fc.tuple(fc.nat(60), fc.constantFrom('Anna', 'Bela')), { selector: ([id]) => id })
    .map((entries) => new Map(entries));
  fc.assert(
    fc.property(anyVersion, anyVersion, (previous, next) => {
      const entriesOf = (version: Map<number, string>) => [...version].map(([id, name]) => named(id, name));
      const kept = [...next.keys()].filter((id) => previous.has(id));

      expect(compareDigests(digestsOf(entriesOf(previous)), digestsOf(entriesOf(next)))).toEqual({
        previousCount: previous.size,
        kept: kept.length,
        changed: kept.filter((id) => previous.get(id) !== next.get(id)).length,
        added: next.size - kept.length,
      });
    }),
  );
});

test.each<[string, Partial<ListedEntry>]>([
  ['a kind', { kind: 'entity' }],
  ['a date of birth', { births: [] }],
  ['a country', { countries: ['SY'] }],
  ['an identifier', { identifiers: [{ kind: 'passport', value: 'A1', country: null }] }],
  ['a programme', { programmes: ['NEW'] }],
  ['a relative', { pep: { positions: [], relatedTo: [{ entryId: 'Q1', relation: 'child' }] } }],
])('entry digests: a change of %s changes the entry', (_case, changes) => {
  const entry = anEntry();

  const compared = compareDigests(digestsOf([entry]), digestsOf([{ ...entry, ...changes }]));

  expect(compared).toMatchObject({ kept: 1, changed: 1 });
});

test('entry digests: the order of names and countries does not matter', () => {
  const names = ['One', 'Two'].map((text) => ({ text, isWeak: false }));
  const entry = anEntry({ names, countries: ['IR', 'SY'] });
  const other = { ...entry, names: names.toReversed(), countries: ['SY', 'IR'] };

  expect(compareDigests(digestsOf([entry]), digestsOf([other]))).toMatchObject({ changed: 0 });
});

test('entry digests: across digest versions only ids are compared', () => {
  const [previous, next] = [digestsOf([named(1, 'Anna')]), digestsOf([named(1, 'Bela')])];

  expect(compareDigests({ ...previous, version: 0 }, next)).toMatchObject({ kept: 1, changed: 0 });
});
