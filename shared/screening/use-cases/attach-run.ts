import { conflict, notFound, refused } from '@assay/foundation';
import type { Change, NewEvent } from '#shared/platform/change.ts';
import type { Context } from '#shared/platform/context.ts';
import {
  advanceVersion,
  readReceipts,
  readState,
  readSubject,
  recordFromSources,
  type SubjectState,
} from '#shared/risk/index.ts';
import { attachedEvent } from '../events.ts';
import { ATTACHED_DECISIONS, OPEN_RUNS_PER_SUBJECT } from '../limits.ts';
import { hasOpen, inForceOf, isNothingInForce, type MatchesInForce, matchesOn } from '../matches-in-force.ts';
import { referenceToRun, runIdIn } from '../provenance.ts';
import { decisionWrites } from '../repository/match-decisions.ts';
import { replaceMatchesInForce } from '../repository/matches-in-force.ts';
import { attachRun, type FoundRun, findRun } from '../repository/runs.ts';
import { isRecorded, isSameValue, type ScreeningFact, withMatchesInForce } from '../risk-facts.ts';
import type { RunNotice, ScreeningRun } from '../run.ts';
import type { StoredRun } from '../stored-run.ts';
import { naming } from './name-risk-sources.ts';
import { readInForce } from './read-in-force.ts';
import { decisive, factsOf, keptEvent, noticeOf, submissionOf } from './record-risk-facts.ts';
import { rememberDecisions } from './remember-decisions.ts';
import { requireKnownLists } from './unknown-keys.ts';

/**
 * Makes a run that was kept without a subject a run of a risk subject, as if it had named it at its own time: facts
 * that a later run of the subject recorded stay, unless the matches of this run make them more serious. It replaces no
 * match of another run, so nothing that is known of the subject becomes weaker.
 */
export async function attachScreeningRun(
  context: Context,
  { runId, riskSubjectId }: { runId: string; riskSubjectId: string },
): Promise<Change<ScreeningRun>> {
  const { store, caller } = context;
  const [subject, found] = await Promise.all([readSubject(context, riskSubjectId), findRun(store, caller, runId)]);
  if (!found) throw notFound('screening run');
  await assertAttachable(context, found.stored.run);
  const { kind, externalId } = subject.data;
  const attached: StoredRun = {
    ...found.stored,
    run: { ...found.stored.run, riskSubjectId },
    subject: { kind, externalId },
  };
  return recordAttached(context, found, await naming(context, attached));
}

async function assertAttachable(context: Context, { riskSubjectId, sessionId, sources }: ScreeningRun): Promise<void> {
  if (riskSubjectId !== null)
    throw conflict('run_has_subject', 'The run belongs to a risk subject already. Screen again for another subject.');
  if (sessionId !== null)
    throw refused(
      'run_of_session',
      'The run belongs to a verification session and cannot be attached. Screen the subject by itself.',
    );
  await requireKnownLists(
    context,
    sources.map(({ key }) => key),
  );
}

async function recordAttached(context: Context, found: FoundRun, named: StoredRun): Promise<Change<ScreeningRun>> {
  const { store, caller } = context;
  const { run } = named;
  const subjectId = run.riskSubjectId ?? '';
  const state = await readState(store, caller, subjectId);
  const { byRun, unstored } = await readInForce(context, subjectId, state);
  const own = inForceOf(run);
  if (hasOpen(own) && [...byRun.values()].filter(hasOpen).length >= OPEN_RUNS_PER_SUBJECT)
    throw refused(
      'too_many_open_matches',
      `The subject has undecided matches of ${OPEN_RUNS_PER_SUBJECT} runs with other data. Decide them first.`,
    );
  const facts = factsOf(named).filter((fact) => isRecorded(fact, run.riskSources));
  const judged = await judgedFacts(context, { run, facts, state, earlier: [...byRun.values()], own });
  const changed = judged.flatMap(({ recorded }) => recorded ?? []);
  const { writes, events, records } =
    changed.length > 0
      ? recordFromSources(context, subjectId, state, { submissions: changed, isBatch: false })
      : { writes: [advanceVersion(caller, subjectId, state.version)], events: [], records: [] };
  const ownReceipts = records.filter(({ data }) => runIdIn(data.providerRef) === run.id);
  const { memory } = named;
  const stored: StoredRun = {
    ...named,
    ...(memory && { memory: { ...memory, isAttached: true } }),
    run: { ...run, notices: [...run.notices, ...judged.flatMap(({ notices }) => notices)] },
    receipts: Object.fromEntries(ownReceipts.map(({ id, data }) => [data.fact, id])),
    inForce: true,
  };
  const latest = run.decisions.slice(-ATTACHED_DECISIONS);
  const earlierRows = unstored.flatMap((id) => byRun.get(id) ?? []);
  return {
    writes: [
      ...attachRun(caller, found, stored),
      ...decisionWrites(caller, stored.run, latest.length),
      ...(await rememberDecisions(context, stored, latest)),
      ...[...earlierRows, ...(isNothingInForce(own) ? [] : [own])].map((one) =>
        replaceMatchesInForce(caller, subjectId, one),
      ),
      ...writes,
    ],
    events: [attachedEvent(stored.run), ...events, ...judged.flatMap(({ kept }) => kept)],
    result: stored.run,
  };
}

interface Judged {
  /** Undefined if the fact stays as it is. */
  recorded: ReturnType<typeof submissionOf> | undefined;
  notices: RunNotice[];
  kept: NewEvent[];
}

async function judgedFacts(
  { store, caller }: Context,
  {
    run,
    facts,
    state,
    earlier,
    own,
  }: {
    run: ScreeningRun;
    facts: readonly ScreeningFact[];
    state: SubjectState;
    earlier: readonly MatchesInForce[];
    own: MatchesInForce;
  },
): Promise<Judged[]> {
  const lists = run.sources.map(({ key }) => key);
  const about = { observedAt: run.createdAt, providerRef: referenceToRun(run.id) };
  const currentOf = ({ source, fact }: ScreeningFact) => {
    const current = state.currentReceipts.get(source)?.get(fact);
    return current && current.observedAt > run.createdAt ? current : undefined;
  };
  const receipts = await readReceipts(
    store,
    caller,
    facts.flatMap((fact) => currentOf(fact)?.id ?? []),
  );
  return facts.map((alone): Judged => {
    const later = receipts.get(currentOf(alone)?.id ?? '')?.data;
    if (!later) {
      const matches = matchesOn(lists, earlier);
      const fact = withMatchesInForce(alone, run.policy, matches);
      const isKept = !isSameValue(fact.value, alone.value);
      const named = isKept ? decisive({ own: alone, matches }, run.policy) : [];
      const keptBy = { runId: run.id, subjectId: run.riskSubjectId ?? '', found: alone.value };
      return {
        recorded: submissionOf(fact, about),
        notices: named.map((match) => noticeOf(fact, match)),
        kept: isKept ? [keptEvent(fact, named, keptBy)] : [],
      };
    }
    const before: ScreeningFact = {
      ...alone,
      status: later.value === null ? 'unavailable' : 'available',
      value: factValueOf(later.value),
    };
    const fact = withMatchesInForce(before, run.policy, matchesOn(lists, [...earlier, own]));
    const { observedAt, providerRef } = later;
    const isSame = isSameValue(fact.value, before.value);
    return {
      recorded: isSame ? undefined : submissionOf(fact, { observedAt, providerRef }),
      notices: [laterRunNotice(fact, { isSame, runId: runIdIn(providerRef) })],
      kept: [],
    };
  });
}

const factValueOf = (value: unknown): ScreeningFact['value'] =>
  typeof value === 'string' || value === null ? value : (value as string[]);

const laterRunNotice = (
  { fact }: ScreeningFact,
  { isSame, runId }: { isSame: boolean; runId: string | undefined },
): RunNotice => ({
  code: 'later_run_recorded',
  message: isSame
    ? `\`${fact}\` stays as a later run of the same lists recorded it.`
    : `\`${fact}\` follows a later run of the same lists and the matches of this run.`,
  ...(runId && { runId }),
});
