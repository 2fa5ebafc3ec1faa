import type { Scope } from '../caller.ts';
import type { Key, Write } from '../store/store.ts';
import { addWithinLimit, dayOf, expiryFrom, spendingKey } from './spending.ts';

/** Tokens of one answer of a language model. */
interface ModelTokens {
  input: number;
  output: number;
}

/**
 * Tokens of one call of a language model. Its limit counts an estimate before the call, so that concurrent calls cannot
 * pass the limit together, and the tokens of the answer after it. The estimate of a worker that dies stays counted: the
 * call may have cost as much.
 */
export interface TokenMeter {
  /** False if today's limit is used up: the model must not be called. */
  reserve(estimate: number): Promise<boolean>;
  answered(tokens: ModelTokens): void;
  /** The tokens of the answer, if there was one. */
  used(): ModelTokens | undefined;
  /** Replaces the estimate by the tokens used: none if the model has not answered. Write it once. */
  settle(): Write[];
}

const DEADLINE_MS = 5_000;

export function tokenMeter(scope: Scope, now: Date): TokenMeter {
  let reserved: { key: Key; estimate: number } | undefined;
  let tokens: ModelTokens | undefined;
  return {
    reserve: async (estimate) => {
      const abortSignal = AbortSignal.timeout(DEADLINE_MS);
      const isWithin = await addWithinLimit(scope.organizationId, 'tokens', now, { used: estimate }, abortSignal);
      if (isWithin) reserved = { key: spendingKey(scope.organizationId, 'tokens', dayOf(now)), estimate };
      return isWithin;
    },
    answered: (answer) => {
      tokens = answer;
    },
    used: () => tokens,
    settle: () => {
      if (!reserved) return [];
      const { input, output } = tokens ?? { input: 0, output: 0 };
      const add = {
        used: input + output - reserved.estimate,
        [`${scope.mode}Input`]: input,
        [`${scope.mode}Output`]: output,
      };
      return [{ table: 'identity', count: reserved.key, add, set: expiryFrom(now) }];
    },
  };
}
