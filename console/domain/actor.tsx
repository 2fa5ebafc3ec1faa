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

export function usePersonName(userId: string | null): string {
  const directory = useDirectory();
  const { data: me } = useMe();
  if (userId === null) return '';
  if (userId === me?.userId) return 'You';
  const person = directory.find((one) => one.userId === userId);
  return person?.name ?? person?.email ?? 'A member';
}

/** `user:<id>`, `api_key:<id>`, `signer:<id>` or `service:<name>` in words. */
export function Actor({ actor }: { actor: string }) {
  const [kind, id = ''] = actor.split(/:(.*)/s);
  const name = usePersonName(kind === 'user' ? id : null);
  if (kind === 'user') return <>{name}</>;
  if (kind === 'api_key') return <>API key {id.slice(0, 8)}</>;
  if (kind === 'signer') return <>A signer</>;
  if (actor === 'schedule') return <>Schedule</>;
  return <>{id ? `Assay (${id})` : actor}</>;
}
