import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ListKey } from '#shared/screening/lists/list.ts';
import {
  ATTENTION_REASONS,
  doubtsAbout,
  type PreviousVersion,
  type VersionFacts,
} from '#shared/screening/lists/version-doubts.ts';

/** When a version is held for approval: each rule at its edge. */
const next = (changes: Partial<VersionFacts> = {}): VersionFacts => ({
  entryCount: 100,
  droppedEntries: 0,
  statedCount: null,
  listNames: {},
  isRetired: false,
  counts: { person: 60, entity: 30, vessel: 10 },
  ...changes,
});

const previous = (
  comparison: Partial<PreviousVersion['comparison']> = {},
  changes: Partial<PreviousVersion> = {},
): PreviousVersion => ({
  entryCount: 100,
  counts: { person: 60, entity: 30, vessel: 10 },
  comparison: { previousCount: 100, kept: 100, changed: 0, added: 0, ...comparison },
  ...changes,
});

interface Case {
  key?: ListKey;
  next?: Partial<VersionFacts>;
  previous?: PreviousVersion;
  siblings?: PreviousVersion['comparison'][];
}

const doubts = ({ key = 'eu_fsf', siblings = [], ...given }: Case) =>
  doubtsAbout({ key, next: next(given.next), previous: given.previous, siblings });

const shared = (kept: number) => previous({ kept }).comparison;
const counts = (person: number, entity: number, vessel: number) => ({
  counts: { person, entity, vessel },
});

describe('a version is held', () => {
  test.each<[string, Case, string[]]>([
    ['its stated count is missed', { next: { statedCount: 101 } }, ['count_differs']],
    ['too many entries cannot be read', { next: { droppedEntries: 2 } }, ['entries_unread']],
    ['it shrank by more than a fifth', { next: { entryCount: 79 }, previous: previous({ kept: 79 }) }, ['shrunk']],
    ['more than half is changed', { previous: previous({ changed: 51 }) }, ['mostly_changed']],
    [
      'more than half is changed or new',
      { previous: previous({ kept: 70, changed: 21, added: 30 }) },
      ['mostly_changed'],
    ],
    ['half of the persons are gone', { next: counts(30, 60, 10), previous: previous() }, ['persons_lost_half']],
    ['half of the entities are gone', { next: counts(75, 15, 10), previous: previous() }, ['entities_lost_half']],
    ['half of the vessels are gone', { next: counts(65, 30, 5), previous: previous() }, ['vessels_lost_half']],
    ['fewer than 60 % of the ids remain', { previous: previous({ kept: 59, added: 41 }) }, ['ids_replaced']],
    [
      'its entries are those of a list of the same format',
      { key: 'ofac_consolidated', siblings: [shared(51)] },
      ['wrong_list'],
    ],
    [
      'its records name another list',
      { key: 'ofac_consolidated', next: { listNames: { 'SDN List': 90, 'FSE List': 10 } } },
      ['wrong_list'],
    ],
    [
      'its records name another list than SDN',
      { key: 'ofac_sdn', next: { listNames: { 'Consolidated List': 9 } } },
      ['wrong_list'],
    ],
    [
      'for every reason there is, all reported together',
      {
        key: 'ofac_consolidated',
        next: { ...counts(0, 30, 2), entryCount: 32, droppedEntries: 1, statedCount: 443 },
        previous: previous({ kept: 0, added: 32 }),
        siblings: [shared(32)],
      },
      [
        'wrong_list',
        'count_differs',
        'entries_unread',
        'shrunk',
        'mostly_changed',
        'persons_lost_half',
        'vessels_lost_half',
        'ids_replaced',
      ],
    ],
  ])('where %s', (_case, given, expected) => {
    expect(doubts(given)).toEqual(expected);
  });
});

describe('a version is not held', () => {
  test.each<[string, Case]>([
    [
      'its stated count is met, entries that cannot be read included',
      { next: { entryCount: 199, droppedEntries: 1, statedCount: 200 } },
    ],
    ['it shrank by a fifth', { next: { entryCount: 80 }, previous: previous({ kept: 80 }) }],
    ['half of it is changed or new', { previous: previous({ kept: 80, changed: 30, added: 20 }) }],
    ['less than half of a kind is gone', { next: counts(31, 16, 6), previous: previous() }],
    ['60 % of the ids remain', { next: { entryCount: 100 }, previous: previous({ kept: 60, added: 40 }) }],
    [
      'a kind is new',
      {
        next: counts(50, 30, 20),
        previous: previous({}, { counts: { person: 60, entity: 40, vessel: 0 } }),
      },
    ],
    ['a few entries are on both lists', { key: 'ofac_consolidated', siblings: [shared(50)] }],
    ['its records name it', { key: 'ofac_sdn', next: { listNames: { 'SDN List': 100 } } }],
    [
      'the kinds of the version before are unknown',
      { next: counts(0, 100, 0), previous: previous({}, { counts: undefined }) },
    ],
  ])('where %s', (_case, given) => {
    expect(doubts(given)).toEqual([]);
  });

  test('where it is the first, whatever its size', () => {
    const anyCounts = fc.record({ person: fc.nat(1_000), entity: fc.nat(1_000), vessel: fc.nat(1_000) });
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 3_000 }), anyCounts, (entryCount, of) => {
        expect(doubts({ next: { entryCount, counts: of, statedCount: entryCount } })).toEqual([]);
      }),
    );
  });
});

test('attention reasons: each is documented', () => {
  const anyCount = fc.nat(200);
  const anyCase = fc.record({
    next: fc.record({
      entryCount: fc.integer({ min: 1, max: 200 }),
      droppedEntries: fc.nat(5),
      statedCount: fc.option(anyCount),
      listNames: fc.constant({ 'SDN List': 1 }),
      counts: fc.record({ person: anyCount, entity: anyCount, vessel: anyCount }),
    }),
    previous: fc.record({ kept: anyCount, changed: anyCount, added: anyCount }).map(previous),
  });
  fc.assert(
    fc.property(anyCase, (given) => {
      for (const reason of doubts({ ...given, key: 'ofac_consolidated' }))
        expect(Object.keys(ATTENTION_REASONS)).toContain(reason);
    }),
  );
});
