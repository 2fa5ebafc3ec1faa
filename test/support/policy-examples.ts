import { randomUUID } from 'node:crypto';
import { aDefinition } from './risk-world.ts';

/** Policies that are looked at for what they say: nobody is registered as their source. */
export const SOME_SOURCE = 'registered:019ced2c-2000-7000-8000-5d3c2b1a0f00';

export const aPolicyKey = () => `p${randomUUID()}`;

/** A policy with a rule about this outcome of a screening. */
export const aScreeningPolicy = (value: string) =>
  aDefinition(SOME_SOURCE, {
    inputs: [
      {
        ...{ key: 'screening.sanctions', type: 'string', maxAgeSeconds: 86_400 },
        acceptedSources: [SOME_SOURCE],
      },
    ],
    factors: [],
    rules: [
      {
        ...{ key: 'hit', reason: 'Listed.', forceBand: 'high' },
        all: [{ input: 'screening.sanctions', operator: 'eq', value }],
      },
    ],
  });
