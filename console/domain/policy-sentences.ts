import type { RecordOf } from '../api/records.ts';
import { exactDuration } from '../parts/duration.ts';
import { decisionWord } from './decision-words.ts';
import { conditionInWords, shown, signed, wordsOf } from './words.ts';

export type Definition = RecordOf<'policies'>['data']['definition'];

/** One statement of a policy, and the key of the input, factor, band or rule it is about. */
export interface Sentence {
  about: string;
  text: string;
}

export const INPUTS = 'Evidence it reads';
/** The part that is shown as ladders. */
export const POINTS = 'Points';

export interface PolicyPart {
  heading: string;
  sentences: readonly Sentence[];
}

const plain = (...texts: readonly string[]): Sentence[] => texts.map((text) => ({ about: '', text }));

const all = (conditions: readonly Parameters<typeof conditionInWords>[0][]) =>
  conditions.map(conditionInWords).join(' and ');

const actionsOf = (actions: readonly string[]) =>
  actions.length === 0 ? '' : `, and requests ${actions.map(wordsOf).join(', ')}`;

/** A policy as sentences that people can read without knowing its format. */
export function policyInSentences(definition: Definition): readonly PolicyPart[] {
  const { inputs, applicability, factors, bands, rules } = definition;
  return [
    {
      heading: 'Who it covers',
      sentences:
        applicability.length === 0
          ? plain('Every subject.')
          : plain(...applicability.map((group) => `Subjects where ${all(group.all)}.`)),
    },
    {
      heading: INPUTS,
      sentences: inputs.map(({ key, type, maxAgeSeconds, acceptedSources, values }) => ({
        about: key,
        text: `${key} (${type}), at most ${exactDuration(maxAgeSeconds)} old, from ${acceptedSources.length === 1 ? 'one source' : `${acceptedSources.length} sources`}${values ? `; only ${values.join(', ')} count` : ''}.`,
      })),
    },
    {
      heading: POINTS,
      sentences: factors.flatMap((factor) =>
        rungsOf(factor)
          .map(({ points, condition }) => ({
            about: factor.key,
            text: `${nameOf(factor)}: ${signed(points)} ${condition === null ? 'otherwise' : `when ${condition}`}.`,
          }))
          .concat(choiceOf(factor)),
      ),
    },
    {
      heading: 'Score',
      sentences: plain(
        definition.aggregation === 'sum' ? 'The points are added up.' : 'The highest factor counts.',
        ...(definition.floor > 0 ? [`The score is at least ${shown(definition.floor)}.`] : []),
        ...(definition.ceiling !== null ? [`The score is at most ${shown(definition.ceiling)}.`] : []),
      ),
    },
    {
      heading: 'Decisions',
      sentences: bands.map(({ id, from, effect }) => ({
        about: id,
        text: `${wordsOf(id)} begins at ${shown(from)}: ${decisionWord(effect.decision).toLowerCase()}${actionsOf(effect.actions)}.`,
      })),
    },
    {
      heading: 'Rules',
      sentences: rules.map(({ key, all: conditions, forceBand, effect, reason }) => ({
        about: key,
        text: `${wordsOf(key)}: when ${all(conditions)}, ${whatFollows(effect, forceBand)}. ${reason}`,
      })),
    },
    {
      heading: 'Missing evidence and review',
      sentences: plain(
        definition.missingEvidence === 'review'
          ? 'Missing evidence leads to a review.'
          : 'The assessment waits while evidence is missing.',
        `An assessment is reviewed after ${exactDuration(definition.reviewAfterSeconds)}.`,
        ...(definition.repeatActions === 'unless_open'
          ? ['An action that is still open is not requested a second time.']
          : []),
      ),
    },
  ].filter(({ sentences }) => sentences.length > 0);
}

type Factor = Definition['factors'][number];
type Effect = Definition['rules'][number]['effect'];

function whatFollows({ decision, actions }: Effect, forceBand: string | null): string {
  const parts = [
    ...(forceBand ? [`the band is at least ${wordsOf(forceBand)}`] : []),
    ...(decision === 'none' ? [] : [`the decision is at least ${decisionWord(decision).toLowerCase()}`]),
    ...(actions.length > 0 ? [`it requests ${actions.map(wordsOf).join(', ')}`] : []),
  ];
  return parts.length === 0 ? 'nothing changes' : parts.join(' and ');
}

/** Which of several cases counts. */
const choiceOf = (factor: Factor): Sentence[] =>
  factor.cases.length < 2
    ? []
    : [
        {
          about: factor.key,
          text: `${nameOf(factor)}: ${factor.match === 'first' ? 'the first case that applies counts' : 'of the cases that apply, the one with most points counts'}.`,
        },
      ];

export const nameOf = ({ label, key }: Factor) => label ?? wordsOf(key);

/** One case of a factor; without a condition it is what counts if no case applies. */
export interface Rung {
  points: number;
  condition: string | null;
}

/** The cases of a factor in the order they are tried. */
export const rungsOf = ({ cases, weight, defaultPoints }: Factor): Rung[] => [
  ...cases.map((one) => ({ points: one.points * weight, condition: all(one.all) })),
  ...(defaultPoints === null ? [] : [{ points: defaultPoints * weight, condition: null }]),
];
