import { Problem } from '@assay/foundation';

/** Of a signer who has not passed the identity check: the code is missing, or the workflow has not confirmed them. */
export const identityRequired = (lacks: 'missing' | 'unconfirmed') =>
  new Problem(
    403,
    'identity_required',
    lacks === 'missing'
      ? 'The signer has to enter the code that is emailed to them first: POST /signing/{token}/code.'
      : 'The identity check of the signer has to be approved first: POST /signing/{token}/identity-check.',
  );
