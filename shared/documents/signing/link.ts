import { hash, timingSafeEqual } from 'node:crypto';
import { deriveSecret } from '#shared/identity/index.ts';
import type { Mode, Scope } from '#shared/platform/caller.ts';
import { API_PREFIX } from '#shared/platform/http/route.ts';
import { uuidOf } from '../seal-reference.ts';

/**
 * The content of a signing link: organization, document, signer and a secret. The ids are in the
 * link so that the document is found without a search. The secret is derived and never stored; the
 * document stores its hash, and a new version invalidates all earlier links of the signer.
 */
export interface NamedSigner extends Scope {
  documentId: string;
  signerId: string;
}

export interface SigningLink extends NamedSigner {
  secret: Buffer;
}

const ID_BYTES = 16;
const SECRET_BYTES = 32;
const TOKEN = /^sl_(test|live)_([A-Za-z0-9_-]{107})$/;

/** Identifies one of a signer's links; no master key means the first. */
export interface LinkVersion {
  version: number;
  masterKey?: number | undefined;
}

/** Undefined if the master key has been retired. */
export async function tokenOf(signer: NamedSigner, link: LinkVersion): Promise<string | undefined> {
  const secret = await secretOf(signer, link);
  if (!secret) return undefined;
  const ids = [signer.organizationId, signer.documentId, signer.signerId];
  const bytes = Buffer.concat([Buffer.from(ids.join('').replaceAll('-', ''), 'hex'), secret]);
  return `sl_${signer.mode}_${bytes.toString('base64url')}`;
}

/** The link's token in a path, in which a dot and an identity session may follow. */
export const linkTokenIn = (text: string): string => text.split('.', 1)[0] ?? '';

/** The identity session in a path. */
export const identityIn = (text: string): string | undefined =>
  text.includes('.') ? text.slice(text.indexOf('.') + 1) : undefined;

export function parseToken(token: string): SigningLink | undefined {
  const [, mode, packed = ''] = TOKEN.exec(token) ?? [];
  const bytes = Buffer.from(packed, 'base64url');
  if (!mode || bytes.length !== 3 * ID_BYTES + SECRET_BYTES) return undefined;
  // Two spellings of the last base64 character decode alike; only the canonical one is accepted.
  if (bytes.toString('base64url') !== packed) return undefined;
  const idAt = (index: number) => uuidOf(bytes.subarray(index * ID_BYTES, (index + 1) * ID_BYTES));
  return {
    mode: mode as Mode,
    organizationId: idAt(0),
    documentId: idAt(1),
    signerId: idAt(2),
    secret: bytes.subarray(3 * ID_BYTES),
  };
}

const secretOf = (
  { organizationId, mode, documentId, signerId }: NamedSigner,
  link: LinkVersion,
): Promise<Buffer | undefined> =>
  deriveSecret('signing-link', {
    id: `${organizationId}#${mode}#${documentId}#${signerId}`,
    ...link,
  });

export async function linkHashOf(signer: NamedSigner, link: LinkVersion): Promise<string> {
  const secret = await secretOf(signer, link);
  if (!secret) throw new Error('A new link cannot be derived from a retired master key.');
  return hash('sha256', secret);
}

export function isSecretOf({ secret }: SigningLink, linkHash: string | null): boolean {
  if (linkHash === null) return false;
  return timingSafeEqual(hash('sha256', secret, 'buffer'), Buffer.from(linkHash, 'hex'));
}

export const signingUrl = (origin: string, token: string) => `${origin}${API_PREFIX}/sign/${token}`;
