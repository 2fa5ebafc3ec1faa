import type { Context } from '#shared/platform/context.ts';
import { readSubject } from '#shared/risk/index.ts';
import type { StoredRun } from '../stored-run.ts';

/** Adds the risk subject to a run of a release that did not store it. Subjects never change. */
export async function withSubject(context: Context, stored: StoredRun): Promise<StoredRun> {
  const { riskSubjectId } = stored.run;
  if (!riskSubjectId || stored.subject) return stored;
  const { data } = await readSubject(context, riskSubjectId);
  return { ...stored, subject: { kind: data.kind, externalId: data.externalId } };
}
