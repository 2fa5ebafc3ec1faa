import type { Finding } from '@assay/foundation';
import type * as z from 'zod';

interface Found {
  path: readonly PropertyKey[];
  message: string;
}

/** The issues of a refused value as findings, one per mistake. */
export function findingsOf(issues: readonly z.core.$ZodIssue[], value: unknown): Finding[] {
  const seen = new Set<string>();
  return issues.flatMap(foundIn).flatMap(({ path, message }) => {
    const joined = path.join('.');
    // A text or number with several faults is replaced as a whole. The first fault names the rule that it breaks most
    // plainly: that `17.04.1961` is also not a day of the calendar says nothing more.
    const isRepeated = seen.has(joined) && !isContainer(valueAt(value, path));
    seen.add(joined);
    return isRepeated ? [] : [{ path: joined, message }];
  });
}

const isContainer = (value: unknown): value is Record<PropertyKey, unknown> =>
  typeof value === 'object' && value !== null;

const valueAt = (value: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>((inside, name) => (isContainer(inside) ? inside[name] : undefined), value);

function foundIn(issue: z.core.$ZodIssue): Found[] {
  const { path, message } = issue;
  if (issue.code === 'unrecognized_keys') return issue.keys.map((key) => ({ path: [...path, key], message }));
  const closest = issue.code === 'invalid_union' ? closestOf(issue.errors) : undefined;
  if (closest) return closest.flatMap((one) => foundIn({ ...one, path: [...path, ...one.path] }));
  return [{ path, message }];
}

/**
 * Of several options, the findings of the one with the fewest at the top level, which is probably the one
 * meant.
 */
function closestOf(options: readonly z.core.$ZodIssue[][]): z.core.$ZodIssue[] | undefined {
  const faults = options.map((issues) => issues.reduce((sum, one) => sum + topFaults(one), 0));
  const fewest = Math.min(...faults);
  return faults.filter((count) => count === fewest).length === 1 ? options[faults.indexOf(fewest)] : undefined;
}

const topFaults = (issue: z.core.$ZodIssue) =>
  issue.code === 'unrecognized_keys' ? issue.keys.length : Number(issue.path.length < 2);
