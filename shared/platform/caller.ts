/** Who is asking, and for whose records. Organization and mode become part of every key. */
export type Mode = 'test' | 'live';

export const MODES: readonly Mode[] = ['test', 'live'];

export interface Scope {
  organizationId: string;
  mode: Mode;
}

/** `client` is an API key; the others are what a dashboard user is in the organization. */
export type Role = 'client' | 'member' | 'admin' | 'owner';

export interface Caller extends Scope {
  kind: 'api_key' | 'user' | 'signer' | 'service';
  id: string;
  role: Role;
  /** What an API key is limited to; missing means no limit. */
  scopes?: readonly string[];
}

export const isAdmin = ({ role }: Caller) => role === 'admin' || role === 'owner';

/** In whose name a worker acts: a part of the service, within one organization and mode. */
export const serviceCaller = ({ organizationId, mode }: Scope, id: string): Caller => ({
  ...{ organizationId, mode, kind: 'service', id, role: 'client' },
});

/** How a caller is named in idempotency records, evidence sources and history. */
export const principalOf = ({ kind, id }: Pick<Caller, 'kind' | 'id'>) => `${kind}:${id}`;

export const scopeKey = ({ organizationId, mode }: Scope) => `${organizationId}#${mode}`;
