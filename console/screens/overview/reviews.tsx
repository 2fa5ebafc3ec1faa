import { Link } from '@tanstack/react-router';
import { serverNow } from '../../api/clock.ts';
import { REVIEWS_COUNTED, type Review, useReviews } from '../../api/overview.ts';
import { useMode } from '../../app.tsx';
import { wordsOf } from '../../domain/words.ts';
import { Card } from '../../parts/card.tsx';
import { Pill } from '../../parts/pill.tsx';
import { Table } from '../../parts/record-table.tsx';
import { Time } from '../../parts/time.tsx';
import { shortDay } from '../../pictures/day-columns.tsx';
import { reviewsByWeek } from './review-weeks.ts';

const WEEKS = 8;
const SHOWN = 20;

/** Reviews of monitored subjects: how many are due in each week, and which come next. Nothing without reviews. */
export function Reviews() {
  const { data: reviews = [] } = useReviews(WEEKS * 7);
  if (reviews.length === 0) return null;
  const total = reviews.length < REVIEWS_COUNTED ? reviews.length : `${REVIEWS_COUNTED} or more`;
  return (
    <div className="overview-columns">
      <Card title="Reviews by week" end={<span className="figure-s num">{total}</span>}>
        <Table
          rows={reviewsByWeek(reviews, { now: serverNow(), weeks: WEEKS })}
          idOf={({ monday }) => monday ?? 'earlier'}
          columns={[
            { title: 'Week of', cell: ({ monday }) => (monday === null ? 'Earlier' : shortDay(monday)) },
            { title: 'Reviews', look: 'right num', cell: ({ reviews: count }) => count },
            { title: 'Overdue', look: 'right num', cell: ({ overdue }) => overdue },
          ]}
        />
      </Card>
      <Card title="Next reviews">
        <Table
          rows={reviews.slice(0, SHOWN)}
          idOf={({ subjectId, policyKey }) => `${subjectId} ${policyKey}`}
          columns={[
            { title: 'Subject', cell: (review) => <Subject review={review} /> },
            { title: 'Band', cell: ({ band }) => (band === null ? '–' : wordsOf(band)) },
            { title: 'Due', cell: ({ dueAt }) => <Time at={dueAt} /> },
            { title: 'Status', cell: ({ status }) => <Status status={status} /> },
          ]}
        />
      </Card>
    </div>
  );
}

const Subject = ({ review: { subjectId, externalId } }: { review: Review }) => (
  <Link to={`/${useMode()}/subjects/${subjectId}`} preload="intent">
    {externalId}
  </Link>
);

const Status = ({ status }: Pick<Review, 'status'>) =>
  status === 'overdue' ? (
    <Pill tone="warn">Overdue</Pill>
  ) : (
    <Pill mark="ring">{status === 'due' ? 'Due' : 'Planned'}</Pill>
  );
