import { expect, test } from 'vitest';
import { listKindOf, uploadLimitOf } from '#shared/screening/lists/list.ts';

const MEBI = 1024 * 1024;

test('lists: a file of the PEP list may be larger than one of a sanctions list', () => {
  expect(uploadLimitOf('ofac_sdn')).toBe(160 * MEBI);
  expect(uploadLimitOf('service_pep')).toBe(192 * MEBI);
});

test('lists: an unknown list counts as a sanctions list', () => {
  expect([listKindOf('service_pep'), listKindOf('eu_fsf'), listKindOf('removed_list')]).toEqual([
    'pep',
    'sanctions',
    'sanctions',
  ]);
});
