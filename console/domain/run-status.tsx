import { Pill, type Tone } from '../parts/pill.tsx';

const STATUSES: Record<string, { word: string; tone: Tone }> = {
  clear: { word: 'Clear', tone: 'ok' },
  possible_match: { word: 'Possible match', tone: 'warn' },
  match: { word: 'Match', tone: 'bad' },
  incomplete: { word: 'Incomplete', tone: 'alert' },
  error: { word: 'Error', tone: 'bad' },
};

/** What a screening run found. */
export function RunStatus({ status }: { status: string }) {
  const known = STATUSES[status];
  return <Pill tone={known?.tone ?? 'neutral'}>{known?.word ?? status}</Pill>;
}
