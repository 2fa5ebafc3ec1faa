import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runs } from '../../../test/support/soak.ts';
import { validatePolicy } from '../src/validate-definition.ts';
import { MUTATIONS } from './mutations.ts';
import { randomPolicy } from './random-policy.ts';
import { seededRandom } from './seeded-random.ts';

const RUNS = 800;
const ENOUGH_TRIED = 30;

test('validation: accepts every generated valid policy and leaves it unchanged', () => {
  fc.assert(
    fc.property(fc.noBias(fc.nat()), fc.nat({ max: 4 }), (seed, size) => {
      const policy = randomPolicy(seed, size);
      expect(validatePolicy(policy, { lists: [] })).toEqual({ valid: true, errors: [], normalized: policy });
    }),
    runs(3_000),
  );
});

test.each(MUTATIONS)('validation: reports %s and nothing else: %s', (_name, code, mutate) => {
  let tried = 0;
  fc.assert(
    fc.property(fc.noBias(fc.nat()), (seed) => {
      if (tried === ENOUGH_TRIED) return;
      const policy = randomPolicy(seed, 3);
      const path = mutate(policy, seededRandom(~seed));
      if (path === undefined) return;
      tried += 1;
      const { valid, errors, normalized } = validatePolicy(policy, { lists: [] });
      expect(errors.map((error) => [error.path, error.code])).toEqual([[path, code]]);
      expect([valid, normalized]).toEqual([false, null]);
      expect(errors[0]?.message).toMatch(/\S/);
    }),
    { numRuns: RUNS },
  );
  expect(tried).toBe(ENOUGH_TRIED);
});
