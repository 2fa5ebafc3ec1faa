import { Problem } from '@assay/foundation';
import { type JobContext, JobFailure } from '#shared/platform/jobs/run-job.ts';
import { OWN_DEVIATIONS } from '../limits.ts';
import type { OpenLists } from '../use-cases/open-lists.ts';
import { compareWith } from '../use-cases/screen-subject.ts';
import type { StoredAssurance } from './assurance.ts';
import { judgeCase, type OwnResult } from './own-cases.ts';
import { type OwnFile, type OwnFileKind, type OwnRow, readOwnFile } from './own-file.ts';

/** The rows of a file as they were when the test was started. */
export async function rowsOf({ caller }: JobContext, file: OwnFile | undefined, kind: OwnFileKind): Promise<OwnRow[]> {
  const rows = file && (await readOwnFile(caller, file, kind));
  if (!rows) throw new JobFailure('upload_missing', 'An uploaded file of the test is gone, or was replaced.');
  return rows;
}

/** A customer of a file, named by line. */
export function customerOf({ line, item: { subject } }: OwnRow) {
  const [dateOfBirth] = subject.datesOfBirth;
  const [nationality] = subject.nationalities;
  return {
    name: subject.name,
    kind: subject.entityType ?? ('person' as const),
    ...(nationality !== undefined && { country: nationality }),
    ...(dateOfBirth !== undefined && { dateOfBirth }),
    label: `line ${line}`,
  };
}

interface Part {
  test: StoredAssurance;
  opened: OpenLists;
  part: readonly OwnRow[];
}

/** Screens each case as a run would be, and counts whether it came out as expected. */
export async function runOwnCases(
  context: JobContext,
  { test, opened, part }: Part,
  before: OwnResult,
): Promise<OwnResult> {
  const { found, notFound, deviations } = structuredClone(before);
  const { reviewScore, matchScore, createdAt } = test;
  for (const { line, item, expected, list, entryId } of part) {
    const { screening } = await compareWith(
      opened,
      { subject: item.subject, reviewScore, matchScore, pepLookbackMonths: null },
      { today: createdAt.slice(0, 10), requestId: context.requestId, willRetry: isOutage },
    );
    const isIncomplete = screening.status === 'error' || screening.incompleteReasons.some(isOfSubject);
    const matches = screening.matches.map(({ source, entry, score }) => ({ source, entryId: entry.id, score }));
    const wanted = expected ?? 'not_found';
    const { isAsExpected, ...judged } = judgeCase(wanted, { list, entryId }, { matches, isIncomplete });
    const counts = wanted === 'found' ? found : notFound;
    counts.cases += 1;
    if (isAsExpected) counts.asExpected += 1;
    else if (deviations.length < OWN_DEVIATIONS)
      deviations.push({ line, reference: item.reference ?? null, expected: wanted, ...judged });
  }
  return { found, notFound, deviations };
}

/** That a list is stale is no property of a case. */
const isOfSubject = (reason: string) => !reason.startsWith('source_');

/** The step is repeated then. */
const isOutage = (error: unknown) => error instanceof Problem && error.status >= 500;
