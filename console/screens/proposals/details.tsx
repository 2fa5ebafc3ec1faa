import type { Waiting } from '../../api/proposals.ts';
import { useRecords } from '../../api/records.ts';
import { useApiQuery } from '../../app.tsx';
import { DecisionPill } from '../../domain/decision.tsx';
import { PolicyChanges } from '../../domain/policy-changes.tsx';
import { QueryPart } from '../../parts/query-part.tsx';
import { Time } from '../../parts/time.tsx';

/** What exactly is decided. Loaded when a person opens it. */
export function Details({ item }: { item: Waiting }) {
  switch (item.kind) {
    case 'policy':
      return item.proposal.policyKey && item.proposal.change !== 'retire' ? (
        <PolicyDifference policyKey={item.proposal.policyKey} version={item.proposal.version ?? 0} />
      ) : (
        <p>No new assessment would use this version. No earlier version takes its place.</p>
      );
    case 'override':
      return (
        <p className="cluster">
          {item.proposal.from && (
            <>
              <DecisionPill decision={item.proposal.from} /> becomes
            </>
          )}
          <DecisionPill decision={item.proposal.decision} /> until <Time at={item.proposal.expiresAt} style="exact" />
          {item.proposal.policyKey && <span className="quiet">{item.proposal.policyKey}</span>}
        </p>
      );
    case 'revocation':
      return item.proposal.from && item.proposal.to ? (
        <p className="cluster">
          <DecisionPill decision={item.proposal.from} /> becomes <DecisionPill decision={item.proposal.to} />
          <span className="quiet">{item.proposal.policyKey}</span>
        </p>
      ) : null;
    case 'match':
      return (
        <p>
          {item.match.listedName}, score {item.match.score}. The comparison and the reason are on its page.
        </p>
      );
    case 'profile': {
      const { profile } = item.proposal;
      return (
        <ul className="sentences">
          <li>Lists: {profile.sources?.join(', ') ?? 'as requested'}</li>
          <li>
            Review from {profile.reviewScore}, match from {profile.matchScore}
          </li>
          <li>{profile.purpose}</li>
          <li>{profile.riskRationale}</li>
        </ul>
      );
    }
    case 'list':
      return <ListDifference listKey={item.about ?? ''} versionId={item.proposal.versionId} />;
    default:
      return null;
  }
}

/** Against the version that new assessments use. */
function PolicyDifference({ policyKey, version }: { policyKey: string; version: number }) {
  const list = useRecords('policies', { key: policyKey, order: 'newest' });
  return (
    <QueryPart query={list} lines={4}>
      {() => {
        const proposed = list.items.find(({ data }) => data.version === version);
        const inForce = list.items
          .filter(({ data }) => data.publishedAt !== null && data.version !== version)
          .toSorted((a, b) => b.data.version - a.data.version)[0];
        if (!proposed) return <p className="quiet">The version is not among the latest ones.</p>;
        if (!inForce) return <p>It would be the first published version of the policy.</p>;
        return (
          <>
            <p className="quiet">Compared with v{inForce.data.version}, which is published:</p>
            <PolicyChanges before={inForce.data.definition} after={proposed.data.definition} />
          </>
        );
      }}
    </QueryPart>
  );
}

const count = (value: number | null) => (value ?? 0).toLocaleString('en-GB');

function ListDifference({ listKey, versionId }: { listKey: string; versionId: string }) {
  const version = useApiQuery(['lists', listKey, 'version', versionId], (api, signal) =>
    api.screening.readScreeningSourceVersion({ params: { key: listKey, versionId }, signal }),
  );
  return (
    <QueryPart query={version} lines={2}>
      {({ added, removed, changed }) => (
        <p>
          {added === null
            ? 'There is no earlier version to compare with.'
            : `${count(added)} added, ${count(removed)} removed, ${count(changed)} changed.`}{' '}
          Warnings are on the page of the list.
        </p>
      )}
    </QueryPart>
  );
}
