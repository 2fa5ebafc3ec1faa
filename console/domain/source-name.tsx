import { useApiQuery } from '../app.tsx';

const SOURCES_MS = 300_000;

/** A source identity in words: the key of a registered source, or what kind of source it is. */
export function SourceName({ source }: { source: string }) {
  const [kind, id = ''] = source.split(/:(.*)/s);
  if (kind === 'registered') return <RegisteredSource id={id} />;
  if (kind === 'screening') return <>screening</>;
  if (kind === 'verification') return <>verification</>;
  return <>{kind === 'user' ? 'a member' : kind === 'api_key' ? 'an API key' : source}</>;
}

function RegisteredSource({ id }: { id: string }) {
  const { data } = useApiQuery(
    ['records', 'sources', 'all'],
    (api, signal) => api.risk.listRecords({ params: { resource: 'sources' }, signal }),
    { staleMs: SOURCES_MS },
  );
  const found = data?.items.find((record) => record.id === id);
  return <>{found?.resource === 'sources' ? found.data.key : id.slice(0, 8)}</>;
}
