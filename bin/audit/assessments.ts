import { replay } from '@assay/policy-engine';
import { unpack } from '#shared/platform/store/packed.ts';
import { Assessment } from '#shared/risk/index.ts';
import type { Find, Rule } from './facts.ts';
import { partsIn, stateFirstPart, stateFurtherPart } from './parts.ts';

/** Every assessment has the result that its policy, evidence and time give with the evaluator that it names. */
export const assessmentsAstray: Rule = {
  read: ({ row: { kind, organizationId, mode, rest, item }, hasHistory }, state, find) => {
    const packed = item.packed as Uint8Array;
    const keyOf = (id: string) => `${organizationId} ${mode} ${id}`;
    if (kind === 'assessment-parts') stateFurtherPart(state, 'assessments', keyOf(rest), Number(item.sk), packed);
    if (kind !== 'assessments' || !hasHistory) return;
    if (Number(item.parts) > 0)
      stateFirstPart(state, 'assessments', keyOf(item.id as string), Number(item.parts), packed);
    else judge([packed], keyOf(item.id as string), find);
  },
  judges: {
    assessments: (key, facts, _state, find) => {
      const parts = partsIn(facts, key);
      if (parts) judge(parts, key, find);
    },
  },
};

function judge(parts: readonly Uint8Array[], key: string, find: Find): void {
  const assessment = Assessment.parse(unpack(parts));
  const { policy, evidence, evaluatedAt, evaluatorVersion } = assessment;
  const differences = replay(policy.definition, { receipts: evidence, evaluatedAt }, assessment);
  if (!differences) find(`names an unknown evaluator: assessments ${key} ${evaluatorVersion}`);
  else if (differences[0]) find(`is not what its evidence gives: assessments ${key} ${differences[0].path}`);
}
