import { Link } from '@tanstack/react-router';
import { pathIn } from '../../address.ts';
import { useRecord, useRecords } from '../../api/records.ts';
import { useApiQuery, useMode } from '../../app.tsx';
import { AttachButton } from '../../domain/context-dialog.tsx';
import { Card } from '../../parts/card.tsx';
import { More } from '../../parts/more.tsx';
import { QueryPart } from '../../parts/query-part.tsx';
import { Empty } from '../../parts/states.tsx';
import { Time } from '../../parts/time.tsx';

/** Contexts that the subject was attached to, with the other subjects in them. */
export function ContextsTab({ subjectId }: { subjectId: string }) {
  const list = useRecords('contexts', { subjectId, order: 'newest' });
  return (
    <QueryPart query={list}>
      {() =>
        list.items.length === 0 ? (
          <Empty title="Not part of a context">
            <p>A context groups the subjects of one journey, such as an application.</p>
            <AttachButton subjectId={subjectId} />
          </Empty>
        ) : (
          <>
            <div>
              <AttachButton subjectId={subjectId} />
            </div>
            {list.items.map(({ id, data }) => (
              <Card
                key={id}
                title={data.label ?? data.externalId}
                end={
                  <span className="quiet">
                    created <Time at={data.createdAt} />
                  </span>
                }
              >
                <p className="card-body quiet">
                  {data.kind}
                  {data.label && (
                    <>
                      {' '}
                      · <span className="mono">{data.externalId}</span>
                    </>
                  )}
                </p>
                <Members contextId={id} subjectId={subjectId} />
              </Card>
            ))}
            <More list={list} />
          </>
        )
      }
    </QueryPart>
  );
}

function Members({ contextId, subjectId }: { contextId: string; subjectId: string }) {
  const members = useApiQuery(['contexts', contextId], (api, signal) =>
    api.risk.listContextSubjects({ params: { id: contextId }, signal }),
  );
  return (
    <QueryPart query={members} lines={2}>
      {({ items, nextOffset }) => (
        <ul>
          {items.map(({ id, data }) => (
            <li key={id} className="card-row">
              <span>
                {data.subjectId === subjectId ? (
                  <span className="strong">This subject</span>
                ) : (
                  <OtherSubject id={data.subjectId} />
                )}
              </span>
              <span className="quiet">{data.role ?? 'no role'}</span>
            </li>
          ))}
          {nextOffset !== null && <li className="card-row quiet">More subjects are not shown.</li>}
        </ul>
      )}
    </QueryPart>
  );
}

/** A context has few subjects, so each is read by its id. */
function OtherSubject({ id }: { id: string }) {
  const mode = useMode();
  const { data: subject } = useRecord('subjects', id);
  return (
    <Link className="mono" to={pathIn(mode, 'subjects', id)}>
      {subject?.data.externalId ?? id}
    </Link>
  );
}
