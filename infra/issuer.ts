/** Whose tokens the API accepts. */
export interface Issuer {
  issuer: string;
  jwksUri: string;
  audience: string;
}
