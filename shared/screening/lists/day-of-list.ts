import * as z from 'zod';
import { Timestamp } from '#shared/platform/http/shapes.ts';
import type { ListCheck } from './list-check.ts';

export const DAY_MS = 24 * 60 * 60 * 1000;
const HOUR_MS = 60 * 60 * 1000;
const MINUTE_MS = 60 * 1000;

const Period = z.object({ from: Timestamp, to: Timestamp });
type Period = z.infer<typeof Period>;

const GapReason = z
  .enum(['not_recorded', 'not_loaded', 'publisher_unavailable', 'not_confirmed'])
  .describe(
    '`not_recorded`: nothing is known of the list yet. `not_loaded`: it had no version. `publisher_unavailable`: the publisher could not be ' +
      'reached, or its file not be read. `not_confirmed`: the last confirmation was older than the list may be.',
  );
type GapReason = z.infer<typeof GapReason>;

const Version = z.object({ ...Period.shape, versionId: z.uuid(), publishedAt: z.string().nullable() });
const Gap = z.object({ ...Period.shape, reason: GapReason });

export const LIST_DAY_EXAMPLE = {
  key: 'eu_fsf',
  outcome: 'gap',
  versions: [
    {
      from: '2026-03-14T00:00:00.000Z',
      to: '2026-03-15T00:00:00.000Z',
      versionId: '019ced2c-9000-7000-8000-5d3c2b1a0f00',
      publishedAt: '2026-03-13',
    },
  ],
  confirmations: 11,
  failedChecks: 1,
  lastConfirmedAt: '2026-03-14T22:30:12.000Z',
  gaps: [{ from: '2026-03-14T14:30:09.000Z', to: '2026-03-14T15:00:10.000Z', reason: 'publisher_unavailable' }],
  gapMinutes: 31,
  held: [],
  stale: [],
};

/** What a list was on one day (UTC). */
export const ListDay = z
  .object({
    key: z.string(),
    outcome: z
      .enum(['confirmed', 'unchanged', 'gap'])
      .describe(
        '`confirmed`: no gap, and confirmed at least once on that day. `unchanged`: no gap, and no check was due. `gap`: at least one gap, ' +
          'however short.',
      ),
    versions: z.array(Version).describe('The versions that were searched, from when to when, the earliest first.'),
    confirmations: z.int().describe('Checks that found the active version, or made a new one active.'),
    failedChecks: z.int(),
    lastConfirmedAt: Timestamp.nullable().describe('At the end of the day.'),
    gaps: z.array(Gap),
    gapMinutes: z.int().describe('Minutes with a gap, begun ones included; overlapping gaps count once.'),
    held: z.array(Period).describe('While a version waited for approval.'),
    stale: z.array(Period).describe('While the last confirmation was older than the list may be.'),
  })
  .meta({
    id: 'ScreeningListDay',
    examples: [LIST_DAY_EXAMPLE],
  });
export type ListDay = z.infer<typeof ListDay>;

interface Checks {
  key: string;
  date: string;
  /** The last check before the day. */
  before: ListCheck | undefined;
  /** Those of the day, the oldest first. */
  checks: readonly ListCheck[];
  /** Undefined for a list without a publisher: it needs no confirmation and has no gaps. */
  staleAfterHours: number | undefined;
}

interface Segment {
  start: number;
  end: number;
  /** The last check until then; undefined if there was none. */
  check: ListCheck | undefined;
  isFailing: boolean;
}

/** What a list was on a day, from the looks at it and the last one before. */
export function dayOfList({ key, date, before, checks, staleAfterHours }: Checks): ListDay {
  const segments = segmentsOf(date, before, checks);
  const stale = staleAfterHours === undefined ? [] : merged(segments.flatMap((one) => staleIn(one, staleAfterHours)));
  const gaps = staleAfterHours === undefined ? [] : gapsOf(segments, stale);
  const gapMinutes = Math.ceil(length(merged(gaps)) / MINUTE_MS);
  const confirmations = checks.filter(({ outcome }) => outcome === 'confirmed' || outcome === 'published').length;
  return {
    key,
    outcome: gaps.length > 0 ? 'gap' : confirmations > 0 ? 'confirmed' : 'unchanged',
    versions: versionsOf(segments),
    confirmations,
    failedChecks: checks.filter(({ outcome }) => outcome === 'failed').length,
    lastConfirmedAt: (checks.at(-1) ?? before)?.confirmedAt ?? null,
    gaps,
    gapMinutes,
    held: merged(segments.filter(({ check }) => check?.isHeld).map(periodOf)),
    stale,
  };
}

/** A day divided by its checks. Those that ask no publisher do not end a failure. */
function segmentsOf(date: string, before: ListCheck | undefined, checks: readonly ListCheck[]): Segment[] {
  const start = Date.parse(date);
  const points = [{ at: start, check: before }, ...checks.map((check) => ({ at: Date.parse(check.at), check }))];
  let isFailing = false;
  return points.flatMap(({ at, check }, index) => {
    if (check?.outcome !== 'operated') isFailing = check?.outcome === 'failed';
    const end = points[index + 1]?.at ?? start + DAY_MS;
    return end > at ? [{ start: at, end, check, isFailing }] : [];
  });
}

const iso = (ms: number) => new Date(ms).toISOString();
const periodOf = ({ start, end }: Pick<Segment, 'start' | 'end'>): Period => ({ from: iso(start), to: iso(end) });

function staleIn({ start, end, check }: Segment, staleAfterHours: number): Period[] {
  if (!check?.versionId || check.confirmedAt === null) return [];
  const since = Math.max(start, Date.parse(check.confirmedAt) + staleAfterHours * HOUR_MS);
  return since < end ? [periodOf({ start: since, end })] : [];
}

function gapsOf(segments: readonly Segment[], stale: readonly Period[]): ListDay['gaps'] {
  const because = (reason: GapReason, isGap: (segment: Segment) => boolean) =>
    merged(segments.filter(isGap).map(periodOf)).map((period) => ({ ...period, reason }));
  return [
    ...because('not_recorded', ({ check }) => !check),
    ...because('not_loaded', ({ check }) => check?.versionId === null),
    ...because('publisher_unavailable', ({ isFailing }) => isFailing),
    ...stale.map((period) => ({ ...period, reason: 'not_confirmed' as const })),
  ].toSorted((one, other) => (one.from < other.from ? -1 : one.from > other.from ? 1 : 0));
}

function versionsOf(segments: readonly Segment[]): ListDay['versions'] {
  const versions: ListDay['versions'] = [];
  for (const { check, ...segment } of segments) {
    if (!check?.versionId) continue;
    const { versionId, publishedAt } = check;
    const { from, to } = periodOf(segment);
    const last = versions.at(-1);
    if (last?.versionId === versionId && last.to === from) last.to = to;
    else versions.push({ from, to, versionId, publishedAt });
  }
  return versions;
}

/** The periods without overlaps, in order. */
function merged(periods: readonly Period[]): Period[] {
  const result: Period[] = [];
  for (const { from, to } of periods.toSorted((one, other) => Date.parse(one.from) - Date.parse(other.from))) {
    const last = result.at(-1);
    if (last && from <= last.to) last.to = to > last.to ? to : last.to;
    else result.push({ from, to });
  }
  return result;
}

const length = (periods: readonly Period[]) =>
  periods.reduce((sum, { from, to }) => sum + Date.parse(to) - Date.parse(from), 0);
