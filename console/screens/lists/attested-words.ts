import type { Api } from '../../api/client.ts';
import { minutesInWords } from '../../pictures/list-year-layout.ts';

export type Attestation = Awaited<ReturnType<Api['screening']['readScreeningAttestation']>>;
type ListDay = Attestation['lists'][number];
interface Period {
  from: string;
  to: string;
}

const CLOCK = { from: '2026-03-14T'.length, to: '2026-03-14T00:00'.length };

/** Times of an attestation are UTC, like its day. */
const clockOf = (at: string) => at.slice(CLOCK.from, CLOCK.to);

/** `00:00–24:00`: the day ends at 24:00, not at 00:00 of the next one. */
export const periodInWords = (date: string, { from, to }: Period): string =>
  `${clockOf(from)}–${to.startsWith(date) ? clockOf(to) : '24:00'}`;

const GAPS: Record<ListDay['gaps'][number]['reason'], string> = {
  not_recorded: 'nothing was recorded of the list yet',
  not_loaded: 'the list had no version',
  publisher_unavailable: 'the publisher could not be reached, or its file not be read',
  not_confirmed: 'the last confirmation was older than the list may be',
};

export const gapInWords = (date: string, gap: ListDay['gaps'][number]): string =>
  `${periodInWords(date, gap)}: ${GAPS[gap.reason]}`;

export function outcomeInWords({ outcome, gapMinutes, lastConfirmedAt }: ListDay): string {
  if (outcome === 'gap') return `Gap of ${minutesInWords(gapMinutes)}`;
  if (outcome === 'confirmed') return 'Confirmed, without a gap';
  return lastConfirmedAt ? 'Unchanged: no check was due, and no gap' : 'Unchanged, without a gap';
}

const counted = (count: number, one: string, many = `${one}s`) =>
  `${count.toLocaleString('en-GB')} ${count === 1 ? one : many}`;

export function checksInWords(date: string, { confirmations, failedChecks, lastConfirmedAt }: ListDay): string {
  const day = lastConfirmedAt?.slice(0, date.length);
  const last = lastConfirmedAt
    ? `, the last at ${day === date ? '' : `${day} `}${clockOf(lastConfirmedAt)}`
    : ', never confirmed';
  return `${counted(confirmations, 'confirmation')}, ${counted(failedChecks, 'failed check')}${last}`;
}

export function watchesInWords({ watches }: Attestation): string {
  if (!watches) return 'None in this mode';
  const { count, verified, failed, verifiedAt } = watches;
  const unscreened = failed > 0 ? `; ${counted(failed, 'watch', 'watches')} could not be screened` : '';
  const last = verifiedAt ? `, the last time at ${clockOf(verifiedAt)}` : ' on this day';
  return `${verified.toLocaleString('en-GB')} of ${counted(count, 'watch', 'watches')} verified${last}${unscreened}`;
}

/** The version of one list that the watches were verified against. */
export const watchedVersion = ({ watches }: Attestation, key: string): string | null =>
  watches?.against.find((one) => one.key === key)?.versionId ?? null;

export const runsInWords = ({ runs: { incomplete, failed } }: Attestation): string =>
  `${counted(incomplete, 'incomplete run')}, ${counted(failed, 'failed run')}`;
