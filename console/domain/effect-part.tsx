import { useState } from 'react';
import { usePastAssessments } from '../api/past-assessments.ts';
import { type RecordOf, useRecords } from '../api/records.ts';
import { useApiQuery } from '../app.tsx';
import { QueryPart } from '../parts/query-part.tsx';
import { CaseList } from './case-list.tsx';
import { type CellKey, DecisionMatrix } from './decision-matrix.tsx';
import { cellsOf, matrixInWords, outcomeWord } from './decision-matrix-layout.ts';
import { counted } from './list-reasons.ts';
import { type Case, type Effect, effectOf, isChanged, reasonsOf, scenariosOf } from './policy-effect.ts';

/** The matrix of past assessments, the cases of a cell, and what could not be evaluated. */
export function EffectMatrix({ effect, onKeep }: { effect: Effect; onKeep?: (one: Case) => void }) {
  const [cell, setCell] = useState<CellKey>();
  const { cases, notEvaluated } = effect;
  const changed = cases.filter(isChanged);
  const listed = cell
    ? cases.filter(({ before, after }) => before.decision === cell.before && after.decision === cell.after)
    : changed;
  const title = cell
    ? `Was ${outcomeWord(cell.before)}, would be ${outcomeWord(cell.after)}`
    : `${counted(changed.length, 'assessment')} would get a different decision`;
  return (
    <>
      <div className="card-body stack-s">
        <DecisionMatrix cells={cellsOf(cases)} chosen={cell} onCell={setCell} />
        <p className="quiet">{matrixInWords(cellsOf(cases))}.</p>
        {notEvaluated.length > 0 && (
          <div className="stack-s">
            <p className="text-warn">
              {notEvaluated.length} of {notEvaluated.length + cases.length} could not be evaluated:
            </p>
            <ul className="sentences">
              {reasonsOf(notEvaluated).map(({ reason, count }) => (
                <li key={reason}>
                  {count}: {reason}
                </li>
              ))}
            </ul>
          </div>
        )}
      </div>
      {listed.length > 0 && (
        <>
          <h3 className="card-subhead">{title}</h3>
          <CaseList key={title} label={title} cases={listed} onKeep={onKeep} />
        </>
      )}
    </>
  );
}

/** What a version would have decided for the latest assessments of its policy. Loaded when it is shown. */
export function PolicyEffect({ version: { id, data } }: { version: RecordOf<'policies'> }) {
  const list = useRecords('policies', { key: data.key, order: 'newest' });
  const past = usePastAssessments(data.key, list.items, list.data !== undefined);
  const effect = useApiQuery(
    ['policy-effect', id, past.dataUpdatedAt],
    async (api, signal) => {
      const assessments = past.data ?? [];
      if (assessments.length === 0) return effectOf([], [], []);
      const { definition } = data;
      const { results } = await api.risk.simulatePolicy({
        body: { policyVersionId: id, scenarios: scenariosOf(assessments) },
        signal,
      });
      return effectOf(assessments, results, definition.inputs);
    },
    { isOn: past.data !== undefined },
  );
  return (
    <section className="stack-s" aria-label="Effect">
      <h3>Effect on the latest assessments</h3>
      <QueryPart query={past.isError ? { ...effect, error: past.error, isError: true, refetch: past.refetch } : effect}>
        {(shown) =>
          shown.cases.length + shown.notEvaluated.length === 0 ? (
            <p className="quiet">The policy has no assessments yet, so there is nothing to compare with.</p>
          ) : (
            <EffectMatrix effect={shown} />
          )
        }
      </QueryPart>
    </section>
  );
}
