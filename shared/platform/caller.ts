import * as z from 'zod';

export const Mode = z.enum(['test', 'live']);
export type Mode = z.infer<typeof Mode>;

export const MODES: readonly Mode[] = Mode.options;

/** Whose records are read or written. Organization and mode are part of every key. */
export interface Scope {
  organizationId: string;
  mode: Mode;
}

/** The scope as properties of stored rows and queue messages. */
export const ScopeParts = { organizationId: z.string(), mode: Mode };

/**
 * `client` is an API key; the others are the role of a user in the organization. `author` is a pipeline with a token of
 * the issuer, which drafts, tests and proposes policies.
 */
export type Role = 'client' | 'author' | 'member' | 'admin' | 'owner';

export interface Caller extends Scope {
  kind: 'api_key' | 'user' | 'signer' | 'service';
  id: string;
  role: Role;
  /** Scopes of an API key; undefined means unrestricted. */
  scopes?: readonly string[];
  /** What the token of a user states about the person. */
  profile?: Profile;
  /** The blind review that the person has open. */
  blindReview?: BlindReview;
}

/** A sample that a person decides a second time without knowing the first decision. */
export interface BlindReview {
  sampleId: string;
  mode: Mode;
  /** When it ends by itself. */
  until: string;
}

export interface Profile {
  email: string | null;
  name: string | null;
}

export const isAdmin = ({ role }: Caller) => role === 'admin' || role === 'owner';

/** The caller that a worker acts as, within one organization and mode. */
export const serviceCaller = ({ organizationId, mode }: Scope, id: string): Caller => ({
  organizationId,
  mode,
  kind: 'service',
  id,
  role: 'client',
});

/** The name of a caller in idempotency records, evidence sources and history. */
export const principalOf = ({ kind, id }: Pick<Caller, 'kind' | 'id'>) => `${kind}:${id}`;

export const scopeKey = ({ organizationId, mode }: Scope) => `${organizationId}#${mode}`;
