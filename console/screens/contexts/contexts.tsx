import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { pathIn } from '../../address.ts';
import { useRecords } from '../../api/records.ts';
import { useApiQuery, useMode } from '../../app.tsx';
import { NextStep } from '../../domain/next-step.tsx';
import { Card } from '../../parts/card.tsx';
import { QueryPart } from '../../parts/query-part.tsx';
import { RecordList } from '../../parts/record-table.tsx';
import { Empty } from '../../parts/states.tsx';
import { Time } from '../../parts/time.tsx';
import { ROW } from '../../parts/use-row-keys.ts';
import { OrderSwitch, useOrder } from '../../shell/order-switch.tsx';
import { TopBar } from '../../shell/top-bar.tsx';

/** Groups of subjects, such as an application with its applicants. */
export function Contexts() {
  const list = useRecords('contexts', { order: useOrder() });
  const [openId, setOpenId] = useState<string>();
  return (
    <>
      <TopBar title="Contexts">
        <OrderSwitch />
      </TopBar>
      <div className="page">
        <Card title="Contexts">
          <RecordList
            list={list}
            rows={list.items}
            empty={
              <Empty title="No contexts yet">
                <p>
                  A context groups the subjects of one journey, such as an application. A subject is added on its page.
                </p>
                <NextStep to={['subjects']}>Choose a subject</NextStep>
              </Empty>
            }
          >
            {(contexts) =>
              contexts.map(({ id, data }) => (
                <div key={id} className="note">
                  <button
                    type="button"
                    className="card-row row-button"
                    {...ROW}
                    aria-expanded={openId === id}
                    onClick={() => setOpenId(openId === id ? undefined : id)}
                  >
                    <span>
                      <span className="mono strong">{data.externalId}</span>{' '}
                      <span className="quiet">
                        {data.kind}
                        {data.label && ` · ${data.label}`}
                      </span>
                    </span>
                    <span className="quiet">
                      <Time at={data.createdAt} />
                    </span>
                  </button>
                  {openId === id && <Subjects contextId={id} />}
                </div>
              ))
            }
          </RecordList>
        </Card>
      </div>
    </>
  );
}

function Subjects({ contextId }: { contextId: string }) {
  const mode = useMode();
  const members = useApiQuery(['contexts', contextId], (api, signal) =>
    api.risk.listContextSubjects({ params: { id: contextId }, signal }),
  );
  return (
    <QueryPart query={members}>
      {({ items }) => (
        <ul className="card-body stack-s">
          {items.length === 0 && <li className="quiet">No subjects.</li>}
          {items.map(({ id, data }) => (
            <li key={id}>
              <Link className="mono" to={pathIn(mode, 'subjects', data.subjectId)}>
                {data.subjectId}
              </Link>{' '}
              <span className="quiet">{data.role}</span>
            </li>
          ))}
        </ul>
      )}
    </QueryPart>
  );
}
