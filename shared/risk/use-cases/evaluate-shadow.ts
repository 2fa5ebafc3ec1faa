import { runScenario } from '@assay/policy-engine';
import type { Context } from '#shared/platform/context.ts';
import { logDefect } from '#shared/platform/log.ts';
import { SELECTED_EVIDENCE_BYTES } from '../limits.ts';
import { type BesideVersion, openShadow } from '../repository/shadows.ts';
import type { SubjectState } from '../repository/subject-state.ts';
import { failedShadow, type ShadowResult, shadowResult } from '../shadow.ts';
import { type largeValues, type Selection, selectionOf, withValues } from './select-evidence.ts';

type LargeValues = Awaited<ReturnType<typeof largeValues>>;

interface BegunShadow {
  selection: Selection;
  evaluated(values: LargeValues, evaluatedAt: string): ShadowResult;
}

/**
 * Evaluates a shadow version on the state that an assessment has read. Whatever goes wrong in it is a result of the
 * shadow, and never a failure of the assessment. Undefined if the shadow has ended.
 */
export function beginShadow(context: Context, beside: BesideVersion, state: SubjectState): BegunShadow | undefined {
  const { store, caller, now } = context;
  const { policyVersionId, until } = beside;
  if (until !== null && Date.parse(until) <= now.getTime()) return undefined;
  const failed = (error: unknown) => {
    logDefect('evaluateShadow', context.requestId, error);
    return failedShadow(policyVersionId);
  };
  try {
    const { definition, compiled } = openShadow(store, caller, beside);
    const selection = selectionOf(definition, state);
    return {
      selection,
      evaluated(values, evaluatedAt) {
        try {
          const { receipts, bytes } = withValues(selection, values);
          // An assessment with this version would be refused.
          if (bytes > SELECTED_EVIDENCE_BYTES) return failedShadow(policyVersionId);
          return shadowResult(policyVersionId, runScenario(compiled, { receipts, evaluatedAt }));
        } catch (error) {
          return failed(error);
        }
      },
    };
  } catch (error) {
    const result = failed(error);
    return { selection: [], evaluated: () => result };
  }
}
