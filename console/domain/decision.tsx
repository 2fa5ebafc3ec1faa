import { type Mark, Pill, type Tone } from '../parts/pill.tsx';
import { DECISION_LOOKS, decisionWord } from './decision-words.ts';

export function DecisionPill({ decision }: { decision: string }) {
  const { tone, mark } = DECISION_LOOKS[decision] ?? { tone: 'neutral', mark: 'dot' };
  return (
    <Pill tone={tone} mark={mark}>
      {decisionWord(decision)}
    </Pill>
  );
}

const STATUSES: Record<string, { word: string; tone: Tone; mark: Mark }> = {
  requested: { word: 'Requested', tone: 'neutral', mark: 'dot' },
  acknowledged: { word: 'Taken', tone: 'info', mark: 'dot' },
  failed: { word: 'Failed', tone: 'bad', mark: 'dot' },
  completed: { word: 'Completed', tone: 'ok', mark: 'dot' },
  cancelled: { word: 'Cancelled', tone: 'neutral', mark: 'ring' },
};

export function ActionStatusPill({ status }: { status: string }) {
  const { word, tone, mark } = STATUSES[status] ?? { word: status, tone: 'neutral', mark: 'dot' };
  return (
    <Pill tone={tone} mark={mark}>
      {word}
    </Pill>
  );
}
