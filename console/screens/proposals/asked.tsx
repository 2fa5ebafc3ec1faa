import { Link } from '@tanstack/react-router';
import { pathIn } from '../../address.ts';
import { useWaitingRequests } from '../../api/requests.ts';
import { useMode } from '../../app.tsx';
import { RequestItem } from '../../domain/requests.tsx';
import { Card } from '../../parts/card.tsx';
import { More } from '../../parts/more.tsx';
import { QueryPart } from '../../parts/query-part.tsx';

/** Requests of other people to this person, or to a role of theirs. */
export function AskedOfMe() {
  const mode = useMode();
  const list = useWaitingRequests();
  return (
    <Card title="Asked of you" end={<span className="quiet num">{list.items.length}</span>}>
      <QueryPart query={list} lines={3}>
        {() =>
          list.items.length === 0 ? (
            <p className="card-body quiet">No request waits for your answer.</p>
          ) : (
            <ul>
              {list.items.map(({ request, subject }) => (
                <li key={request.id}>
                  <div className="card-body">
                    <Link className="mono strong" to={placeOf(mode, subject.id, request.data.about)}>
                      {subject.externalId}
                    </Link>
                  </div>
                  <RequestItem request={request} />
                </li>
              ))}
            </ul>
          )
        }
      </QueryPart>
      <More list={list} />
    </Card>
  );
}

type About = { matchId: string } | { actionIds: string[] } | { overrideId: string };

const placeOf = (mode: 'test' | 'live', subjectId: string, about: About) =>
  'matchId' in about ? pathIn(mode, 'matches', about.matchId) : pathIn(mode, 'subjects', subjectId);
