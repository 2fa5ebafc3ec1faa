import { useApiQuery } from '../../app.tsx';
import { QueryPart } from '../../parts/query-part.tsx';

/** What a version adds and removes, with the first fifty of each. */
export function VersionDetails({ listKey, versionId }: { listKey: string; versionId: string }) {
  const version = useApiQuery(['lists', listKey, 'version', versionId], (api, signal) =>
    api.screening.readScreeningSourceVersion({ params: { key: listKey, versionId }, signal }),
  );
  return (
    <QueryPart query={version}>
      {({ added, removed, changed, addedEntries, removedEntries }) =>
        added === null || removed === null ? (
          <p className="quiet">There is no earlier version to compare with.</p>
        ) : (
          <>
            <div className="form-grid">
              <Names title={`${added.toLocaleString('en-GB')} added`} entries={addedEntries} />
              <Names title={`${removed.toLocaleString('en-GB')} removed`} entries={removedEntries} />
            </div>
            <p className="quiet">{(changed ?? 0).toLocaleString('en-GB')} changed.</p>
          </>
        )
      }
    </QueryPart>
  );
}

const Names = ({ title, entries }: { title: string; entries: readonly { id: string; name: string }[] }) => (
  <div className="stack-s">
    <h3>{title}</h3>
    <ul>
      {entries.map(({ id, name }) => (
        <li key={id}>
          {name} <span className="caption mono">{id}</span>
        </li>
      ))}
    </ul>
  </div>
);
