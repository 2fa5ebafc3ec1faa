/** The pool of the local cloud, beside its own issuer. */
export const LOCAL_USER_POOL_ARN = 'arn:aws:cognito-idp:us-east-1:000000000000:userpool/us-east-1_local';

/** Issuer of the user tokens that the API accepts. */
export interface Issuer {
  issuer: string;
  jwksUri: string;
  audience: string;
}
