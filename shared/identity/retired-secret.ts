import { Problem } from '#shared/platform/problem.ts';

/** For the routes that show a secret, and show it again to a repeated request. */
export const SECRET_RETIRED = {
  secret_retired: [
    410,
    'The request is a repetition, and the secret in its first answer was derived from a master key that has been retired.',
  ],
} as const;

export const secretRetired = () =>
  new Problem(
    410,
    'secret_retired',
    'The secret in the first answer was derived from a master key that has been retired. Create a new secret with a new idempotency key.',
  );
