import { Link } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { pathIn } from '../../address.ts';
import { useLists } from '../../api/lists.ts';
import { type MatchDetail, useMatch } from '../../api/matches.ts';
import { useMode } from '../../app.tsx';
import { Actor } from '../../domain/actor.tsx';
import type { Customer } from '../../domain/compare-entry.ts';
import { ComparisonTable } from '../../domain/comparison.tsx';
import { reviewMatch } from '../../domain/match-reasons.ts';
import { PepDetails } from '../../domain/pep.tsx';
import { INCOMPLETE, REVIEW_REASONS } from '../../domain/screening-words.ts';
import { Pill } from '../../parts/pill.tsx';
import { Time } from '../../parts/time.tsx';
import { MatchStrip } from '../../pictures/match-strip.tsx';
import { CustomerForm, NO_CUSTOMER, useCustomer } from './customer.tsx';
import { DecisionPanel } from './decision.tsx';
import { GroupTabs } from './group.tsx';
import { MatchRequests } from './match-requests.tsx';
import { targetIn, useGroup } from './use-group.ts';
import type { QueueActions } from './use-match-decision.ts';
import { useTogether } from './use-together.ts';

/** One match: the customer and the listed entry side by side, and the decision. */
export function MatchReview({ detail, ...queue }: { detail: MatchDetail } & QueueActions) {
  const mode = useMode();
  const known = useCustomer(detail);
  const [typed, setTyped] = useState<Customer>(NO_CUSTOMER);
  const customer = known ?? typed;
  const group = useGroup(detail);
  // Marks of the queue come first; without them a decision is for the matches of one party.
  const isMarked = queue.marked.some(({ id }) => id === detail.match.id);
  const marked = isMarked ? queue.marked : group.chosen.map(targetIn);
  const together = useTogether(detail, customer, marked);
  const [shownId, show] = useState(detail.match.id);
  const other = useMatch(shownId === detail.match.id ? undefined : shownId);
  const shown = shownId === detail.match.id ? detail : (other.data ?? detail);
  const { match, run, subject, entry, earlier } = shown;
  const { comparison } = useMemo(() => reviewMatch(shown, customer), [shown, customer]);
  const list = useLists().data?.items.find(({ key }) => key === match.source);
  const members = detail.members ?? [];
  const others = members.filter((one) => one.match.id !== match.id).flatMap((one) => one.entry ?? []);
  return (
    <>
      <article className="match-detail stack" aria-label="Match">
        <div className="between">
          <h2 className="title">
            Is {subject ? <span className="mono">{subject.externalId}</span> : 'the customer'} this listed{' '}
            {entry?.kind === 'entity' ? 'company' : 'person'}?
          </h2>
          <Pill tone={match.score >= run.policy.matchScore ? 'bad' : 'warn'}>
            {match.score >= run.policy.matchScore ? 'Match' : 'Possible match'} · {match.score}
          </Pill>
        </div>
        <GroupTabs members={members} shownId={shownId} onShow={show} />
        <p className="quiet cluster">
          <span>
            {list?.name ?? match.source} · entry {match.sourceEntryId}
          </span>
          <span>
            screened <Time at={run.createdAt} />
          </span>
          {run.profile && (
            <span>
              profile {run.profile.key} v{run.profile.version}
            </span>
          )}
          <span>{run.policy.scorerVersion}</span>
        </p>
        {match.reviewReason && (
          <div className="notice bad" role="alert">
            <strong>{REVIEW_REASONS[match.reviewReason].title}</strong>
            <p>{REVIEW_REASONS[match.reviewReason].text}</p>
          </div>
        )}
        {match.rememberedFrom && (
          <p className="note">
            Remembered: <Actor actor={match.rememberedFrom.decidedBy} /> decided this on{' '}
            <Time at={match.rememberedFrom.decidedAt} />, and nothing has changed since.{' '}
            <Link to={pathIn(mode, 'matches', match.rememberedFrom.matchId)}>The earlier match</Link>
          </p>
        )}
        {run.incomplete && (
          <div className="notice bad" role="alert">
            <strong>This run is incomplete</strong>
            <p>
              {run.incompleteReasons.map((reason) => INCOMPLETE[reason] ?? reason).join(' ')} Clearing this match does
              not make the run clear.
            </p>
          </div>
        )}
        <MatchStrip
          factors={match.factors}
          score={match.score}
          reviewScore={run.policy.reviewScore}
          matchScore={run.policy.matchScore}
        />
        <ComparisonTable customer={customer} entry={entry} match={match} comparison={comparison} others={others} />
        {!known && <CustomerForm customer={typed} onChange={setTyped} />}
        {match.pep && <PepDetails pep={match.pep} />}
        <section className="card" aria-label="Earlier decisions">
          <div className="card-head">
            <h3>Earlier decisions on this entry</h3>
          </div>
          {earlier.length === 0 && <p className="card-body quiet">None.</p>}
          {earlier.map((one) => (
            <div key={one.matchId + one.decidedAt} className="card-body stack-s note">
              <p>
                {one.decision === 'false_positive' ? 'Not them' : 'It is them'} · <Actor actor={one.decidedBy} /> ·{' '}
                <Time at={one.decidedAt} /> · score {one.score}
              </p>
              <p className="quiet">{one.reason}</p>
              <p className={one.entryChanged ? 'text-warn' : 'caption'}>
                {one.entryChanged === null
                  ? 'It is not known whether the entry has changed since.'
                  : one.entryChanged
                    ? 'The entry has changed since.'
                    : 'The entry is unchanged since.'}
              </p>
            </div>
          ))}
        </section>
        <p className="caption">{list?.attribution ?? run.attributions.join(' ')}</p>
      </article>
      <aside className="match-decision" aria-label="Your decision">
        <DecisionPanel
          detail={detail}
          together={together}
          group={group}
          isMarked={isMarked}
          {...queue}
          marked={marked}
        />
        <MatchRequests detail={detail} isLost={queue.isLost} />
        {subject && (
          <p>
            <Link to={pathIn(mode, 'subjects', subject.id)}>Open the subject’s story</Link>
          </p>
        )}
      </aside>
    </>
  );
}
