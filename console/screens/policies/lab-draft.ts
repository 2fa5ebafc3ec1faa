import type { Api } from '../../api/client.ts';
import type { RecordOf } from '../../api/records.ts';
import { parseJson } from '../../parts/json-text.ts';

export type Version = RecordOf<'policies'>;
type NewPolicy = Parameters<Api['risk']['createPolicy']>[0]['body'];
export type Scenario = NonNullable<NewPolicy['scenarios']>[number];

/** What a person edits. The definition is text, so that half-typed JSON is not lost. */
export interface LabDraft {
  /** The key of a new policy; of an existing one it does not change. */
  key: string;
  text: string;
  scenarios: readonly Scenario[];
  base: LabBase | null;
}

/** The version that a text began with, and the one that was in force then. */
interface LabBase {
  id: string;
  version: number;
  isDraft: boolean;
  text: string;
  scenarios: readonly Scenario[];
  inForceId: string | null;
}

export const textOf = (definition: unknown) => JSON.stringify(definition, null, 2);

/** A small policy to begin with. The finding at its empty list says what is missing. */
const FIRST_TEXT = textOf({
  inputs: [{ key: 'email.age_days', type: 'number', acceptedSources: [], maxAgeSeconds: 2_592_000 }],
  factors: [
    {
      key: 'email_age',
      label: 'Age of the email address',
      match: 'first',
      weight: 1,
      defaultPoints: 0,
      cases: [{ all: [{ input: 'email.age_days', operator: 'lt', value: 30 }], points: 40 }],
    },
  ],
  aggregation: 'sum',
  bands: [
    { id: 'low', from: 0, effect: { decision: 'none', actions: [] } },
    { id: 'high', from: 40, effect: { decision: 'review', actions: ['manual_review'] } },
  ],
  rules: [],
  missingEvidence: 'review',
  reviewAfterSeconds: 2_592_000,
});

export const NEW_DRAFT: LabDraft = { key: '', text: FIRST_TEXT, scenarios: [], base: null };

export function draftOf(version: Version, scenarios: readonly Scenario[], inForceId: string | null): LabDraft {
  const { key, version: number, status, definition } = version.data;
  const text = textOf(definition);
  const base = { id: version.id, version: number, isDraft: status === 'draft', text, scenarios, inForceId };
  return { key, text, scenarios, base };
}

export const hasOtherScenarios = ({ scenarios, base }: LabDraft) =>
  JSON.stringify(scenarios) !== JSON.stringify(base?.scenarios ?? []);

export const hasOtherText = ({ text, base }: LabDraft) => text !== (base?.text ?? FIRST_TEXT);

export const isChanged = (draft: LabDraft) =>
  hasOtherText(draft) || hasOtherScenarios(draft) || (draft.base === null && draft.key !== '');

/** A text that says the same with other spaces is no other definition. */
export const saysTheSame = ({ text, base }: LabDraft) => {
  const { root } = parseJson(text);
  return base !== null && root !== undefined && JSON.stringify(root.value) === JSON.stringify(JSON.parse(base.text));
};

export const KEY = /^[a-z][a-z0-9_.-]{0,79}$/;

type Tested = Awaited<ReturnType<Api['risk']['readPolicyScenarios']>>['scenarios'][number];

/** A stored scenario without its result. */
export const asWritten = ({ actual: _, passed: __, differences: ___, ...scenario }: Tested): Scenario => {
  const { evidence, evaluatedAt, expect, name } = scenario;
  return {
    name,
    ...(evaluatedAt !== undefined && { evaluatedAt }),
    evidence: evidence as Scenario['evidence'],
    ...(expect !== undefined && { expect }),
  };
};
