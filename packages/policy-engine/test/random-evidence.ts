import type { PolicyDefinition, PolicyInput } from '../src/definition.ts';
import type { FactValue } from '../src/evaluation.ts';
import type { Receipt } from '../src/receipt-usability.ts';
import type { EvidenceSnapshot } from '../src/resolve-inputs.ts';
import { SOURCES, valuesOf } from './random-policy.ts';
import { type SeededRandom, seededRandom } from './seeded-random.ts';

const NOW_MS = Date.UTC(2026, 2, 14, 9, 26, 53, 589);
const instant = (offsetMs: number) => new Date(NOW_MS + offsetMs).toISOString();

/**
 * Evidence for a policy: mostly fresh and in agreement, so that many evaluations are complete, and
 * otherwise on either side of every bound the rules draw.
 */
export function randomEvidence(seed: number, { inputs }: PolicyDefinition): EvidenceSnapshot {
  const dice = seededRandom(seed ^ 0x5bd1e995);
  const isTidy = dice.oneIn(2);
  return {
    receipts: inputs.flatMap((input) => receiptsFor(dice, input, isTidy)),
    evaluatedAt: instant(0),
  };
}

function receiptsFor(dice: SeededRandom, input: PolicyInput, isTidy: boolean): Receipt[] {
  const agreed = randomValue(dice, input);
  const sources = isTidy || dice.oneIn(2) ? input.acceptedSources : [...new Set(SOURCES)];
  return sources
    .filter(() => isTidy || !dice.oneIn(3))
    .map((source): Receipt => {
      const isLost = !isTidy && dice.oneIn(8);
      return {
        id: `receipt-${dice.below(1e9)}`,
        fact: input.key,
        source,
        status: isLost ? dice.pick(['revoked', 'unavailable'] as const) : 'available',
        value: isLost ? null : isTidy ? agreed : looseValue(dice, input, agreed),
        observedAt: instant(-randomAgeMs(dice, input, isTidy)),
        expiresAt: dice.oneIn(4) ? instant(randomLifeMs(dice, isTidy)) : null,
      };
    });
}

function randomValue(dice: SeededRandom, input: PolicyInput): FactValue {
  const values = valuesOf(input);
  return input.type === 'list' ? dice.times(0, 2, () => dice.pick(values)) : dice.pick(values);
}

function looseValue(dice: SeededRandom, input: PolicyInput, agreed: FactValue): FactValue {
  if (input.values && dice.oneIn(4)) return input.type === 'list' ? ['a', 'A'] : 'A';
  if (dice.oneIn(12)) return dice.pick<FactValue>(['stray', 7, true, ['stray', 7], []]);
  return dice.oneIn(4) ? randomValue(dice, input) : agreed;
}

function randomAgeMs(dice: SeededRandom, { maxAgeSeconds }: PolicyInput, isTidy: boolean): number {
  const maxMs = maxAgeSeconds * 1000;
  const fresh = [0, 1, 500, 500, 999, maxMs - 1, maxMs];
  return dice.pick(isTidy ? fresh : [...fresh, ...fresh, maxMs + 1, maxMs * 2, -1]);
}

const randomLifeMs = (dice: SeededRandom, isTidy: boolean) =>
  dice.pick(isTidy ? [1, 1000, 86_400_000] : [1, 1000, 86_400_000, 0, -1]);
