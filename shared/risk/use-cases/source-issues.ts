import { type PolicyDefinition, type PolicyInput, type PolicyIssue, policyIssue } from '@assay/policy-engine';
import type { Context } from '#shared/platform/context.ts';
import { findSources } from '../repository/sources.ts';
import { registrationIdIn, type SourceRecord } from '../source.ts';

/**
 * Checks that the registered sources of a policy exist and declare its inputs. Facts of a source
 * are immutable, so otherwise the assessments of a policy could stay incomplete forever.
 */
export async function sourceIssues(context: Context, { inputs }: PolicyDefinition): Promise<PolicyIssue[]> {
  const named = inputs.flatMap(({ acceptedSources }) => acceptedSources.flatMap(registrationIdIn));
  const sources = await findSources(context, [...new Set(named)]);
  return inputs.flatMap((input, at) =>
    input.acceptedSources.flatMap((identity, index) =>
      registrationIdIn(identity).flatMap((id) =>
        faultsOf(input, sources.get(id), `inputs.${at}.acceptedSources.${index}`),
      ),
    ),
  );
}

function faultsOf({ key, type, itemType }: PolicyInput, source: SourceRecord | undefined, path: string): PolicyIssue[] {
  if (!source) return [policyIssue(path, 'unknown_source', 'No source with this id is registered in this mode.')];
  const fact = source.data.facts.find((declared) => declared.key === key);
  if (!fact)
    return [policyIssue(path, 'undeclared_fact', `The source \`${source.data.key}\` does not declare \`${key}\`.`)];
  if (fact.type === type && (fact.itemType ?? null) === itemType) return [];
  const declared = fact.itemType ? `list of ${fact.itemType}` : fact.type;
  const message = `The source \`${source.data.key}\` declares \`${key}\` as ${declared}.`;
  return [policyIssue(path, 'source_type_mismatch', message)];
}
