import type { Overview } from '../../api/subject.ts';
import { useActorName } from '../../domain/actor.tsx';
import { DecisionPill } from '../../domain/decision.tsx';
import { decisionWord } from '../../domain/decision-words.ts';
import { shown, wordsOf } from '../../domain/words.ts';
import { Time } from '../../parts/time.tsx';

const STALE: Record<string, string> = {
  expired: 'expired',
  newer_evidence: 'newer evidence',
  newer_assessment: 'newer assessment',
  evidence_no_longer_fresh: 'evidence too old',
  review_due: 'review is due',
  retired_source: 'a source is disabled',
};

/** One card per policy: its score, decision, and whether that still holds. */
export function PolicyCards({
  overview,
  selected,
  onSelect,
}: {
  overview: Overview;
  selected: string | undefined;
  onSelect(assessmentId: string): void;
}) {
  return (
    <div className="policy-cards">
      {overview.policies.map(({ policyKey, assessment, state, lapsedOverride }) => (
        <button
          key={policyKey}
          type="button"
          className="card policy-card"
          aria-pressed={assessment.id === selected}
          onClick={() => onSelect(assessment.id)}
        >
          <span className="between">
            <span>
              <span className="strong">{wordsOf(policyKey)}</span> <span className="quiet">v{assessment.version}</span>
            </span>
            <DecisionPill decision={state.effectiveDecision} />
          </span>
          <span className="cluster">
            <span className="figure">{assessment.score === null ? '–' : shown(assessment.score)}</span>
            <span className="quiet">{assessment.band}</span>
          </span>
          <span className="quiet">
            {state.current ? 'current' : `not current: ${state.reasons.map((reason) => STALE[reason]).join(', ')}`}
            {state.current && state.freshUntil && (
              <>
                {' '}
                · until <Time at={state.freshUntil} />
              </>
            )}
            {state.override && (
              <>
                {' '}
                · override until <Time at={state.override.expiresAt} />
              </>
            )}
          </span>
          {lapsedOverride && <Lapsed override={lapsedOverride} />}
        </button>
      ))}
    </div>
  );
}

type LapsedOverride = NonNullable<Overview['policies'][number]['lapsedOverride']>;

/** An override that a person may still rely on. */
function Lapsed({ override: { decision, createdBy, reasons } }: { override: LapsedOverride }) {
  const by = useActorName()(createdBy);
  return (
    <span className="text-warn">
      {by === 'You' ? 'Your override' : `The override of ${by}`} ({decisionWord(decision)}) no longer counts:{' '}
      {reasons.map((reason) => STALE[reason]).join(', ')}
    </span>
  );
}
