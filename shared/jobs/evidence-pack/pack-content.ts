import * as z from 'zod';
import type { StoredJob } from '#shared/platform/jobs/job.ts';
import { listHistory } from '#shared/platform/store/history.ts';
import { type AssessmentRecord, explained, listRecords, NOTE_ADDED, readSubject } from '#shared/risk/index.ts';
import { FIRST_PAGE, listRuns, type ScreeningRun } from '#shared/screening/index.ts';
import type { Omission } from './not-included.ts';
import type { PackState } from './pack.ts';
import type { PackContext } from './pack-sections.ts';

/** What is printed: the newest records in words, and the digest of the manifest for all others. */
export const PackContent = z.object({
  about: z.array(z.string()),
  sections: z.array(z.object({ title: z.string(), texts: z.array(z.string()) })),
});
export type PackContent = z.infer<typeof PackContent>;

/** A file of 50 pages has to hold all of it; the archive has every record. */
const NEWEST = { events: 120, runs: 30, records: 60, explanations: 3, statements: 60, files: 150 };

export async function packContent(
  about: PackContext,
  { job, state, omitted }: { job: StoredJob; state: PackState; omitted: readonly Omission[] },
): Promise<PackContent> {
  const { context, input, root } = about;
  const { caller } = context;
  const { data: subject } = await readSubject(context, input.subjectId);
  const newest = (resource: 'assessments' | 'overrides' | 'actions') =>
    listRecords(context, resource, { offset: 0, order: 'newest', aboutId: input.subjectId });
  const [assessments, overrides, actions, runs, events] = await Promise.all([
    newest('assessments'),
    newest('overrides'),
    newest('actions'),
    listRuns(context, { page: FIRST_PAGE, limit: NEWEST.runs, riskSubjectId: input.subjectId }),
    listHistory(context.store, caller, { offset: 0, order: 'newest', subjectId: input.subjectId }),
  ]);
  const assessed = assessments.items as AssessmentRecord[];
  const shown = events.items.filter(({ type }) => input.includeNotes || type !== NOTE_ADDED).slice(0, NEWEST.events);
  const sections = [
    { title: 'Current state', texts: latestOfEachPolicy(assessed).map(assessmentText) },
    { title: 'Assessments', texts: assessed.slice(0, NEWEST.records).map(assessmentText) },
    ...(await explanations(about, latestOfEachPolicy(assessed).slice(0, NEWEST.explanations))),
    { title: 'Screenings and decisions', texts: runs.items.flatMap(runTexts) },
    { title: 'Overrides', texts: overrides.items.slice(0, NEWEST.records).map(recordText) },
    { title: 'Actions', texts: actions.items.slice(0, NEWEST.records).map(recordText) },
    { title: 'Agreements', texts: agreementTexts(state) },
    {
      title: 'Story, newest first',
      texts: shown.map(
        ({ occurredAt, type, actor, reason }) => `${occurredAt} ${type} by ${actor}${reason ? `: ${reason}` : ''}`,
      ),
    },
    { title: 'What is not included', texts: omitted.map(({ what, why }) => `${what}. ${why}`) },
    { title: 'Digests of the files', texts: fileTexts(state) },
    {
      title: 'How to check this pack',
      texts: [
        'This file is sealed: assay evidence-packs verify checks the seal, the digest of every file of the archive, and the proofs, without the service.',
        root
          ? `Proofs lead to the root ${root.root} of ${root.treeSize} events, sealed at ${root.sealedAt} by the key with SHA-256 ${root.keyFingerprint}. Compare it with roots that you have saved.`
          : 'The organization has no sealed root yet, so no event has a proof.',
        `Events in the archive without a proof: ${state.unproved}. The archive has ${state.records} records; this file names the newest.`,
      ],
    },
  ];
  return {
    about: [
      `Subject ${input.subjectId}: ${subject.kind} ${subject.externalId}, created at ${subject.createdAt}.`,
      `Organization ${caller.organizationId}, ${caller.mode} mode. Pack ${job.id}, asked for at ${job.createdAt} by ${job.createdBy}.`,
      'It has no name of the customer: subjects are stored under the id that the organization uses.',
    ],
    sections: sections.filter(({ texts }) => texts.length > 0),
  };
}

function latestOfEachPolicy(assessments: readonly AssessmentRecord[]): AssessmentRecord[] {
  const byPolicy = new Map<string, AssessmentRecord>();
  for (const one of assessments) if (!byPolicy.has(one.data.policyKey)) byPolicy.set(one.data.policyKey, one);
  return [...byPolicy.values()];
}

const assessmentText = ({ id, data }: AssessmentRecord) =>
  `${data.evaluatedAt} ${data.policyKey}, version ${data.policy.version}: ${data.outcome}` +
  `${data.score === null ? '' : `, score ${data.score}`}${data.band === null ? '' : `, band ${data.band}`}, decision ${data.decision} (${id}).`;

async function explanations({ context }: PackContext, assessments: readonly AssessmentRecord[]) {
  const all = await Promise.all(assessments.map((one) => explained(context, one, 'auditor')));
  return all.map(({ assessmentId, statements }) => ({
    title: `Explanation of the assessment ${assessmentId}`,
    texts: statements.slice(0, NEWEST.statements).map(({ text }) => text),
  }));
}

function runTexts({ id, createdAt, status, sources, topScore, matches, decisions }: ScreeningRun): string[] {
  const lists = sources.map(({ key }) => key).join(', ');
  const score = topScore === null ? '' : `, highest score ${topScore}`;
  return [
    `${createdAt} screened against ${lists}: ${status}${score} (${id}).`,
    ...matches.map(
      (match) =>
        `Match ${match.source} ${match.sourceEntryId}, ${match.listedName}, score ${match.score}: ${match.decision}.`,
    ),
    ...decisions.map((one) => `Decision ${textOf(one)}`),
  ].slice(0, NEWEST.records);
}

/** Members that hold text, numbers or times, by their names. */
const textOf = (record: object) =>
  Object.entries(record)
    .filter(([, value]) => ['string', 'number', 'boolean'].includes(typeof value))
    .map(([name, value]) => `${name} ${value}`)
    .join(', ');

const recordText = ({ id, data }: { id: string; data: object }) => `${textOf(data)} (${id}).`;

const agreementTexts = ({ files }: PackState) =>
  files
    .filter(({ name }) => name.startsWith('agreements/') && name.endsWith('.pdf'))
    .map(({ name, sha256 }) => `${name}: SHA-256 ${sha256}. It is sealed by itself.`);

function fileTexts({ files, manifestSha256 }: PackState): string[] {
  const listed = files.slice(-NEWEST.files).map(({ name, size, sha256 }) => `${name}, ${size} bytes: ${sha256}`);
  const rest = files.length - listed.length;
  return [
    `manifest.json: ${manifestSha256}. It has the digest of every other file of the archive.`,
    ...listed,
    ...(rest > 0 ? [`${rest} more files are in manifest.json.`] : []),
  ];
}
