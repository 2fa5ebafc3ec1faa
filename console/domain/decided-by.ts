import type { Tone } from '../parts/pill.tsx';
import { decisionWord, toneOf } from './decision-words.ts';
import { shown, wordsOf } from './words.ts';

interface Rule {
  key: string;
  reason: string;
  forceBand: string | null;
  effect: { decision: string };
}

interface Decided {
  score: number | null;
  band: string | null;
  decision: string;
  rules: readonly { key: string; result: string }[];
  definition: {
    bands: readonly { id: string; effect: { decision: string } }[];
    rules: readonly Rule[];
  };
}

/** Why a policy decided so, in one sentence: the rules that matched, otherwise the band of the score. */
export function decidedBy(decided: Decided): string {
  const { score, band, decision } = decided;
  const word = decisionWord(decision);
  const { deciding, forcing, isOfBand } = decidingRules(decided);
  if (deciding.length > 0) return `${word}: ${deciding.map(inWords).join('; ')}`;
  if (!isOfBand) return `${word}: evidence is missing.`;
  if (forcing.length > 0) return `${word}: band ${band} by ${forcing.map(inWords).join('; ')}`;
  return score === null ? `${word}: band ${band}.` : `${word}: a score of ${shown(score)} is in band ${band}.`;
}

/** The matched rules that ask for the decision, and otherwise those that force the band which asks for it. */
function decidingRules({ band, decision, rules, definition }: Decided) {
  const matched = definition.rules.filter((rule) =>
    rules.some(({ key, result }) => key === rule.key && result === 'matched'),
  );
  const deciding = matched.filter(({ effect }) => effect.decision === decision && decision !== 'none');
  const isOfBand = band !== null && definition.bands.find(({ id }) => id === band)?.effect.decision === decision;
  const forcing = deciding.length === 0 && isOfBand ? matched.filter(({ forceBand }) => forceBand === band) : [];
  return { deciding, forcing, isOfBand };
}

const inWords = ({ key, reason }: { key: string; reason: string }) => `rule ${wordsOf(key)}. ${reason}`;

/** What made the decision other than the score: a rule, or the override of a person. */
export interface DecidingStep {
  key: string;
  kind: 'rule' | 'override';
  label: string;
  note: string;
  tone: Tone;
}

/** An override that applies. `by` and `reason` are undefined until its record has been read. */
export interface AppliedOverride {
  decision: string;
  /** The last day, as it is shown. */
  until: string;
  by: string | undefined;
  reason: string | undefined;
}

/** The rules that decided and the override that applies, in the order in which they take effect. */
export function decidingSteps(decided: Decided, override?: AppliedOverride | null): DecidingStep[] {
  const { deciding, forcing } = decidingRules(decided);
  const { decision, band } = decided;
  const word = decisionWord(decision);
  const ruleStep = ({ key, reason }: Rule, effect: string): DecidingStep => ({
    key: `rule ${key}`,
    kind: 'rule',
    label: `Rule ${wordsOf(key)} → ${effect}`,
    note: reason,
    tone: toneOf(decision),
  });
  const rules = [
    ...deciding.map((rule) => ruleStep(rule, word)),
    ...forcing.map((rule) => ruleStep(rule, `${word}, band ${band}`)),
  ];
  return override ? [...rules, overrideStep(override)] : rules;
}

const overrideStep = ({ decision, until, by, reason }: AppliedOverride): DecidingStep => ({
  key: 'override',
  kind: 'override',
  label: `Override${by ? ` by ${by === 'You' ? 'you' : by}` : ''} → ${decisionWord(decision)} until ${until}`,
  note: reason ?? '',
  tone: toneOf(decision),
});
