import { Problem } from '@assay/foundation';

/** For routes that return a secret, also when they replay their answer. */
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
