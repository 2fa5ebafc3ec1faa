import { randomUUID } from 'node:crypto';
import { aDefinition } from './risk-world.ts';

export const aPolicyKey = () => `p${randomUUID()}`;

const A_SCREENING = 'service:screening:eu_fsf:r70:m90';

/** A policy with a rule about this outcome of a screening. */
export const aScreeningPolicy = (value: string) =>
  aDefinition(A_SCREENING, {
    inputs: [{ key: 'screening.sanctions', type: 'string', maxAgeSeconds: 86_400, acceptedSources: [A_SCREENING] }],
    factors: [],
    rules: [
      {
        key: 'hit',
        reason: 'Listed.',
        forceBand: 'high',
        all: [{ input: 'screening.sanctions', operator: 'eq', value }],
      },
    ],
  });
