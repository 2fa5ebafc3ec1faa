import { decisionWord } from './decision-words.ts';
import { shown, wordsOf } from './words.ts';

interface Decided {
  score: number | null;
  band: string | null;
  decision: string;
  rules: readonly { key: string; result: string }[];
  definition: {
    bands: readonly { id: string; effect: { decision: string } }[];
    rules: readonly { key: string; reason: string; forceBand: string | null; effect: { decision: string } }[];
  };
}

/** Why a policy decided so, in one sentence: the rules that matched, otherwise the band of the score. */
export function decidedBy({ score, band, decision, rules, definition }: Decided): string {
  const word = decisionWord(decision);
  const matched = definition.rules.filter((rule) =>
    rules.some(({ key, result }) => key === rule.key && result === 'matched'),
  );
  const deciding = matched.filter(({ effect }) => effect.decision === decision && decision !== 'none');
  if (deciding.length > 0) return `${word}: ${deciding.map(inWords).join('; ')}`;
  const ofBand = definition.bands.find(({ id }) => id === band)?.effect.decision;
  if (band === null || ofBand !== decision) return `${word}: evidence is missing.`;
  const forcing = matched.filter(({ forceBand }) => forceBand === band);
  if (forcing.length > 0) return `${word}: band ${band} by ${forcing.map(inWords).join('; ')}`;
  return score === null ? `${word}: band ${band}.` : `${word}: a score of ${shown(score)} is in band ${band}.`;
}

const inWords = ({ key, reason }: { key: string; reason: string }) => `rule ${wordsOf(key)}. ${reason}`;
