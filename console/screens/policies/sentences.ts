import type { RecordOf } from '../../api/records.ts';
import { decisionWord } from '../../domain/decision-words.ts';
import { longDuration } from '../../parts/duration.ts';
import { conditionInWords, shown, signed, wordsOf } from '../../pictures/waterfall-layout.ts';

export type Definition = RecordOf<'policies'>['data']['definition'];

export interface PolicyPart {
  heading: string;
  sentences: readonly string[];
}

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
          ? ['Every subject.']
          : applicability.map((group) => `Subjects where ${all(group.all)}.`),
    },
    {
      heading: 'Evidence it reads',
      sentences: inputs.map(
        ({ key, type, maxAgeSeconds, acceptedSources }) =>
          `${key} (${type}), at most ${longDuration(maxAgeSeconds)} old, from ${acceptedSources.length === 1 ? 'one source' : `${acceptedSources.length} sources`}.`,
      ),
    },
    {
      heading: 'Points',
      sentences: factors.flatMap((factor) => {
        const name = factor.label ?? wordsOf(factor.key);
        const cases = factor.cases.map(
          (one) => `${name}: ${signed(one.points * factor.weight)} when ${all(one.all)}.`,
        );
        return factor.defaultPoints === null
          ? cases
          : [...cases, `${name}: ${signed(factor.defaultPoints * factor.weight)} otherwise.`];
      }),
    },
    {
      heading: 'Score',
      sentences: [
        definition.aggregation === 'sum'
          ? 'The points are added up.'
          : 'The highest factor counts.',
        ...(definition.floor > 0 ? [`The score is at least ${shown(definition.floor)}.`] : []),
        ...(definition.ceiling !== null
          ? [`The score is at most ${shown(definition.ceiling)}.`]
          : []),
      ],
    },
    {
      heading: 'Decisions',
      sentences: bands.map(
        ({ id, from, effect }) =>
          `${wordsOf(id)} begins at ${shown(from)}: ${decisionWord(effect.decision).toLowerCase()}${actionsOf(effect.actions)}.`,
      ),
    },
    {
      heading: 'Rules',
      sentences: rules.map(
        ({ key, all: conditions, forceBand, effect, reason }) =>
          `${wordsOf(key)}: when ${all(conditions)}, the decision is at least ${decisionWord(effect.decision).toLowerCase()}${forceBand ? `, in band ${forceBand}` : ''}${actionsOf(effect.actions)}. ${reason}`,
      ),
    },
    {
      heading: 'Missing evidence and review',
      sentences: [
        definition.missingEvidence === 'review'
          ? 'Missing evidence leads to a review.'
          : 'The assessment waits while evidence is missing.',
        `An assessment is reviewed after ${longDuration(definition.reviewAfterSeconds)}.`,
      ],
    },
  ].filter(({ sentences }) => sentences.length > 0);
}

export interface SentenceChange {
  heading: string;
  removed: readonly string[];
  added: readonly string[];
}

/** The sentences that only one of two versions has. */
export function compareSentences(before: Definition, after: Definition): readonly SentenceChange[] {
  const old = new Map(policyInSentences(before).map((part) => [part.heading, part.sentences]));
  const now = new Map(policyInSentences(after).map((part) => [part.heading, part.sentences]));
  return [...new Set([...old.keys(), ...now.keys()])]
    .map((heading) => {
      const was = old.get(heading) ?? [];
      const is = now.get(heading) ?? [];
      return {
        heading,
        removed: was.filter((sentence) => !is.includes(sentence)),
        added: is.filter((sentence) => !was.includes(sentence)),
      };
    })
    .filter(({ removed, added }) => removed.length + added.length > 0);
}
