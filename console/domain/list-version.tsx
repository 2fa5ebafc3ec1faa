import type { ListSource } from '../api/lists.ts';
import { useApiQuery } from '../app.tsx';
import { QueryPart } from '../parts/query-part.tsx';
import { counted, listReason } from './list-reasons.ts';

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

/** What is decided, before it is decided: entries now and then, and every warning. */
export function VersionEffect({ source, versionId }: { source: ListSource; versionId: string }) {
  const held = source.heldVersions.find((one) => one.versionId === versionId);
  const version = held ?? source.previousVersions.find((one) => one.versionId === versionId);
  if (!version) return null;
  return (
    <>
      <p>
        {counted(version.entryCount, 'entry')}, where the active version has {counted(source.entryCount, 'entry')}.
      </p>
      {held && held.reasons.length > 0 && (
        <ul className="text-warn">
          {held.reasons.map((reason) => (
            <li key={reason}>{listReason(reason)}</li>
          ))}
        </ul>
      )}
      <VersionDetails listKey={source.key} versionId={versionId} />
    </>
  );
}
