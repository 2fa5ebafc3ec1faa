import type { usePastAssessments } from '../../api/past-assessments.ts';
import { EffectMatrix } from '../../domain/effect-part.tsx';
import { counted } from '../../domain/list-reasons.ts';
import { Card } from '../../parts/card.tsx';
import { QueryPart } from '../../parts/query-part.tsx';
import { Failure, Skeleton } from '../../parts/states.tsx';
import type { Version } from './lab-draft.ts';
import type { LabChecks } from './use-lab-checks.ts';

/** What the text would have decided, while it is typed. */
export function EffectCard({
  checks,
  past,
  versions,
  onKeep,
}: {
  checks: LabChecks;
  past: ReturnType<typeof usePastAssessments>;
  versions: readonly Version[];
  onKeep: Parameters<typeof EffectMatrix>[0]['onKeep'];
}) {
  const { effect, milliseconds, isWaiting, normalized, effectError } = checks;
  const count = past.data?.length ?? 0;
  const used = [...new Set((past.data ?? []).map(({ data }) => data.policy.version))].toSorted((a, b) => b - a);
  return (
    <Card
      title={count > 0 ? `Against the last ${counted(count, 'assessment')}` : 'Against past assessments'}
      end={
        <span className="quiet num" role="status">
          {isWaiting ? 'Evaluating' : milliseconds !== undefined ? `${milliseconds} ms` : ''}
        </span>
      }
    >
      <QueryPart query={past} lines={5}>
        {() =>
          count === 0 ? (
            <p className="card-body quiet">
              {versions.some(({ data }) => data.publishedAt !== null)
                ? 'The policy has no assessments yet, so there is nothing to compare with.'
                : 'No version of this policy was published yet, so there are no assessments to compare with.'}
            </p>
          ) : (
            <>
              {effectError !== undefined && (
                <div className="card-body">
                  <Failure error={effectError} />
                </div>
              )}
              {effect && !normalized && (
                <p className="card-body text-warn">The text has errors. This is the last text without errors.</p>
              )}
              {effect ? (
                <EffectMatrix effect={effect} {...(onKeep && { onKeep })} />
              ) : (
                effectError === undefined &&
                (isWaiting ? (
                  <Skeleton lines={5} />
                ) : (
                  <p className="card-body text-warn">The text has errors, so nothing was evaluated.</p>
                ))
              )}
              <p className="card-body quiet">
                Assessments by {used.map((version) => `v${version}`).join(' and ')}, newest first, evaluated again with
                the evidence that each stored, at its own time. Overrides are left out. Nothing is saved.
              </p>
            </>
          )
        }
      </QueryPart>
    </Card>
  );
}
