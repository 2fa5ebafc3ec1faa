import type { Node } from 'constructs';

/** Whose tokens the API accepts. */
export interface Issuer {
  issuer: string;
  jwksUri: string;
  audience: string;
}

/** An issuer of the operator's own, from `-c issuer= -c jwksUri= -c audience=`; all of them or none. */
export function issuerFromContext(node: Node): Issuer | undefined {
  const issuer = node.tryGetContext('issuer');
  const jwksUri = node.tryGetContext('jwksUri');
  const audience = node.tryGetContext('audience');
  if (issuer && jwksUri && audience) return { issuer, jwksUri, audience };
  if (issuer || jwksUri || audience)
    throw new Error('An issuer of your own needs all of issuer, jwksUri and audience.');
  return undefined;
}
