import type { WorkItem } from '../../api/work.ts';
import { usePersonName } from '../../domain/actor.tsx';
import { DecisionPill } from '../../domain/decision.tsx';
import { toneOf } from '../../domain/decision-words.ts';
import { groupActions } from '../../domain/group-actions.ts';
import { shown, wordsOf } from '../../domain/words.ts';
import { Pill } from '../../parts/pill.tsx';
import { Time } from '../../parts/time.tsx';
import { RowWaits } from './waiting.tsx';

const ACTIONS_SHOWN = 3;

export function WorkRow({ item }: { item: WorkItem }) {
  const worst = item.assessments[0];
  const groups = groupActions(item.actions);
  const hasFailed = item.actions.some(({ status }) => status === 'failed');
  const override = item.overrides?.[0];
  const isTaken = item.actions.every(({ status }) => status === 'acknowledged');
  return (
    <div className="work-row">
      <div className="work-score">
        <span className="figure-s num">{worst?.score == null ? '–' : shown(worst.score)}</span>
        <span className={`meter ${toneOf(item.effectiveDecision)}`} aria-hidden="true">
          <span style={{ width: `${Math.max(0, Math.min(100, worst?.score ?? 0))}%` }} />
        </span>
      </div>
      <div className="work-what">
        <div className="cluster">
          <span className="mono strong truncate">{item.subject.externalId}</span>
          <span className="quiet">{item.subject.kind}</span>
          {hasFailed && <Pill tone="bad">Failed</Pill>}
          {!hasFailed && isTaken && <Pill tone="info">Taken</Pill>}
          {override && (
            <span className="caption">
              override, ends <Time at={override.until} />
            </span>
          )}
        </div>
        <div className="quiet truncate">
          <RowWaits requests={item.requests} />
          {summaryOf(groups, item.more)}
        </div>
      </div>
      <div className="work-decision">
        <DecisionPill decision={item.effectiveDecision} />
        {item.assignee && <Assignee userId={item.assignee} />}
      </div>
      <div className={item.late ? 'work-age text-bad strong' : 'work-age quiet'}>
        <Time at={item.since} style="age" />
        {item.dueAt && (
          <span className="caption">
            {item.late ? 'late, due ' : 'due '}
            <Time at={item.dueAt} />
          </span>
        )}
      </div>
    </div>
  );
}

function Assignee({ userId }: { userId: string }) {
  return <span className="caption truncate">{usePersonName(userId)}</span>;
}

function summaryOf(groups: ReturnType<typeof groupActions>, more: number): string {
  const words = groups
    .slice(0, ACTIONS_SHOWN)
    .map(({ name, actions }) => (actions.length > 1 ? `${wordsOf(name)} × ${actions.length}` : wordsOf(name)));
  const hidden = Math.max(0, groups.length - ACTIONS_SHOWN) + more;
  return hidden > 0 ? `${words.join(' · ')} · ${hidden} more` : words.join(' · ');
}
