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
      sentences: inputs.map((input) => ({ about: input.key, text: inputInWords(input) })),
    },
    {
      heading: POINTS,
      sentences: factors.flatMap((factor) =>
        rungsOf(factor)
          .map(({ points, condition, label }) => ({
            about: factor.key,
            text: `${nameOf(factor)}: ${signed(points)} ${condition === null ? 'otherwise' : `when ${condition}`}.${labelInWords(label)}`,
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
      sentences: bands.map((band) => ({ about: band.id, text: bandInWords(band, definition) })),
    },
    {
      heading: 'Rules',
      sentences: rules.map(({ key, all: conditions, forceBand, effect, reason, label }) => ({
        about: key,
        text: `${wordsOf(key)}: when ${all(conditions)}, ${whatFollows(effect, forceBand)}. ${reason}${labelInWords(label)}`,
      })),
    },
    {
      heading: 'Missing evidence and review',
      sentences: plain(
        definition.missingEvidence === 'review'
          ? 'Missing evidence leads to a review.'
          : 'The assessment waits while evidence is missing.',
        `An assessment is reviewed after ${exactDuration(definition.reviewAfterSeconds)}.`,
        ...(definition.review
          ? [
              `At that time monitoring requests ${definition.review.actions.map(wordsOf).join(', ')}, and the next period begins when they are completed.`,
            ]
          : []),
        ...(definition.repeatActions === 'unless_open'
          ? ['An action that is still open is not requested a second time.']
          : []),
        ...(definition.overrides === 'carry_unchanged'
          ? ['An override stays in force when monitoring reassesses with the same result.']
          : []),
      ),
    },
  ].filter(({ sentences }) => sentences.length > 0);
}

function bandInWords(
  { id, from, effect, reviewAfterSeconds }: Definition['bands'][number],
  { reviewAfterSeconds: ofPolicy }: Definition,
): string {
  const review =
    reviewAfterSeconds !== undefined && reviewAfterSeconds < ofPolicy
      ? ` Reviewed after ${exactDuration(reviewAfterSeconds)}.`
      : '';
  return `${wordsOf(id)} begins at ${shown(from)}: ${decisionWord(effect.decision).toLowerCase()}${actionsOf(effect.actions)}.${review}`;
}

function inputInWords(input: Definition['inputs'][number]): string {
  const { key, label, type, maxAgeSeconds, acceptedSources, values, resolve, itemOrder, requiredWhen } = input;
  const sources = acceptedSources.length;
  const from =
    sources === 1
      ? 'one source'
      : resolve === 'first_available'
        ? `the first of ${sources} sources that has it`
        : `${sources} sources`;
  return [
    `${key} (${type}), at most ${exactDuration(maxAgeSeconds)} old, from ${from}`,
    ...(values ? [`only ${values.join(', ')} count`] : []),
    ...(itemOrder ? ['in any order'] : []),
    ...(requiredWhen ? [`required only when ${requiredWhen.map((group) => all(group.all)).join(', or ')}`] : []),
  ]
    .join('; ')
    .concat('.', labelInWords(label));
}

/** What explanations say instead of the key, and who reads it. */
const labelInWords = (label: Definition['inputs'][number]['label']) =>
  label ? ` Explained as “${label.text}”${label.disclose ? ', also to the customer' : ''}.` : '';

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
  label?: Factor['cases'][number]['label'];
}

/** The cases of a factor in the order they are tried. */
export const rungsOf = ({ cases, weight, defaultPoints }: Factor): Rung[] => [
  ...cases.map((one) => ({ points: one.points * weight, condition: all(one.all), label: one.label })),
  ...(defaultPoints === null ? [] : [{ points: defaultPoints * weight, condition: null }]),
];
