import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { pathIn } from '../address.ts';
import { useRecord } from '../api/records.ts';
import { useMode } from '../app.tsx';
import { Button } from '../parts/button.tsx';
import { Pill } from '../parts/pill.tsx';
import { ROW } from '../parts/use-row-keys.ts';
import { outcomeWord } from './decision-matrix-layout.ts';
import { DECISION_LOOKS } from './decision-words.ts';
import { shown } from './words.ts';

interface Outcome {
  decision: string;
  score: number | null;
  band: string | null;
}

export interface ListedCase {
  subjectId: string;
  assessmentId: string | null;
  before: Outcome;
  after: Outcome;
}

const AT_FIRST = 10;

/** Subjects with the decision and score before and after. Each leads to the story of its subject. */
export function CaseList<Row extends ListedCase>({
  label,
  cases,
  isWhole = false,
  onKeep,
}: {
  label: string;
  cases: readonly Row[];
  /** Shown at once: the caller has its pages. */
  isWhole?: boolean;
  /** Keeps the evidence of a case as a scenario. */
  onKeep?: ((one: Row) => void) | undefined;
}) {
  const [isAll, setAll] = useState(isWhole);
  const rows = isAll ? cases : cases.slice(0, AT_FIRST);
  return (
    <>
      <ul className="case-list" aria-label={label}>
        {rows.map((one) => (
          <li key={`${one.subjectId}${one.assessmentId}`}>
            <SubjectLink id={one.subjectId} />
            <span className="cluster">
              <OutcomePill outcome={one.before} />
              <span aria-hidden="true">→</span>
              <span className="visually-hidden">becomes</span>
              <OutcomePill outcome={one.after} />
            </span>
            <span className="num quiet">{scores(one)}</span>
            {onKeep && (
              <Button {...ROW} size="small" look="plain" onClick={() => onKeep(one)}>
                Keep<span className="visually-hidden"> as a scenario</span>
              </Button>
            )}
          </li>
        ))}
      </ul>
      {cases.length > rows.length && (
        <p className="card-body">
          <Button size="small" onClick={() => setAll(true)}>
            Show all {cases.length}
          </Button>
        </p>
      )}
    </>
  );
}

function OutcomePill({ outcome: { decision } }: { outcome: Outcome }) {
  const look = DECISION_LOOKS[decision];
  return (
    <Pill tone={look?.tone ?? 'neutral'} mark={look?.mark ?? 'ring'}>
      {outcomeWord(decision)}
    </Pill>
  );
}

const scoreOf = ({ score }: Outcome) => (score === null ? '–' : shown(score));

/** Scores, and bands where only the band differs. */
const scores = ({ before, after }: ListedCase) =>
  before.decision === after.decision && before.band !== after.band
    ? `${before.band ?? '–'} → ${after.band ?? '–'} · ${scoreOf(before)} → ${scoreOf(after)}`
    : `${scoreOf(before)} → ${scoreOf(after)}`;

export function SubjectLink({ id }: { id: string }) {
  const mode = useMode();
  const subject = useRecord('subjects', id);
  return (
    <Link {...ROW} className="mono truncate" to={pathIn(mode, 'subjects', id)}>
      {subject.data?.data.externalId ?? id.slice(-8)}
    </Link>
  );
}
