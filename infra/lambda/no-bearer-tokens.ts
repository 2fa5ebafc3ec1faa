/**
 * Replaces `@aws-sdk/token-providers` in the bundles. The Bedrock client would use a bearer token
 * if it had no credentials; a function always has those of its role.
 */
export const fromEnvSigningName = leftOut;
export const nodeProvider = leftOut;

function leftOut(): never {
  throw new Error('Bearer tokens are left out of the bundles: see infra/bundle.ts.');
}
