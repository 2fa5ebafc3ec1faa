import { Link } from '@tanstack/react-router';
import type { Overview } from '../../api/overview.ts';
import { useMode } from '../../app.tsx';
import { Actor } from '../../domain/actor.tsx';
import { Card } from '../../parts/card.tsx';
import { Empty } from '../../parts/states.tsx';
import { subjects } from './words.ts';

/** How much work each person has, as bars with words. Owners and admins see it. */
export function People({ people }: { people: NonNullable<Overview['people']> }) {
  const mode = useMode();
  const most = Math.max(1, ...people.map(({ open }) => open));
  return (
    <Card title="Work per person">
      {people.length === 0 ? (
        <Empty title="No subject is assigned">
          <Link to={`/${mode}/inbox`} search={{ assignee: 'none' }}>
            Assign subjects in the inbox
          </Link>
        </Empty>
      ) : (
        <ul className="card-body overview-people">
          {people.map(({ userId, open, overdue }) => (
            <li key={userId}>
              <Link to={`/${mode}/inbox`} search={{ assignee: userId }} className="truncate">
                <Actor actor={`user:${userId}`} />
              </Link>
              <span className="workload" aria-hidden="true">
                <span style={{ inlineSize: `${(open / most) * 100}%` }} />
              </span>
              <span className="num">
                {subjects(open)}
                {overdue > 0 && `, ${overdue} overdue`}
              </span>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
