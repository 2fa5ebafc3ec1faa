import { describe, expect, test } from 'vitest';
import { randomFrom } from '../../../test/support/random.ts';
import { canonicalListOrder, canonicalScreeningSource, normalizeSources } from '../src/screening-source.ts';
import { validatePolicy } from '../src/validate-definition.ts';
import { anInput, aPolicy } from './builders.ts';

const KNOWN = ['eu_fsf', 'ofac_sdn', 'ofac_consolidated', 'uk_sanctions', 'idb_sanctions', 'service_pep'];
const canonicalLists = (keys: readonly string[]) => canonicalListOrder(keys, KNOWN);
const canonicalSource = (written: string) => canonicalScreeningSource(written, KNOWN);
const validated = (definition: unknown) => validatePolicy(definition, { lists: KNOWN });

const SCORES = ':r70:m90';
const source = (...lists: string[]) => `service:screening:${lists.join('+')}${SCORES}`;

describe('canonical lists', () => {
  test('canonical lists: known lists come first in their order, every other list by its key', () => {
    expect(canonicalLists(['un_sanctions', 'service_pep', 'own_b', 'own_a', 'uk_sanctions', 'eu_fsf'])).toEqual([
      'eu_fsf',
      'uk_sanctions',
      'service_pep',
      'own_a',
      'own_b',
      'un_sanctions',
    ]);
  });

  test('canonical lists: the order is that of the known lists', () => {
    expect(canonicalListOrder(['a', 'b', 'c'], ['c', 'a'])).toEqual(['c', 'a', 'b']);
    expect(canonicalListOrder(['c', 'b', 'a'], [])).toEqual(['a', 'b', 'c']);
  });

  test('canonical lists: a list added at the end of the known ones changes no order of the others', () => {
    const others = [...KNOWN, 'own_a'].reverse();

    expect(canonicalListOrder(others, [...KNOWN, 'added'])).toEqual(canonicalLists(others));
  });

  test('canonical lists: every order of the same lists gives the same order', () => {
    const random = randomFrom(7);
    const lists = [...KNOWN, 'own_a', 'own_b', 'un_sanctions'];
    for (let round = 0; round < 500; round += 1) {
      const some = lists.filter(() => random() < 0.5);
      const shuffled = some.toSorted(() => random() - 0.5);

      expect(canonicalLists(shuffled)).toEqual(canonicalLists(some));
    }
  });
});

describe('canonical sources', () => {
  test.each([
    [source('uk_sanctions', 'ofac_sdn'), source('ofac_sdn', 'uk_sanctions')],
    [source('service_pep', 'eu_fsf'), source('eu_fsf', 'service_pep')],
    [source('eu_fsf'), source('eu_fsf')],
    ['service:screening:service_pep:r70:m90:l12', 'service:screening:service_pep:r70:m90:l12'],
    ['registered:019ced2c-2000-7000-8000-5d3c2b1a0f00', undefined],
    ['service:session-checks', undefined],
    ['service:screening:b+a', undefined],
    ['verification:b+a:r1:step', undefined],
  ])('%s', (written, canonical) => {
    expect(canonicalSource(written)).toBe(canonical ?? written);
    expect(canonicalSource(canonicalSource(written))).toBe(canonical ?? written);
  });

  test('sources with other scores or lists stay distinct', () => {
    expect(canonicalSource('service:screening:eu_fsf:r70:m90')).not.toBe(
      canonicalSource('service:screening:eu_fsf:r71:m90'),
    );
    expect(canonicalSource(source('eu_fsf'))).not.toBe(canonicalSource(source('eu_fsf', 'b')));
  });
});

describe('a policy', () => {
  const policyOf = (...acceptedSources: string[]) =>
    aPolicy({
      inputs: [anInput('screening.sanctions', 'string', { acceptedSources })],
      factors: [],
    });

  test('a policy is normalized to canonical sources', () => {
    const { normalized } = validated(policyOf(source('uk_sanctions', 'eu_fsf')));

    expect(normalized?.inputs[0]?.acceptedSources).toEqual([source('eu_fsf', 'uk_sanctions')]);
  });

  test('a policy that names the same lists in two orders has a duplicate source', () => {
    const both = [source('uk_sanctions', 'eu_fsf'), source('eu_fsf', 'uk_sanctions')];

    expect(validated(policyOf(...both)).errors).toMatchObject([
      { path: 'inputs.0.acceptedSources.1', code: 'duplicate_source' },
    ]);
  });

  test('a policy stored with the same lists in two orders keeps one of them', () => {
    const { normalized } = validated(policyOf(source('eu_fsf', 'uk_sanctions')));
    if (!normalized) throw new Error('The policy must be valid.');
    const [input] = normalized.inputs;
    if (!input) throw new Error('The policy must have an input.');
    const acceptedSources = [source('uk_sanctions', 'eu_fsf'), source('eu_fsf', 'uk_sanctions')];
    const stored = { ...normalized, inputs: [{ ...input, acceptedSources }] };

    expect(normalizeSources(stored, KNOWN).inputs[0]?.acceptedSources).toEqual([source('eu_fsf', 'uk_sanctions')]);
  });
});
