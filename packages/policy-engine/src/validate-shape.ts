import type * as z from 'zod';
import { type PolicyIssue, type PolicyIssueCode, policyIssue } from './policy-issue.ts';

/** Maps schema errors to codes that do not depend on the library. */
export function schemaIssues(issues: readonly z.core.$ZodIssue[]): PolicyIssue[] {
  return issues.flatMap((issue) => policyIssuesOf(issue, []));
}

function policyIssuesOf(issue: z.core.$ZodIssue, within: readonly PropertyKey[]): PolicyIssue[] {
  const path = [...within, ...issue.path];
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map((key) => policyIssue(pathText([...path, key]), 'unknown_property', 'Unknown property.'));
  if (issue.code === 'invalid_union') {
    const nearest = issue.errors.find((option) => !option.some(isOfAnotherType));
    if (nearest) return nearest.flatMap((inner) => policyIssuesOf(inner, path));
  }
  return [policyIssue(pathText(path), codeOf(issue), issue.message)];
}

const isOfAnotherType = ({ code, path }: z.core.$ZodIssue) => code === 'invalid_type' && path.length === 0;

const pathText = (path: readonly PropertyKey[]) => path.map(String).join('.');

function codeOf(issue: z.core.$ZodIssue): PolicyIssueCode {
  if (issue.input === undefined) return 'required';
  switch (issue.code) {
    case 'invalid_value':
    case 'invalid_format':
    case 'too_small':
    case 'too_big':
      return issue.code;
    default:
      return 'invalid_type';
  }
}
