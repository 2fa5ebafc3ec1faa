import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { pathIn, usePathParam } from '../../address.ts';
import { type Backtest, type ChangedCell, useBacktest, useChangedCases } from '../../api/backtests.ts';
import { isOpenJob } from '../../api/jobs.ts';
import { isNotFound, useApi, useInvalidate, useMode } from '../../app.tsx';
import { Actor } from '../../domain/actor.tsx';
import { CaseList, SubjectLink } from '../../domain/case-list.tsx';
import { DecisionMatrix } from '../../domain/decision-matrix.tsx';
import { matrixInWords, outcomeWord } from '../../domain/decision-matrix-layout.ts';
import { counted } from '../../domain/list-reasons.ts';
import { NextStep } from '../../domain/next-step.tsx';
import { signed, wordsOf } from '../../domain/words.ts';
import { Button } from '../../parts/button.tsx';
import { Card } from '../../parts/card.tsx';
import { JobProgress } from '../../parts/job-progress.tsx';
import { More } from '../../parts/more.tsx';
import { QueryPart } from '../../parts/query-part.tsx';
import { Table } from '../../parts/record-table.tsx';
import { Empty } from '../../parts/states.tsx';
import { Time } from '../../parts/time.tsx';
import { toast, toastError } from '../../parts/toast.tsx';
import { TopBar } from '../../shell/top-bar.tsx';
import { spanOf, testedIn } from './backtests.tsx';
import { Crumbs } from './crumbs.tsx';

/** One backtest: its progress, the decisions before and after, and the changed subjects of a cell. */
export function BacktestScreen() {
  const key = usePathParam('key');
  const test = useBacktest(usePathParam('id'));
  return (
    <>
      <TopBar
        title={test.data ? `Backtest of ${testedIn(test.data)}` : 'Backtest'}
        crumbs={<Crumbs policyKey={key} isNamed isOfBacktest />}
        end={test.data && isOpenJob(test.data) && <CancelButton id={test.data.id} />}
      />
      <div className="page">
        {isNotFound(test.error) ? (
          <Empty title="There is no backtest with this id in this mode">
            <NextStep to={['policies', key, 'backtests']}>All backtests of the policy</NextStep>
          </Empty>
        ) : (
          <QueryPart query={test} lines={8}>
            {(data) => (
              <div className="columns">
                <div className="stack">
                  <Outcome test={data} />
                </div>
                <div className="stack">
                  <Details test={data} />
                  <Bands test={data} />
                  <Rules test={data} />
                </div>
              </div>
            )}
          </QueryPart>
        )}
      </div>
    </>
  );
}

function CancelButton({ id }: { id: string }) {
  const api = useApi();
  const invalidate = useInvalidate();
  const cancel = async () => {
    await api.jobs.cancelJob({ params: { id } });
    toast('The backtest was cancelled.');
    await invalidate(['backtests']);
  };
  return <Button onClick={() => void cancel().catch(toastError)}>Cancel the backtest</Button>;
}

function Outcome({ test }: { test: Backtest }) {
  const [cell, setCell] = useState<ChangedCell>();
  const { matrix, changedCases, incomplete, skipped, isCut, problems, limit, failed } = test;
  const cells = matrix.map(({ before, after, cases }) => ({ before, after, count: cases }));
  const notes = [
    ...(incomplete > 0
      ? [`${counted(incomplete, 'assessment')} would be incomplete, because evidence is missing.`]
      : []),
    ...(skipped > 0 ? [`${counted(skipped, 'subject')} left out, because the policy never assessed them.`] : []),
    ...(isCut ? [`There were more than ${limit.toLocaleString('en')} assessments: the others were not tested.`] : []),
    ...(failed > 0 ? [`${counted(failed, 'assessment')} could not be evaluated.`] : []),
  ];
  return (
    <>
      <Card title="Decisions before and after">
        <div className="card-body stack">
          <JobProgress job={test} what="assessments" />
          {cells.length > 0 && (
            <>
              <DecisionMatrix
                cells={cells}
                chosen={cell}
                // The cells are those of the answer, whose decisions the filter takes.
                onCell={(chosen) => setCell(chosen as ChangedCell | undefined)}
              />
              <p className="quiet">{matrixInWords(cells)}.</p>
            </>
          )}
          {test.status === 'completed' && cells.length === 0 && <p>No assessment of the policy is in this time.</p>}
          {notes.length > 0 && (
            <ul className="sentences">
              {notes.map((note) => (
                <li key={note}>{note}</li>
              ))}
            </ul>
          )}
          {problems.length > 0 && (
            <details>
              <summary>Why assessments could not be evaluated</summary>
              <ul className="sentences">
                {problems.map(({ subjectId, assessmentId, detail }) => (
                  <li key={`${subjectId}${assessmentId}`}>
                    <SubjectLink id={subjectId} />: {detail}
                  </li>
                ))}
              </ul>
            </details>
          )}
        </div>
      </Card>
      {changedCases > 0 && !isOpenJob(test) && <Changed test={test} cell={cell} />}
    </>
  );
}

function Changed({ test: { id, changedCases }, cell }: { test: Backtest; cell: ChangedCell | undefined }) {
  const list = useChangedCases(id, cell);
  const title = cell
    ? cell.before === cell.after
      ? `Still ${outcomeWord(cell.after)}, in another band`
      : `Was ${outcomeWord(cell.before)}, would be ${outcomeWord(cell.after)}`
    : `${counted(changedCases, 'case')} with another decision or band`;
  return (
    <Card title={title}>
      <QueryPart query={list}>
        {() =>
          list.items.length === 0 && !list.hasNextPage ? (
            <p className="card-body quiet">Each of these cases keeps its decision and its band.</p>
          ) : (
            <CaseList label={title} cases={list.items} isWhole />
          )
        }
      </QueryPart>
      <More list={list} />
    </Card>
  );
}

function Details({ test }: { test: Backtest }) {
  const mode = useMode();
  const { version, against, evidence, definitionHash, createdBy, createdAt, endedAt } = test;
  return (
    <Card title="Details">
      <dl className="facts card-body">
        <dt>Tested</dt>
        <dd>
          {version === null ? (
            testedIn(test)
          ) : (
            <Link to={pathIn(mode, 'policies', against.policyKey, 'versions', String(version))}>v{version}</Link>
          )}
        </dd>
        <dt>Assessments</dt>
        <dd>{spanOf(test)}</dd>
        <dt>Evidence</dt>
        <dd>{evidence === 'as_known' ? 'as it was known at each assessment' : 'as it is known now'}</dd>
        <dt>Digest</dt>
        <dd className="mono">{definitionHash.slice(0, 16)}…</dd>
        <dt>Started</dt>
        <dd>
          <Time at={createdAt} style="exact" /> by <Actor actor={createdBy} />
        </dd>
        {endedAt && (
          <>
            <dt>Ended</dt>
            <dd>
              <Time at={endedAt} style="exact" />
            </dd>
          </>
        )}
      </dl>
    </Card>
  );
}

function Bands({ test: { bands, otherBands } }: { test: Backtest }) {
  if (bands.length === 0) return null;
  const word = (band: string | null) => (band === null ? 'None' : wordsOf(band));
  return (
    <Card title="Bands">
      <Table
        rows={bands.toSorted((one, other) => other.cases - one.cases)}
        idOf={({ before, after }) => `${before} ${after}`}
        columns={[
          { title: 'Before', cell: ({ before }) => word(before) },
          {
            title: 'After',
            cell: ({ before, after }) => (before === after ? word(after) : <strong>{word(after)}</strong>),
          },
          { title: 'Cases', look: 'right num', cell: ({ cases }) => cases.toLocaleString('en') },
        ]}
      />
      {otherBands > 0 && <p className="card-body quiet">{counted(otherBands, 'case')} in other bands.</p>}
    </Card>
  );
}

function Rules({ test: { perRule, perFactor } }: { test: Backtest }) {
  return (
    <>
      {perRule.length > 0 && (
        <Card title="Rules that match">
          <Table
            rows={perRule.toSorted((one, other) => other.fired - one.fired)}
            idOf={({ key }) => key}
            columns={[
              { title: 'Rule', cell: ({ key }) => wordsOf(key) },
              { title: 'Matches', look: 'right num', cell: ({ fired }) => fired.toLocaleString('en') },
              { title: 'Alone', look: 'right num', cell: ({ only }) => only.toLocaleString('en') },
            ]}
          />
        </Card>
      )}
      {perFactor.length > 0 && (
        <Card title="Mean points">
          <Table
            rows={perFactor}
            idOf={({ key }) => key}
            columns={[
              { title: 'Factor', cell: ({ key }) => wordsOf(key) },
              { title: 'Cases', look: 'right num', cell: ({ cases }) => cases.toLocaleString('en') },
              { title: 'Mean', look: 'right num', cell: ({ meanPoints }) => signed(Math.round(meanPoints * 10) / 10) },
            ]}
          />
        </Card>
      )}
    </>
  );
}
