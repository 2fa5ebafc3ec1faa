import { useSyncExternalStore } from 'react';
import { serverNow } from '../api/clock.ts';
import { DAY, shortDuration } from './duration.ts';

let zone: 'local' | 'utc' = localStorage.getItem('assay.zone') === 'utc' ? 'utc' : 'local';
const listeners = new Set<() => void>();
export function switchZone(to: 'local' | 'utc') {
  zone = to;
  localStorage.setItem('assay.zone', to);
  for (const listener of listeners) listener();
}
export const useZone = () =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => zone,
  );

const TICK_MS = 60_000;
let ticks = 0;
let ticker: ReturnType<typeof setInterval> | undefined;
const ticked = new Set<() => void>();

function tick() {
  ticks++;
  for (const listener of ticked) listener();
}

function subscribeToTicks(listener: () => void) {
  ticked.add(listener);
  ticker ??= setInterval(tick, TICK_MS);
  return () => {
    ticked.delete(listener);
    if (ticked.size > 0) return;
    clearInterval(ticker);
    ticker = undefined;
  };
}

/** Renders once a minute, at the same moment everywhere. */
const useTicks = () => useSyncExternalStore(subscribeToTicks, () => ticks);

const formats = new Map<string, Intl.DateTimeFormat>();
function format(kind: 'exact' | 'day' | 'clock', inZone: 'local' | 'utc') {
  const key = `${kind} ${inZone}`;
  let found = formats.get(key);
  if (!found) {
    const timeZone = inZone === 'utc' ? { timeZone: 'UTC' } : {};
    found = new Intl.DateTimeFormat(
      'en-GB',
      kind === 'exact'
        ? {
            weekday: 'short',
            day: 'numeric',
            month: 'short',
            year: 'numeric',
            hour: '2-digit',
            minute: '2-digit',
            timeZoneName: 'short',
            ...timeZone,
          }
        : kind === 'day'
          ? { day: 'numeric', month: 'short', year: 'numeric', ...timeZone }
          : { hour: '2-digit', minute: '2-digit', ...timeZone },
    );
    formats.set(key, found);
  }
  return found;
}

export const exactTime = (at: string, inZone: 'local' | 'utc' = zone) => format('exact', inZone).format(new Date(at));
export const dayOf = (at: string, inZone: 'local' | 'utc' = zone) => format('day', inZone).format(new Date(at));
export const clockOf = (at: string, inZone: 'local' | 'utc' = zone) => format('clock', inZone).format(new Date(at));

/** Labels of an axis: days, no day twice; times of day where all are of one day, which is `day`. */
export function axisLabels(
  times: readonly number[],
  inZone: 'local' | 'utc' = zone,
): { day: string | null; ticks: string[] } {
  const iso = times.map((time) => new Date(time).toISOString());
  const days = iso.map((at) => dayOf(at, inZone).replace(/ \d{4}$/, ''));
  const isOneDay = new Set(days).size === 1;
  const words = isOneDay ? iso.map((at) => clockOf(at, inZone)) : days;
  return {
    day: isOneDay ? (days[0] ?? null) : null,
    ticks: words.map((word, index) => (words[index - 1] === word ? '' : word)),
  };
}

/** Relative up to 7 days, the day after that. The exact time is the title. */
export function Time({ at, style = 'auto' }: { at: string; style?: 'auto' | 'age' | 'exact' }) {
  const inZone = useZone();
  useTicks();
  const seconds = (serverNow() - Date.parse(at)) / 1000;
  const exact = exactTime(at, inZone);
  return (
    <time dateTime={at} title={exact} className="num">
      {textOf(style, seconds, at, exact, inZone)}
    </time>
  );
}

function textOf(
  style: 'auto' | 'age' | 'exact',
  seconds: number,
  at: string,
  exact: string,
  inZone: 'local' | 'utc',
): string {
  if (style === 'exact') return exact;
  if (style === 'age') return shortDuration(seconds);
  if (Math.abs(seconds) >= 7 * DAY) return dayOf(at, inZone);
  const short = shortDuration(seconds);
  if (short === 'now') return 'just now';
  return seconds < 0 ? `in ${short}` : `${short} ago`;
}
