import { useMe } from '../api/me.ts';
import { useApiQuery } from '../app.tsx';

const DIRECTORY_MS = 300_000;

/** Names of people by user id, with any token issuer. */
export function useDirectory() {
  const { data } = useApiQuery(['directory'], (api, signal) => api.organization.listDirectory({ signal }), {
    staleMs: DIRECTORY_MS,
  });
  return data?.items ?? [];
}

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

/** `user:<id>`, `api_key:<id>`, `signer:<id>` or `service:<name>` in words. */
export function useActorName(): (actor: string) => string {
  const nameOf = useNames();
  return (actor) => {
    const [kind, id = ''] = actor.split(/:(.*)/s);
    if (kind === 'user') return nameOf(id);
    if (kind === 'api_key') return `API key ${id.slice(0, 8)}`;
    if (kind === 'signer') return 'A signer';
    if (actor === 'schedule') return 'Schedule';
    return id ? `Assay (${id})` : actor;
  };
}

export const Actor = ({ actor }: { actor: string }) => <>{useActorName()(actor)}</>;
