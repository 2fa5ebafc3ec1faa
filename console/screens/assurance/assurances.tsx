import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { pathIn, useGo } from '../../address.ts';
import { type AssuranceSummary, useAssurances } from '../../api/assurance.ts';
import { serverNow } from '../../api/clock.ts';
import { useIsAdmin } from '../../api/me.ts';
import { useMode } from '../../app.tsx';
import { Actor } from '../../domain/actor.tsx';
import { dueOf, stateOf, testedInWords } from '../../domain/assurance-words.ts';
import { IfAllowed } from '../../domain/next-step.tsx';
import { Button } from '../../parts/button.tsx';
import { Card } from '../../parts/card.tsx';
import { Pill } from '../../parts/pill.tsx';
import { RecordTable } from '../../parts/record-table.tsx';
import { Empty } from '../../parts/states.tsx';
import { Time } from '../../parts/time.tsx';
import { ROW } from '../../parts/use-row-keys.ts';
import { TopBar } from '../../shell/top-bar.tsx';
import { Crumbs } from './crumbs.tsx';
import { NewAssuranceDialog } from './new-assurance.tsx';

const BLOCKED = 'Owners and admins start tests of effectiveness.';

/** Tests of effectiveness: what each found, and which has to be repeated. */
export function Assurances() {
  const go = useGo();
  const mode = useMode();
  const list = useAssurances();
  const blocked = useIsAdmin() ? null : BLOCKED;
  const [isAsking, setAsking] = useState(false);
  const { items } = list;
  const overdue = items.filter((test) => dueOf(test, items, serverNow()) === 'overdue');
  return (
    <>
      <TopBar
        title="Assurance"
        crumbs={<Crumbs />}
        end={
          <Button look="primary" blocked={blocked} onClick={() => setAsking(true)}>
            Test the effectiveness
          </Button>
        }
      />
      <div className="page stack">
        <p className="quiet">
          A test screens manipulated records of your own lists, and customers who are on no list. It counts what is
          found and what it costs in alerts. It uses no customer data and records nothing on a subject.
        </p>
        {overdue.length > 0 && (
          <div className="notice warn">
            <strong>{overdue.length === 1 ? 'A test is overdue' : `${overdue.length} tests are overdue`}</strong>
            {overdue.map((test) => (
              <p key={test.id}>
                {testedInWords(test)}: due {test.nextDueAt && <Time at={test.nextDueAt} />}
              </p>
            ))}
          </div>
        )}
        <Card title="Tests of effectiveness">
          <RecordTable
            list={list}
            rows={items}
            idOf={({ id }) => id}
            isLink
            empty={
              <Empty title="No tests of effectiveness yet">
                <p>Supervisors expect one at least every twelve months, and after a change of lists or scores.</p>
                <IfAllowed blocked={blocked}>
                  <Button onClick={() => setAsking(true)}>Test the effectiveness</Button>
                </IfAllowed>
              </Empty>
            }
            columns={[
              {
                title: 'When',
                cell: ({ id, createdAt }) => (
                  <Link {...ROW} className="strong" to={pathIn(mode, 'assurance', id)}>
                    <Time at={createdAt} />
                  </Link>
                ),
              },
              { title: 'Tested', cell: (test) => testedInWords(test) },
              { title: 'Outcome', cell: (test) => <Outcome test={test} /> },
              { title: 'Next due', cell: (test) => <NextDue test={test} tests={items} /> },
              { title: 'Who', cell: ({ createdBy }) => <Actor actor={createdBy} /> },
            ]}
          />
        </Card>
      </div>
      {isAsking && <NewAssuranceDialog onClose={() => setAsking(false)} onStarted={(id) => void go('assurance', id)} />}
    </>
  );
}

function Outcome({ test }: { test: AssuranceSummary }) {
  const { tone, mark, word } = stateOf(test);
  return (
    <>
      <Pill tone={tone} mark={mark}>
        {word}
      </Pill>
      {test.problem && <div className="caption">{test.problem.detail}</div>}
    </>
  );
}

function NextDue({ test, tests }: { test: AssuranceSummary; tests: readonly AssuranceSummary[] }) {
  const due = dueOf(test, tests, serverNow());
  if (due === 'none' || test.nextDueAt === null) return '–';
  if (due === 'repeated') return <span className="quiet">repeated since</span>;
  return (
    <>
      {due === 'overdue' && (
        <Pill tone="warn" mark="square">
          Overdue
        </Pill>
      )}{' '}
      <Time at={test.nextDueAt} />
    </>
  );
}
