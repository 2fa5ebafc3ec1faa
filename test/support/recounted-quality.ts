import { bucketOf, quantileOf } from '#shared/platform/histogram.ts';
import type { Action } from '#shared/risk/action.ts';
import type { AssessmentRecord } from '#shared/risk/assessment.ts';
import type { OutcomeRecord } from '#shared/risk/outcome.ts';
import type { PolicyQuality } from '#shared/risk/policy-quality.ts';
import { estimateOf, recallOf } from '#shared/risk/quality-estimates.ts';
import { DURATION } from '#shared/risk/work-counts.ts';
import { everyItem, list, type World } from './risk-world.ts';

/** The quality of a policy from its records alone: every assessment, outcome, override and action of some subjects. */
export async function recounted(world: World, policyKey: string, subjects: readonly string[]): Promise<PolicyQuality> {
  const all = (await Promise.all(subjects.map((subjectId) => ofSubject(world, policyKey, subjectId)))).flat();
  const versions = [...new Set(all.map(({ version }) => version))].toSorted((one, other) => other - one);
  const today = new Date().toISOString().slice(0, 10);
  const since = new Date(Date.parse(today) - 29 * 86_400_000).toISOString().slice(0, 10);
  return {
    policyKey,
    since,
    until: today,
    leastCases: 20,
    versions: versions.map((version) => {
      const own = all.filter((one) => one.version === version);
      const bands = [...new Set(own.flatMap(({ data }) => data.band ?? []))].toSorted();
      const rules = [...new Set(own.flatMap(({ matched }) => matched))].toSorted();
      const factors = [...new Set(own.flatMap(({ points }) => [...points.keys()]))].toSorted();
      return {
        version,
        ...setOf(own),
        bands: bands.map((key) => ({ key, ...setOf(own.filter(({ data }) => data.band === key)) })),
        rules: rules.map((key) => {
          const fired = own.filter(({ matched }) => matched.includes(key));
          const others = own.filter(({ matched }) => !matched.includes(key));
          const labels = casesOf(fired);
          const labelled = labels.positives + labels.negatives;
          return {
            key,
            matched: fired.length,
            ...labels,
            labelled: estimateOf(labelled, fired.length),
            precision: estimateOf(labels.positives, labelled),
            recall: recallOf(
              { assessed: fired.length, cases: labels },
              { assessed: others.length, cases: casesOf(others.filter(({ isSampled }) => isSampled)) },
            ),
          };
        }),
        factors: factors.map((key) => {
          const having = own.filter(({ points }) => points.has(key));
          const meanOf = (label: string) => {
            const labelled = having.filter((one) => one.label === label);
            const sum = labelled.reduce((total, { points }) => total + (points.get(key) ?? 0), 0);
            const mean = Math.round((sum * 1000) / labelled.length) / 1000;
            return { count: labelled.length, meanPoints: labelled.length < 20 ? null : mean };
          };
          return { key, assessed: having.length, positives: meanOf('positive'), negatives: meanOf('negative') };
        }),
      };
    }),
  };
}

interface Counted {
  data: AssessmentRecord['data'];
  version: number;
  matched: string[];
  points: Map<string, number>;
  label: 'positive' | 'negative' | null;
  isSampled: boolean;
  isOverridden: boolean;
  decidedSeconds: number | null;
}

async function ofSubject(world: World, policyKey: string, subjectId: string): Promise<Counted[]> {
  const read = async <T>(resource: string) =>
    (await everyItem((offset) => list(world, resource, { subjectId, offset }))).items as T[];
  const assessments = (await read<AssessmentRecord>('assessments'))
    .filter(({ data }) => data.policyKey === policyKey)
    .toSorted((one, other) => one.data.sequence - other.data.sequence);
  const outcomes = (await read<OutcomeRecord>('outcomes')).filter(({ data }) => data.withdrawal === null);
  const overridden = (await read<{ data: { assessmentId: string } }>('overrides')).map(({ data }) => data.assessmentId);
  const actions = (await read<{ data: Action }>('actions')).map(({ data }) => data);
  /** The assessment that each outcome labels. */
  const labelled = outcomes.map(({ data }) => {
    const before = assessments.filter((one) => one.data.evaluatedAt <= data.occurredAt).at(-1);
    const isRecent = before && Date.parse(data.occurredAt) - Date.parse(before.data.evaluatedAt) <= 365 * 86_400_000;
    return isRecent ? before.id : undefined;
  });
  return assessments.map(({ id, data }) => {
    const own = outcomes.filter((_, index) => labelled[index] === id);
    const requested = actions.filter(({ assessmentId }) => assessmentId === id);
    const isDecided =
      requested.length > 0 && requested.every(({ status }) => ['completed', 'cancelled'].includes(status));
    const endedMs = Math.max(...requested.map(({ updatedAt }) => Date.parse(updatedAt)));
    return {
      data,
      version: data.policy.version,
      matched: data.rules.flatMap(({ key, result }) => (result === 'matched' ? [key] : [])),
      points: new Map(data.factors.flatMap(({ key, points }) => (points === null ? [] : [[key, points]]))),
      label: own.length === 0 ? null : own.some((one) => one.data.label !== 'legitimate') ? 'positive' : 'negative',
      isSampled: own.some((one) => one.data.sampled),
      isOverridden: overridden.includes(id),
      decidedSeconds: isDecided ? (endedMs - Date.parse(requested[0]?.createdAt ?? '')) / 1000 : null,
    };
  });
}

const casesOf = (some: readonly Counted[]) => ({
  positives: some.filter(({ label }) => label === 'positive').length,
  negatives: some.filter(({ label }) => label === 'negative').length,
});

function setOf(own: readonly Counted[]) {
  const awaiting = own.filter(({ data }) => data.decision === 'awaiting_evidence');
  const passed = own.filter(({ data }) => data.decision === 'none');
  const flagged = own.filter((one) => !awaiting.includes(one) && !passed.includes(one));
  const labels = casesOf(own);
  const ofFlagged = casesOf(flagged);
  const seconds = own.flatMap(({ decidedSeconds }) => decidedSeconds ?? []);
  const times = DURATION.bounds.map(() => 0).concat(0);
  for (const one of seconds) times[bucketOf(one, DURATION)] = (times[bucketOf(one, DURATION)] ?? 0) + 1;
  const quantile = (share: number) => (seconds.length < 20 ? null : quantileOf(times, share, DURATION));
  return {
    assessed: own.length,
    flagged: flagged.length,
    awaiting: awaiting.length,
    ...labels,
    labelled: estimateOf(labels.positives + labels.negatives, own.length),
    precision: estimateOf(ofFlagged.positives, ofFlagged.positives + ofFlagged.negatives),
    recall: recallOf(
      { assessed: flagged.length, cases: ofFlagged },
      { assessed: passed.length, cases: casesOf(passed.filter(({ isSampled }) => isSampled)) },
    ),
    overridden: estimateOf(own.filter(({ isOverridden }) => isOverridden).length, own.length),
    timeToDecision: { count: seconds.length, p50Seconds: quantile(0.5), p90Seconds: quantile(0.9) },
  };
}
