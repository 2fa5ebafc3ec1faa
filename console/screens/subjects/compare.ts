import type { RecordOf } from '../../api/records.ts';
import { decisionWord } from '../../domain/decision-words.ts';
import { shown, signed, valueInWords, wordsOf } from '../../domain/words.ts';

type Assessment = RecordOf<'assessments'>['data'];

export interface Change {
  what: string;
  before: string;
  after: string;
}

/** What changed between two assessments of the same policy: outcome, inputs, points and rules. */
export function changesBetween(before: Assessment, after: Assessment): readonly Change[] {
  return [
    changed('Score', scoreOf(before), scoreOf(after)),
    changed('Decision', decisionWord(before.decision), decisionWord(after.decision)),
    changed('Policy version', `v${before.policy.version}`, `v${after.policy.version}`),
    ...changedItems(
      before.inputs,
      after.inputs,
      ({ key }) => key,
      (key) => key,
      inputOf,
    ),
    ...changedItems(
      before.factors,
      after.factors,
      ({ key }) => key,
      (_, factor) => factor.label ?? wordsOf(factor.key),
      ({ contribution }) => (contribution === null ? 'unknown' : signed(contribution)),
    ),
    ...changedItems(
      before.rules,
      after.rules,
      ({ key }) => key,
      (key) => `Rule ${wordsOf(key)}`,
      ({ result }) => result.replace('_', ' '),
    ),
  ].filter((change) => change !== undefined);
}

const scoreOf = ({ score }: Assessment) => (score === null ? 'none' : shown(score));
const inputOf = ({ status, value, reason }: Assessment['inputs'][number]) =>
  status === 'resolved' ? valueInWords(value) : (reason ?? status).replaceAll('_', ' ');

const changed = (what: string, before: string, after: string): Change | undefined =>
  before === after ? undefined : { what, before, after };

function changedItems<Item>(
  before: readonly Item[],
  after: readonly Item[],
  keyOf: (item: Item) => string,
  nameOf: (key: string, item: Item) => string,
  textOf: (item: Item) => string,
): (Change | undefined)[] {
  const old = new Map(before.map((item) => [keyOf(item), item] as const));
  const now = new Map(after.map((item) => [keyOf(item), item] as const));
  return [...new Set([...old.keys(), ...now.keys()])].map((key) => {
    const was = old.get(key);
    const is = now.get(key);
    const any = is ?? was;
    if (any === undefined) return undefined;
    return changed(nameOf(key, any), was ? textOf(was) : '–', is ? textOf(is) : '–');
  });
}
