/** Issuer of the user tokens that the API accepts. */
export interface Issuer {
  issuer: string;
  jwksUri: string;
  audience: string;
}
