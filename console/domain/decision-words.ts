import type { Mark, Tone } from '../parts/pill.tsx';

/** How decisions and states look and read, everywhere the same. */
export const DECISION_LOOKS: Record<string, { word: string; tone: Tone; mark: Mark }> = {
  reject: { word: 'Reject', tone: 'bad', mark: 'diamond' },
  restrict: { word: 'Restrict', tone: 'alert', mark: 'square' },
  review: { word: 'Review', tone: 'warn', mark: 'dot' },
  none: { word: 'No action', tone: 'ok', mark: 'ring' },
  awaiting_evidence: { word: 'Awaiting evidence', tone: 'info', mark: 'ring' },
  reassessment_required: { word: 'Reassessment required', tone: 'neutral', mark: 'ring' },
};

export const toneOf = (decision: string): Tone => DECISION_LOOKS[decision]?.tone ?? 'neutral';
export const decisionWord = (decision: string) => DECISION_LOOKS[decision]?.word ?? decision;
