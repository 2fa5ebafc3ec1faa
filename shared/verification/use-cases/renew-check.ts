import { isDeepStrictEqual } from 'node:util';
import type { Change } from '#shared/platform/change.ts';
import type { Context } from '#shared/platform/context.ts';
import { referenceToRun } from '#shared/screening/provenance.ts';
import type { Run } from '#shared/screening/run.ts';
import type { CheckRecord } from '../check.ts';
import { verificationEvent } from '../event.ts';
import { findChecks, replaceCheck } from '../repository/checks.ts';
import { readSession, replaceSession } from '../repository/sessions.ts';
import { findingOf, isOfService, summaryOf } from '../screening-check.ts';
import { type SessionRecord, withCheckStatus } from '../session.ts';

/**
 * Somebody has decided upon a screening: the check of a session that tells of it says what came of it. It
 * is changed with the run, so that whoever shows or imports checks need not read what they tell of.
 */
export async function renewCheck(
  context: Context,
  run: Run,
): Promise<Omit<Change<unknown>, 'result'>> {
  const { caller } = context;
  const session = run.sessionId === null ? undefined : await readSession(context, run.sessionId);
  const check = session && (await findCheck(context, session.record, run));
  if (!session || !check) return { writes: [], events: [] };

  const screening = summaryOf(run, check.data.screening?.unreadable ?? []);
  const renewed = { ...check, data: { ...check.data, ...findingOf(run), screening } };
  const { status } = renewed.data;
  if (isDeepStrictEqual(renewed, check)) return { writes: [], events: [] };
  const { riskSubjectId: subjectId } = session.record.data;
  return {
    writes: [
      replaceCheck(caller, renewed),
      // The session shows the status alone.
      ...(status === check.data.status
        ? []
        : [replaceSession(caller, session, withCheckStatus(session.record, renewed))]),
    ],
    events: [
      verificationEvent('verification.check.changed', renewed, {
        ...{ subjectId, details: { status } },
      }),
    ],
  };
}

async function findCheck(
  context: Context,
  { data }: SessionRecord,
  run: Run,
): Promise<CheckRecord | undefined> {
  const ids = data.checks.filter(isOfService).map(({ id }) => id);
  const checks = await findChecks(context, ids);
  return checks.find(({ data: { providerRef } }) => providerRef === referenceToRun(run.id));
}
