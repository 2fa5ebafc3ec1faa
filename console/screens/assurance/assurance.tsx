import { Link } from '@tanstack/react-router';
import { pathIn, usePathParam } from '../../address.ts';
import { type Assurance, isOpen, useAssurance, useAssurances } from '../../api/assurance.ts';
import { serverNow } from '../../api/clock.ts';
import { useListName } from '../../api/lists.ts';
import { isNotFound, useApi, useInvalidate, useMode } from '../../app.tsx';
import { Actor } from '../../domain/actor.tsx';
import { dueOf, stateOf, testedInWords } from '../../domain/assurance-words.ts';
import { Button } from '../../parts/button.tsx';
import { Card } from '../../parts/card.tsx';
import { Pill } from '../../parts/pill.tsx';
import { QueryPart } from '../../parts/query-part.tsx';
import { saveFile } from '../../parts/save-file.ts';
import { Empty } from '../../parts/states.tsx';
import { Time } from '../../parts/time.tsx';
import { toast, toastError } from '../../parts/toast.tsx';
import { count } from '../../pictures/recall-bars-layout.ts';
import { TopBar } from '../../shell/top-bar.tsx';
import { Crumbs } from './crumbs.tsx';
import { DifferencesCard } from './differences-card.tsx';
import { LimitsCard } from './limits-card.tsx';
import { LineCard } from './line-card.tsx';
import { MissesCard } from './misses-card.tsx';
import { OwnCasesCard } from './own-cases-card.tsx';
import { RecallCard } from './recall-card.tsx';

/** One test of effectiveness: its progress, and then its result. */
export function AssuranceScreen() {
  const mode = useMode();
  const test = useAssurance(usePathParam('id'));
  return (
    <>
      <TopBar title="Test of effectiveness" crumbs={<Crumbs isOfTest />} />
      <div className="page stack">
        {isNotFound(test.error) ? (
          <Empty title="There is no test with this id in this mode">
            <Link to={pathIn(mode, 'assurance')}>All tests</Link>
          </Empty>
        ) : (
          <QueryPart query={test} lines={8}>
            {(data) => <Test test={data} />}
          </QueryPart>
        )}
      </div>
    </>
  );
}

function Test({ test }: { test: Assurance }) {
  const { result, reviewScore, differences, comparedWith, misses, missed } = test;
  return (
    <>
      <OutcomeCard test={test} />
      {result && (
        <>
          <RecallCard result={result} tested={reviewScore} />
          <LimitsCard test={test} />
          {result.own && <OwnCasesCard own={result.own} />}
          <LineCard line={result.line} decisions={test.decisions} reviewScore={reviewScore} />
          <DifferencesCard differences={differences} comparedWith={comparedWith} />
          <MissesCard misses={misses} missed={missed} reviewScore={reviewScore} />
        </>
      )}
    </>
  );
}

function OutcomeCard({ test }: { test: Assurance }) {
  const listName = useListName();
  const { result, status, problem, total, done, listVersions, sources } = test;
  const { tone, mark, word } = stateOf({ ...test, outcome: result?.outcome ?? null });
  return (
    <Card title="Outcome" end={isOpen(test) ? <CancelButton id={test.id} /> : result && <ReportButton id={test.id} />}>
      <div className="card-body stack">
        <div className="cluster" role="status">
          <Pill tone={tone} mark={mark}>
            {word}
          </Pill>
          {result && <span>{OUTCOME_MEANS[result.outcome]}</span>}
          {isOpen(test) && <span>{progressInWords(test)}</span>}
          {status === 'cancelled' && <span>What it had counted was discarded.</span>}
        </div>
        {isOpen(test) && total !== null && (
          <span className="meter" aria-hidden="true">
            <span style={{ width: `${(100 * done) / Math.max(1, total)}%` }} />
          </span>
        )}
        {problem && <p className="text-bad">{problem.detail}</p>}
        <dl className="facts">
          <dt>Tested</dt>
          <dd>
            {testedInWords(test)} · match from {test.matchScore}
          </dd>
          <dt>Lists</dt>
          <dd>
            {listVersions.length > 0
              ? listVersions.map(({ list, versionId, publishedAt }) => (
                  <div key={list}>
                    {listName(list)}
                    {publishedAt && <span className="quiet">, published {publishedAt.slice(0, 10)}</span>}
                    {versionId === null && <span className="text-bad">, had no version and was not tested</span>}
                  </div>
                ))
              : sources.map((key) => <div key={key}>{listName(key)}</div>)}
          </dd>
          <dt>Size</dt>
          <dd>
            {count(test.entries)} listed entries, {count(result?.customers ?? test.customers)} customers on no list,
            seed {test.seed}
          </dd>
          <dt>Scorer</dt>
          <dd className="mono">{test.scorerVersion}</dd>
          <dt>Started</dt>
          <dd>
            <Time at={test.createdAt} style="exact" /> by <Actor actor={test.createdBy} />
          </dd>
          {test.endedAt && (
            <>
              <dt>Ended</dt>
              <dd>
                <Time at={test.endedAt} style="exact" />
              </dd>
            </>
          )}
          {test.nextDueAt && (
            <>
              <dt>Next due</dt>
              <dd>
                <NextDue test={test} at={test.nextDueAt} />
              </dd>
            </>
          )}
        </dl>
      </div>
    </Card>
  );
}

const OUTCOME_MEANS: Record<NonNullable<Assurance['result']>['outcome'], string> = {
  passed: 'No class is below what is expected of it.',
  limited: 'All that must be found is found. Some of what should be found is not.',
  failed: 'Some of what must be found is not found. Lower the review score, or send more facts of customers.',
};

function progressInWords({ done, total, estimatedEndAt }: Assurance) {
  if (total === null) return 'The lists are being opened.';
  return (
    <>
      {count(done)} of {count(total)} entries and customers done.
      {estimatedEndAt && (
        <>
          {' '}
          It ends about <Time at={estimatedEndAt} />.
        </>
      )}
    </>
  );
}

/** Whether it was repeated is known from the list of tests. */
function NextDue({ test, at }: { test: Assurance; at: string }) {
  const { data, items } = useAssurances();
  const due = data && dueOf({ ...test, outcome: test.result?.outcome ?? null }, items, serverNow());
  return (
    <>
      <Time at={at} />
      {due === 'repeated' && <span className="quiet">, repeated since</span>}
      {due === 'overdue' && (
        <>
          {' '}
          <Pill tone="warn" mark="square">
            Overdue
          </Pill>
        </>
      )}
    </>
  );
}

function CancelButton({ id }: { id: string }) {
  const api = useApi();
  const invalidate = useInvalidate();
  const cancel = async () => {
    await api.jobs.cancelJob({ params: { id } });
    toast('The test was cancelled.');
    await invalidate(['assurances']);
  };
  return (
    <Button size="small" onClick={() => void cancel().catch(toastError)}>
      Cancel the test
    </Button>
  );
}

function ReportButton({ id }: { id: string }) {
  const api = useApi();
  const save = async () =>
    saveFile(
      `assurance-${id}.pdf`,
      await api.screening.readScreeningAssuranceReport({ params: { id } }),
      'application/pdf',
    );
  return (
    <Button size="small" onClick={() => void save().catch(toastError)}>
      Report as PDF
    </Button>
  );
}
