/**
 * Stands in for `@aws-sdk/token-providers` inside the bundles. The Bedrock client would look for a bearer
 * token where it finds no credentials; a function always has those of its role.
 */
export const fromEnvSigningName = leftOut;
export const nodeProvider = leftOut;

function leftOut(): never {
  throw new Error('Bearer tokens are left out of the bundles: see infra/bundle.ts.');
}
