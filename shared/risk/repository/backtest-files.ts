import { getBlob, putBlob } from '#shared/platform/blobs.ts';
import type { Scope } from '#shared/platform/caller.ts';
import { jobFilesOf } from '#shared/platform/jobs/job-files.ts';
import type { ChangedCase, ChangedCases, ChangedCasesQuery } from '../backtest.ts';
import { BACKTEST_CHANGED, BACKTEST_FILES_PER_PAGE } from '../limits.ts';

/** Files of a backtest: a definition that is no version, and the changed cases of each step. Like exports, they are kept for 7 days. */
const definitionKey = (scope: Scope, id: string) => `${jobFilesOf(scope)}${id}.definition`;
const changedKey = (scope: Scope, id: string, step: number) => `${jobFilesOf(scope)}${id}.changed/${step}`;

export const putTestedDefinition = (scope: Scope, id: string, definition: unknown) =>
  putBlob('exports', definitionKey(scope, id), jsonOf(definition));

export async function findTestedDefinition(scope: Scope, id: string): Promise<unknown> {
  const file = await getBlob('exports', definitionKey(scope, id));
  return file && JSON.parse(file.toString());
}

/** Of a step that runs again, the file is written over. */
export const putChangedCases = (scope: Scope, id: string, step: number, cases: readonly ChangedCase[]) =>
  putBlob('exports', changedKey(scope, id, step), jsonOf(cases));

const jsonOf = (value: unknown) => Buffer.from(JSON.stringify(value));

/** A page never ends within a step. The offset is the number of steps before it. */
export async function readChangedCases(
  scope: Scope,
  id: string,
  steps: number,
  { offset, before, after }: Pick<ChangedCasesQuery, 'before' | 'after'> & { offset: number },
): Promise<ChangedCases> {
  const isWanted = (one: ChangedCase) =>
    (before === undefined || one.before.decision === before) && (after === undefined || one.after.decision === after);
  const end = Math.min(steps, offset + BACKTEST_FILES_PER_PAGE);
  const files = await Promise.all(
    Array.from({ length: Math.max(end - offset, 0) }, (_, index) =>
      getBlob('exports', changedKey(scope, id, offset + index)),
    ),
  );
  const items: ChangedCase[] = [];
  for (const [index, file] of files.entries()) {
    items.push(...(JSON.parse(file?.toString() ?? '[]') as ChangedCase[]).filter(isWanted));
    const next = offset + index + 1;
    if (items.length >= BACKTEST_CHANGED) return { items, nextOffset: next < steps ? next : null };
  }
  return { items, nextOffset: end < steps ? end : null };
}
