import { useLists } from '../../api/lists.ts';
import { type MatchDetail, useMatch } from '../../api/matches.ts';
import type { Waiting } from '../../api/proposals.ts';
import { useRecords } from '../../api/records.ts';
import { readSubjectCard, useSubjectCard } from '../../api/subject-card.ts';
import { useApiQuery } from '../../app.tsx';
import { ComparisonTable } from '../../domain/comparison.tsx';
import { DecisionPill } from '../../domain/decision.tsx';
import { PolicyEffect } from '../../domain/effect-part.tsx';
import { counted } from '../../domain/list-reasons.ts';
import { VersionEffect } from '../../domain/list-version.tsx';
import { reviewMatch } from '../../domain/match-reasons.ts';
import { PolicyChanges } from '../../domain/policy-changes.tsx';
import { foundWith, policyInWords } from '../../domain/profile-words.ts';
import { memoryInWords, UNSET_MEMORY } from '../../domain/screening-memory.ts';
import { INCOMPLETE } from '../../domain/screening-words.ts';
import { QueryPart } from '../../parts/query-part.tsx';
import { Time } from '../../parts/time.tsx';
import { MatchStrip } from '../../pictures/match-strip.tsx';
import { wordsOfRule } from './words.ts';

/** What exactly is decided. Loaded when a person opens it. */
export function Details({ item }: { item: Waiting }) {
  switch (item.kind) {
    case 'policy':
      return item.proposal.policyKey && item.proposal.change !== 'retire' ? (
        <>
          <Tests of={item.proposal.scenarios} />
          <PolicyDifference policyKey={item.proposal.policyKey} version={item.proposal.version ?? 0} />
        </>
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
      return <MatchComparison id={item.match.id} />;
    case 'profile': {
      const { profile } = item.proposal;
      return (
        <ul className="sentences">
          <li>Screens: {policyInWords(profile)}</li>
          <li>{foundWith(profile.reviewScore)}</li>
          <li>For: {profile.purpose}</li>
          <li>Why: {profile.riskRationale}</li>
        </ul>
      );
    }
    case 'list':
      return <ListDifference listKey={item.about ?? ''} versionId={item.proposal.versionId} />;
    case 'settings':
      return <SettingsDifference proposal={item.proposal} />;
    default:
      return <p>{consequenceOf(item.proposal.change)}</p>;
  }
}

/** The version passed its scenarios when it was proposed, and nobody can change them while the proposal is open. */
function Tests({ of }: { of: { passed: number; unchecked: number } | undefined }) {
  if (!of) return <p className="quiet">No scenario tests this version.</p>;
  const unchecked = of.unchecked > 0 && `, ${counted(of.unchecked, 'scenario')} without expectation`;
  return (
    <p>
      {counted(of.passed, 'scenario')} passed{unchecked}.
    </p>
  );
}

/** Against the version that new assessments use. */
function PolicyDifference({ policyKey, version }: { policyKey: string; version: number }) {
  const list = useRecords('policies', { key: policyKey, order: 'newest' });
  return (
    <QueryPart query={list} lines={4}>
      {() => {
        const proposed = list.items.find(({ data }) => data.version === version);
        const inForce = list.items.find(({ data }) => data.inForce);
        if (!proposed) return <p className="quiet">The version is not among the latest ones.</p>;
        if (!inForce) return <p>No version of the policy is in force.</p>;
        return (
          <>
            <p className="quiet">Compared with v{inForce.data.version}, which is in force:</p>
            <PolicyChanges before={inForce.data.definition} after={proposed.data.definition} />
            <PolicyEffect version={proposed} />
          </>
        );
      }}
    </QueryPart>
  );
}

function ListDifference({ listKey, versionId }: { listKey: string; versionId: string }) {
  const lists = useLists();
  return (
    <QueryPart query={lists} lines={2}>
      {({ items }) => {
        const source = items.find(({ key }) => key === listKey);
        return source ? (
          <VersionEffect source={source} versionId={versionId} />
        ) : (
          <p className="quiet">The list cannot be read here. Open its page.</p>
        );
      }}
    </QueryPart>
  );
}

/** The same comparison as on the page of the match, and the reason of the person who proposed the decision. */
function MatchComparison({ id }: { id: string }) {
  return (
    <QueryPart query={useMatch(id)} lines={4}>
      {(detail) => <Compared detail={detail} />}
    </QueryPart>
  );
}

const NO_CUSTOMER = { names: [], born: null, countries: [], documents: [], address: null };

function Compared({ detail }: { detail: MatchDetail }) {
  const card = useSubjectCard(detail.subject);
  const customer = card.data ? readSubjectCard(card.data) : NO_CUSTOMER;
  const { match, run, entry, earlier, proposal } = detail;
  const { comparison } = reviewMatch(detail, customer);
  return (
    <>
      {proposal && <p className="pre-wrap">Reason of the proposal: {proposal.reason}</p>}
      {run.incomplete && (
        <p className="text-warn">
          {run.incompleteReasons.map((reason) => INCOMPLETE[reason] ?? reason).join(' ')} Clearing this match does not
          make the run clear.
        </p>
      )}
      <MatchStrip
        factors={match.factors}
        score={match.score}
        reviewScore={run.policy.reviewScore}
        matchScore={run.policy.matchScore}
      />
      <ComparisonTable customer={customer} entry={entry} match={match} comparison={comparison} />
      {earlier.length > 0 && (
        <p>
          Decided before on this entry:{' '}
          {earlier.map(({ decision }) => (decision === 'confirmed' ? 'it is them' : 'not them')).join(', ')}.
        </p>
      )}
    </>
  );
}

type SettingsProposal = Extract<Waiting, { kind: 'settings' }>['proposal'];

function SettingsDifference({
  proposal: { switchOff, highestReviewScore, linksByEmailOnly, screening },
}: {
  proposal: SettingsProposal;
}) {
  const settings = useApiQuery(['settings'], (api, signal) => api.organization.readSettings({ signal }));
  return (
    <ul className="sentences">
      {switchOff.map((rule) => (
        <li key={rule}>{wordsOfRule(rule)}: one person instead of two.</li>
      ))}
      {screening && (
        <li>
          {memoryInWords(screening)}
          {settings.data && `, now: ${memoryInWords(settings.data.screening ?? UNSET_MEMORY).toLowerCase()}`}. A match
          that inherits a decision is not looked at again.
        </li>
      )}
      {linksByEmailOnly === false && <li>Callers of the API get signing links, and can give them to anybody.</li>}
      {highestReviewScore !== undefined && (
        <li>
          Highest review score: {highestReviewScore ?? 'no limit'}
          {settings.data && `, now ${settings.data.highestReviewScore ?? 'no limit'}`}. Screenings below it need no
          review.
        </li>
      )}
    </ul>
  );
}

type Change = Extract<Waiting, { kind: 'organization' }>['proposal']['change'];

function consequenceOf(change: Change): string {
  if (change.kind === 'deletion') return 'All data of both modes is erased 24 hours after the request.';
  if (change.kind === 'legal_hold_release') return 'Data of the organization can be deleted again.';
  if (change.kind === 'document_hold_release')
    return 'The document is deleted at the end of its retention, if it has one.';
  if (change.kind === 'member_invitation') return `${change.email} can sign in as ${change.role}.`;
  const parts = [
    change.role && `The role becomes ${change.role}.`,
    change.status && `The account is ${change.status === 'active' ? 'enabled' : 'disabled'}.`,
  ];
  return parts.filter(Boolean).join(' ');
}
