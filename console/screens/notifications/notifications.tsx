import { Link } from '@tanstack/react-router';
import { useEffect } from 'react';
import { pathIn } from '../../address.ts';
import { type Notification, useNotifications } from '../../api/notifications.ts';
import { useApi, useInvalidate, useMode } from '../../app.tsx';
import { Actor } from '../../domain/actor.tsx';
import { NextStep } from '../../domain/next-step.tsx';
import { Card } from '../../parts/card.tsx';
import { More } from '../../parts/more.tsx';
import { Pill } from '../../parts/pill.tsx';
import { QueryPart } from '../../parts/query-part.tsx';
import { Empty } from '../../parts/states.tsx';
import { Time } from '../../parts/time.tsx';
import { TopBar } from '../../shell/top-bar.tsx';
import { EmailDigest } from './email-digest.tsx';

const WORDS: Record<Notification['data']['kind'], string> = {
  assigned: 'assigned you',
  mentioned: 'mentioned you in a note on',
  request: 'made a request to you about',
  answered: 'answered your request about',
};

/** What others did that concerns this person. Opening it marks them as read; what was new stays marked until one leaves. */
export function Notifications() {
  const list = useNotifications();
  useMarkAsRead(list.items);
  return (
    <>
      <TopBar title="Notifications" />
      <div className="page stack">
        <Card title="Latest first">
          <QueryPart query={list} lines={6}>
            {() =>
              list.items.length === 0 ? (
                <Empty title="No notifications">
                  <p>Assignments, mentions, requests to you and answers to yours are shown here for 90 days.</p>
                  <NextStep to={['inbox']}>Go to the inbox</NextStep>
                </Empty>
              ) : (
                <ul>
                  {list.items.map((one) => (
                    <Item key={one.id} notification={one} />
                  ))}
                </ul>
              )
            }
          </QueryPart>
          <More list={list} />
        </Card>
        <EmailDigest />
      </div>
    </>
  );
}

function Item({ notification: { data } }: { notification: Notification }) {
  const mode = useMode();
  const { kind, actor, subject, matchId, createdAt, isRead } = data;
  const place = matchId ? pathIn(mode, 'matches', matchId) : pathIn(mode, 'subjects', subject.id);
  return (
    <li className="card-body between">
      <span>
        <Actor actor={actor} /> {WORDS[kind]}{' '}
        <Link className="mono strong" to={place}>
          {subject.externalId}
        </Link>
      </span>
      <span className="cluster quiet">
        {!isRead && <Pill tone="info">New</Pill>}
        <Time at={createdAt} />
      </span>
    </li>
  );
}

/** The list itself is not read again, so that the person sees what is new. */
function useMarkAsRead(items: readonly Notification[]) {
  const api = useApi();
  const invalidate = useInvalidate();
  const latest = items[0]?.id;
  const hasUnread = items.some(({ data }) => !data.isRead);
  useEffect(() => {
    if (!latest || !hasUnread) return;
    // If it fails they stay unread, and the next visit marks them.
    api.risk.markNotificationsRead({ body: { upTo: latest } }).then(
      () => invalidate(['counts']),
      () => undefined,
    );
  }, [api, invalidate, latest, hasUnread]);
}
