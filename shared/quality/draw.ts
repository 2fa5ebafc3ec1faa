import { sha256Hex } from '@assay/foundation/canonical-json';
import { msOf } from '#shared/platform/ids.ts';
import type { RecordedEvent } from '#shared/platform/store/history.ts';
import type { AuditRoot } from '#shared/risk/index.ts';
import type { PlanContent, Stream } from './plan.ts';

/**
 * The rule of the draw. `docs/quality.md` has it as a program for outsiders, and a test compares both: a change is a new rule with a
 * new name. Pure functions.
 */
export const DRAW_RULE = 'assay.quality.draw.v1';

/**
 * The seed is fixed when the root is signed, after the last decision that is drawn from. Who makes decisions could compute the
 * root and add events until it suits them; nobody but the key can compute the signature.
 */
export const seedOf = ({ root, signature }: Pick<AuditRoot, 'root' | 'signature'>): string =>
  sha256Hex(`${DRAW_RULE}\n${root}\n${signature}`);

const digestOf = (seed: string, eventId: string): string => sha256Hex(`${seed}\n${eventId}`);

/** A decision of a person or an API key. */
export interface Candidate {
  eventId: string;
  stream: Stream;
  /** Decided otherwise than the stream says: drawn so that a blind sample tells nothing. */
  isControl: boolean;
  actor: string;
}

export const DECISION_EVENTS: readonly string[] = [
  'screening.match.decided',
  'risk.override.created',
  'risk.action.transitioned',
];

export function candidateIn({ id: eventId, type, actor, details }: RecordedEvent): Candidate | undefined {
  if (actor.startsWith('service:')) return undefined;
  if (type === 'screening.match.decided') {
    const isControl = details?.decision !== 'false_positive';
    return { eventId, stream: 'matches.false_positive', isControl, actor };
  }
  if (type === 'risk.override.created') return { eventId, stream: 'overrides', isControl: false, actor };
  const to = details?.to;
  if (type === 'risk.action.transitioned' && (to === 'completed' || to === 'cancelled'))
    return { eventId, stream: 'actions.completed', isControl: to === 'cancelled', actor };
  return undefined;
}

/** A plan, and the event with which it came into force: it applies to the decisions whose events have a greater id. */
export interface PlanInForce {
  eventId: string;
  plan: PlanContent & { version: number };
}

/** Versions are in the order of their events. */
const planFor = (versions: readonly PlanInForce[], eventId: string) =>
  versions.findLast((version) => version.eventId < eventId)?.plan;

const WEEK_MS = 7 * 24 * 60 * 60 * 1000;
/** 1970-01-01 was a Thursday, weeks begin on Mondays. */
const FIRST_MONDAY_MS = 4 * 24 * 60 * 60 * 1000;

const weekOf = (ms: number): number => Math.floor((ms - FIRST_MONDAY_MS) / WEEK_MS);
const startOfWeek = (week: number): number => FIRST_MONDAY_MS + week * WEEK_MS;

/** The decisions from one time on and before another, by the times in the ids of their events. */
export interface Period {
  fromMs: number;
  toMs: number;
}

/** What has to be read for a draw: of weeks that end in the period, the whole week. */
export const readFrom = ({ fromMs }: Period): number => Math.min(fromMs, startOfWeek(weekOf(fromMs)));

export interface Drawn extends Candidate {
  plan: PlanInForce['plan'];
}

const UNITS = 2 ** 48;

/** Of 48 bits, as exact in every language with floating-point numbers. */
const isBelow = (digest: string, percent: number) =>
  Number.parseInt(digest.slice(0, 12), 16) < Math.floor((percent / 100) * UNITS);

/** What a root draws from, and what of it. */
export function draw(
  candidates: readonly Candidate[],
  { seed, period, versions }: { seed: string; period: Period; versions: readonly PlanInForce[] },
): { considered: Drawn[]; drawn: Drawn[] } {
  const planned = candidates.flatMap((one): (Drawn & { digest: string; ms: number })[] => {
    const plan = planFor(versions, one.eventId);
    if (!plan?.streams.includes(one.stream) || (one.isControl && !plan.blind)) return [];
    return [{ ...one, plan, digest: digestOf(seed, one.eventId), ms: msOf(one.eventId) }];
  });
  const isIn = (ms: number) => ms >= period.fromMs && ms < period.toMs;
  const byShare = planned.filter(({ plan, ms }) => plan.percent !== null && isIn(ms));
  // A week is drawn with the root that covers its end.
  const endsIn = (ms: number) => {
    const end = startOfWeek(weekOf(ms) + 1);
    return end > period.fromMs && end <= period.toMs;
  };
  const byWeek = planned.filter(({ plan, ms }) => plan.perAnalystPerWeek !== null && endsIn(ms));
  const groups = Map.groupBy(byWeek, ({ stream, actor, ms }) => `${stream} ${actor} ${weekOf(ms)}`);
  const drawn = [
    ...byShare.filter(({ plan, digest }) => isBelow(digest, plan.percent ?? 0)),
    ...[...groups.values()].flatMap((ofGroup) =>
      ofGroup
        .toSorted((a, b) => (a.digest < b.digest ? -1 : 1))
        .filter(({ plan }, index) => index < (plan.perAnalystPerWeek ?? 0)),
    ),
  ];
  return { considered: [...byShare, ...byWeek], drawn: drawn.toSorted((a, b) => (a.eventId < b.eventId ? -1 : 1)) };
}

/** Commits the event of the draw to its result without naming a decision. */
export const resultDigest = (drawn: readonly Pick<Candidate, 'eventId'>[]): string =>
  sha256Hex(drawn.map(({ eventId }) => `${eventId}\n`).join(''));

/** Details of the event: with the roots and an export they make the draw repeatable. Counts do not tell controls apart. */
export interface DrawnSummary {
  rule: string;
  treeSize: number;
  root: string;
  seed: string;
  from: string;
  to: string;
  considered: Record<Stream, number>;
  drawn: Record<Stream, number>;
  /** SHA-256 of the ids of the drawn events in ascending order, each with a line feed. */
  digest: string;
}
