import { useMemo } from 'react';
import { DIRECTORY_MS, useDirectory } from '../api/directory.ts';
import { useIsAdmin, useMe } from '../api/me.ts';
import { useApiQuery } from '../app.tsx';

function useNames(): (userId: string) => string {
  const directory = useDirectory();
  const { data: me } = useMe();
  return (userId) => {
    if (userId === me?.userId) return 'You';
    const person = directory.find((one) => one.userId === userId);
    return person?.name ?? person?.email ?? 'A member';
  };
}

export function usePersonName(userId: string | null): string {
  const nameOf = useNames();
  return userId === null ? '' : nameOf(userId);
}

const NO_KEYS: ReadonlyMap<string, string> = new Map();

/** Names of the API keys among these actors. Only owners and admins may read them; they are read when there is one. */
export function useApiKeyNames(actors: readonly string[]): ReadonlyMap<string, string> {
  const isAdmin = useIsAdmin();
  const { data } = useApiQuery(
    ['keys', 'names'],
    (api, signal) => api.organization.listApiKeys({ query: { order: 'newest' }, signal }),
    { staleMs: DIRECTORY_MS, isOn: isAdmin && actors.some((actor) => actor.startsWith('api_key:')) },
  );
  return useMemo(() => (data ? new Map(data.items.map((key) => [key.id, key.data.name])) : NO_KEYS), [data]);
}

/** `user:<id>`, `api_key:<id>`, `signer:<id>` or `service:<name>` in words. */
export function useActorName(keyNames = NO_KEYS): (actor: string) => string {
  const nameOf = useNames();
  return (actor) => {
    const [kind, id = ''] = actor.split(/:(.*)/s);
    if (kind === 'user') return nameOf(id);
    if (kind === 'api_key') return keyNames.get(id) ?? `API key ${id.slice(0, 8)}`;
    if (kind === 'signer') return 'A signer';
    if (actor === 'schedule') return 'Schedule';
    return id ? `Assay (${id})` : actor;
  };
}

export const Actor = ({ actor }: { actor: string }) => <>{useActorName()(actor)}</>;
