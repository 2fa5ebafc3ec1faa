export {
  authorizationUrl,
  discover,
  type Endpoints,
  type Issuer,
  newSecrets,
  type Redirect,
  redeem,
  refresh,
  revoke,
  type SignInSecrets,
  type Tokens,
} from './src/sign-in.ts';
export { IssuerUnavailable, RefusedByIssuer } from './src/sign-in-errors.ts';
