import { useEffect, useState } from 'react';
import { serverNow } from '../../api/clock.ts';
import type { Overview } from '../../api/subject.ts';
import { useApi } from '../../app.tsx';

/** Well within the time after which the service forgets who has the subject open. */
const BEAT_MS = 25_000;
const FIRST_MS = 1500;

/** Says as long as the page is in view, and until it is left, that this person has the subject open, so that two do not do the same work. */
export function usePresence(id: string) {
  const api = useApi();
  useEffect(() => {
    let isClaimed = false;
    const claim = () => {
      if (document.visibilityState !== 'visible') return;
      isClaimed = true;
      void api.risk.updatePresence({ params: { id } }).catch(() => {
        // It is a courtesy to colleagues; the page works without it.
      });
    };
    const leave = () => {
      if (!isClaimed) return;
      isClaimed = false;
      void api.risk.endPresence({ params: { id } }).catch(() => {
        // It ends by itself within a minute.
      });
    };
    addEventListener('pagehide', leave);
    const first = setTimeout(claim, FIRST_MS);
    const timer = setInterval(claim, BEAT_MS);
    return () => {
      clearTimeout(first);
      clearInterval(timer);
      removeEventListener('pagehide', leave);
      leave();
    };
  }, [api, id]);
}

const LOOK_MS = 10_000;

/** Others who have the subject open. Who has left disappears, also while nothing is loaded. */
export function Viewers({ viewers }: Pick<Overview, 'viewers'>) {
  const [, look] = useState(0);
  const present = viewers.filter(({ until }) => Date.parse(until) > serverNow());
  const isAnyone = present.length > 0;
  useEffect(() => {
    if (!isAnyone) return;
    const timer = setInterval(() => look((before) => before + 1), LOOK_MS);
    return () => clearInterval(timer);
  }, [isAnyone]);
  if (!isAnyone) return null;
  const names = present.map(({ name }) => name ?? 'A colleague').join(', ');
  return (
    <p className="notice warn">
      {names} {present.length === 1 ? 'has' : 'have'} this subject open.
    </p>
  );
}
