import type { ListKind } from '@assay/watchlist';
import { LIST_KEYS } from '@assay/watchlist/catalogue';
import * as z from 'zod';
import { Mode, type Scope } from '#shared/platform/caller.ts';

/** A list of the catalogue, which all organizations share. */
export const ListKey = z.enum(LIST_KEYS);
export type ListKey = z.infer<typeof ListKey>;

const OWN_KEY = 'own_[a-z0-9_]{1,36}';

/** The key of a list of one organization and mode. No list of the catalogue begins with `own_`. */
export const OwnListKey = z
  .string()
  .regex(new RegExp(`^${OWN_KEY}$`), 'must be `own_` and 1 to 36 lower-case letters, digits or underscores');

/**
 * An own list within the installation: two organizations, and the two modes of one, can have lists of the same key.
 * Keys of rows and names of objects are made of it, never of the key alone.
 */
export type OwnListId = `${string}/${Mode}/own_${string}`;
export type ListId = ListKey | OwnListId;

const OWN_ID = new RegExp(`^[^/]+/(?:${Mode.options.join('|')})/${OWN_KEY}$`);

/** As queue messages and rows have it. */
export const ListId = z.union([
  ListKey,
  z.custom<OwnListId>((value) => typeof value === 'string' && OWN_ID.test(value), 'must be the id of a list'),
]);

export const isOwn = (id: ListId): id is OwnListId => id.includes('/');

export const isOwnKey = (key: string) => OwnListKey.safeParse(key).success;

export const ownListId = ({ organizationId, mode }: Scope, key: string): OwnListId =>
  `${organizationId}/${mode}/${key}` as OwnListId;

/** The list that an organization means by a key, which need not exist; undefined for a key that no list can have. */
export const listIdOf = (scope: Scope, key: string): ListId | undefined =>
  ListKey.safeParse(key).data ?? (isOwnKey(key) ? ownListId(scope, key) : undefined);

/** The key by which its organization knows the list. */
export const keyOfList = (id: ListId): string => (isOwn(id) ? (id.split('/')[2] ?? '') : id);

export function scopeOfList(id: OwnListId): Scope {
  const [organizationId = '', mode] = id.split('/');
  return { organizationId, mode: Mode.parse(mode) };
}

/** What a run needs to know of a list that is not in the catalogue. */
export interface KnownKind {
  key: string;
  listKind?: ListKind | undefined;
}
