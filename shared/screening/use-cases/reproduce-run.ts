import { conflict, notFound, refused } from '@assay/foundation';
import { TERM_BUILDER_VERSION } from '@assay/names';
import { SCORER_VERSION } from '@assay/watchlist';
import type { Context } from '#shared/platform/context.ts';
import { listIdOf } from '../lists/list-id.ts';
import { presentFound } from '../match.ts';
import { readAnyIndex } from '../repository/list-indexes.ts';
import { findRun } from '../repository/runs.ts';
import { differencesBetween, type Reproduction } from '../reproduction.ts';
import type { RunSource, ScreeningRun } from '../run.ts';
import type { ScreenedSubject } from '../run-request.ts';
import { kindsOf, type OpenLists } from './open-lists.ts';
import { compareWith, digestsOf, withoutClear } from './screen-subject.ts';

/**
 * Screens the subject of a run again, against the versions that the run names and as of its day. Nothing is stored: a run
 * made for it would be screened under a day that has passed, and be taken for one that waits for a decision.
 */
export async function reproduceRun(
  context: Context,
  { id, subject }: { id: string; subject: ScreenedSubject },
): Promise<Reproduction> {
  const found = await findRun(context.store, context.caller, id);
  if (!found) throw notFound('screening run');
  const { run } = found.stored;
  assertReproducible(run);
  if (!(await digestsOf(context, subject)).includes(run.subjectDigest)) throw otherSubject();
  const opened = await openRecorded(context, run.sources);
  const screenedFor = run.createdAt.slice(0, 10);
  const { reviewScore, matchScore, pepLookbackMonths } = run.policy;
  const { screening: complete } = await compareWith(
    opened,
    { subject, reviewScore, matchScore, pepLookbackMonths },
    { today: screenedFor, requestId: context.requestId, willRetry: () => true },
  );
  const screening = run.incompleteReasons.includes('subject_unreadable') ? withoutClear(complete) : complete;
  const differences = differencesBetween(run, { ...screening, matches: screening.matches.map(presentFound) });
  return {
    runId: run.id,
    reproduced: differences.length === 0,
    differences,
    listVersions: run.sources.map(({ key, versionId, publishedAt }) => ({ key, versionId, publishedAt })),
    scorerVersion: SCORER_VERSION,
    screenedFor,
  };
}

function assertReproducible({ policy, sources, errorCode }: ScreeningRun): void {
  if (errorCode === 'screening_failed')
    throw conflict('run_failed', 'The run failed: it has no result that could be reproduced.');
  const isOfOtherTerms = ({ termBuilderVersion, reindexPending }: RunSource) =>
    termBuilderVersion !== null && termBuilderVersion !== TERM_BUILDER_VERSION && !reindexPending;
  if (policy.scorerVersion !== SCORER_VERSION || sources.some(isOfOtherTerms))
    throw conflict(
      'scorer_changed',
      `The run was scored by ${policy.scorerVersion}, and this release scores by ${SCORER_VERSION} with term builder ` +
        `${TERM_BUILDER_VERSION}. Run the release of that time on the archived versions to reproduce it.`,
    );
}

const otherSubject = () =>
  refused(
    'subject_differs',
    'The digest of `subject` is not that of the run. Send exactly what was screened. After a rotation of the master ' +
      'secret, digests of runs made before can be compared until the old key is removed.',
  );

/** A list that the run could not search is not searched now. */
async function openRecorded({ caller }: Context, sources: readonly RunSource[]): Promise<OpenLists> {
  const lists = await Promise.all(
    sources.map(async (source) => {
      const { versionId, missing } = source;
      if (versionId === null || missing) return { ...source, index: undefined, ...kindsOf(source) };
      const id = listIdOf(caller, source.key);
      const index = id && (await readAnyIndex(id, versionId));
      if (!index)
        throw conflict(
          'list_version_gone',
          `Version ${versionId} of ${source.key} is not in the archive: it was dropped before versions were ` +
            'archived, its time in the archive is over, or the list is one of your own, which are not archived.',
        );
      return { ...source, index, ...kindsOf(source) };
    }),
  );
  return { sources: [...sources], lists };
}
