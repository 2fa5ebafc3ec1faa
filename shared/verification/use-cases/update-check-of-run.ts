import { isDeepStrictEqual } from 'node:util';
import type { Change } from '#shared/platform/change.ts';
import type { Context } from '#shared/platform/context.ts';
import { referenceToRun, type ScreeningRun } from '#shared/screening/index.ts';
import type { CheckRecord } from '../check.ts';
import { verificationEvent } from '../event.ts';
import { findChecks, replaceCheck } from '../repository/checks.ts';
import { readSession, replaceSession } from '../repository/sessions.ts';
import { checkResultOf, isServiceCheck, screeningSummaryOf } from '../screening-check.ts';
import { type SessionRecord, withCheckStatus } from '../session.ts';

/**
 * Updates the check of a session after a decision on its screening run. It is stored in the same
 * change, so that readers and importers of checks need not read the run.
 */
export async function updateCheckOfRun(context: Context, run: ScreeningRun): Promise<Omit<Change<unknown>, 'result'>> {
  const { caller } = context;
  const session = run.sessionId === null ? undefined : await readSession(context, run.sessionId);
  const check = session && (await findCheck(context, session.record, run));
  if (!session || !check) return { writes: [], events: [] };

  const screening = screeningSummaryOf(run, check.data.screening?.unreadable ?? []);
  const renewed = { ...check, data: { ...check.data, ...checkResultOf(run), screening } };
  const { status } = renewed.data;
  if (isDeepStrictEqual(renewed, check)) return { writes: [], events: [] };
  const { riskSubjectId: subjectId } = session.record.data;
  return {
    writes: [
      replaceCheck(caller, renewed),
      // The session contains the status only.
      ...(status === check.data.status
        ? []
        : [replaceSession(caller, session, withCheckStatus(session.record, renewed))]),
    ],
    events: [verificationEvent('verification.check.changed', renewed, { subjectId, details: { status } })],
  };
}

async function findCheck(
  context: Context,
  { data }: SessionRecord,
  run: ScreeningRun,
): Promise<CheckRecord | undefined> {
  const ids = data.checks.filter(isServiceCheck).map(({ id }) => id);
  const checks = await findChecks(context, ids);
  return checks.find(({ data: { providerRef } }) => providerRef === referenceToRun(run.id));
}
