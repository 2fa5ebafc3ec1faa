import { TERM_BUILDER_VERSION } from '@assay/names';
import { LIST_KINDS } from '@assay/watchlist';
import * as z from 'zod';
import { Timestamp } from '#shared/platform/http/shapes.ts';
import { maskedActor } from './list-history.ts';
import { lists } from './lists/list.ts';
import { aboutList } from './lists/list-about.ts';
import { daysIn, Outcome } from './lists/list-calendar.ts';
import { isSwitchedOff } from './lists/list-files.ts';
import { isOwn, keyOfList, type ListId } from './lists/list-id.ts';
import { attentionReasonsOf, isOfThisBuilder, type ListState, staleReasons } from './lists/list-state.ts';
import { type DeltaEntries, EntryCounts, type ListVersion, Origin } from './lists/list-version.ts';
import { ReadUpload } from './lists/own-list.ts';
import { ATTENTION_REASONS } from './lists/version-doubts.ts';

const person = z.string().describe('`user:<id>` for operator organizations, `operator` for others.');

const ListVersionSummary = z
  .object({
    versionId: z.uuid(),
    publishedAt: z.string().nullable(),
    builtAt: Timestamp,
    entryCount: z.int(),
    droppedEntries: z.int(),
    counts: EntryCounts.nullable().describe('Entries by kind; null if they were not counted.'),
    digest: z.string().describe('SHA-256 over the name and SHA-256 of each file the version was read from.'),
    origin: Origin,
    uploadedBy: person.nullable(),
  })
  .meta({ id: 'ListVersionSummary' });

const HeldVersion = ListVersionSummary.extend({
  reasons: z.array(z.string()).describe('Why it is held: see `attentionReasons`.'),
}).meta({ id: 'HeldListVersion' });

const NamedEntry = z.object({ id: z.string(), name: z.string() });

export const ListVersionDetail = ListVersionSummary.extend({
  state: z.enum(['active', 'held', 'previous']),
  reasons: z.array(z.string()).describe('Why it is held: see `attentionReasons` of the list.'),
  approvedBy: person.nullable(),
  approvedAt: Timestamp.nullable(),
  comparedTo: z
    .uuid()
    .nullable()
    .describe('The version that was active when this one was built; null for a first version.'),
  added: z.int().nullable().describe('Null if the active version could not be read, as the next two.'),
  removed: z.int().nullable(),
  changed: z.int().nullable(),
  addedEntries: z.array(NamedEntry).describe('Up to 50 of the added entries, by name.'),
  removedEntries: z.array(NamedEntry).describe('Up to 50 of the removed entries, by name.'),
}).meta({
  id: 'ListVersionDetail',
  examples: [
    {
      versionId: '019ced2c-9000-7000-8000-5d3c2b1a0f00',
      publishedAt: '2026-03-14',
      builtAt: '2026-03-14T06:00:04.120Z',
      entryCount: 10_719,
      droppedEntries: 0,
      counts: { person: 6_812, entity: 3_107, vessel: 800 },
      digest: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
      origin: 'publisher',
      uploadedBy: null,
      state: 'held',
      reasons: ['shrunk'],
      approvedBy: null,
      approvedAt: null,
      comparedTo: '019cec01-9000-7000-8000-5d3c2b1a0f01',
      added: 1,
      removed: 3_103,
      changed: 12,
      addedEntries: [{ id: '36216', name: 'QUILLFEATHER, Ambrose Tobias' }],
      removedEntries: [{ id: '12047', name: 'INKWELL HOLDING SA' }],
    },
  ],
});
export type ListVersionDetail = z.infer<typeof ListVersionDetail>;

const sentences = Object.entries(ATTENTION_REASONS).map(([code, text]) => `- \`${code}\`: ${text}`);

/** The current state of a list: its active version, and whether it can be relied on. */
export const ScreeningSource = z
  .object({
    key: z.string(),
    name: z.string(),
    listKind: z.enum(LIST_KINDS),
    enabled: z
      .boolean()
      .describe(
        'False for a list that is switched off. A list that is enabled and has no `versionId` has not been ' +
          'loaded yet.',
      ),
    versionId: z.uuid().nullable(),
    publishedAt: z.string().nullable().describe('Publication date stated in the file.'),
    confirmedAt: Timestamp.nullable().describe('When the publisher last confirmed the active version.'),
    entryCount: z.int(),
    droppedEntries: z.int().describe('Entries of the publication that cannot be searched.'),
    origin: Origin.nullable().describe(
      'Where the active version comes from: the publisher, or a file that an operator uploaded.',
    ),
    approvedBy: person
      .nullable()
      .describe(
        'Who approved the active version or rolled back to it; null when it passed every check. ' +
          '`user:<id>` for operator organizations, `operator` for others.',
      ),
    approvedAt: Timestamp.nullable(),
    stale: z.boolean(),
    staleReasons: z.array(z.string()),
    attention: z.boolean().describe('Whether an operator has to act.'),
    attentionReasons: z
      .array(z.string())
      .describe(
        `Every reason for attention. An upload that is held or cannot be read does not make runs incomplete; ` +
          `a publication that is held or cannot be read does (\`source_attention\`).\n\n${sentences.join('\n')}`,
      ),
    pending: HeldVersion.nullable().describe('The latest held version, if any.'),
    heldVersions: z.array(HeldVersion).describe('Versions that wait for approval, the latest last.'),
    previousVersions: z
      .array(ListVersionSummary)
      .describe('Earlier versions that can be rolled back to, the latest first.'),
    reindexPending: z
      .boolean()
      .describe(
        'Whether the list is still indexed by the rules of another release, so that names may be missed, such as ' +
          'names one letter off. Runs are incomplete until it is indexed again.',
      ),
    termBuilderVersion: z.int().nullable(),
    attribution: z.string().describe('The credit that any result using the list must carry.'),
    coverage: z
      .object({ summary: z.string(), gaps: z.array(z.string()) })
      .describe('What the list contains, and what it is known not to contain, in words.'),
    publisherUrl: z.url().nullable().describe('The page of the publisher about the list; null for an own list.'),
    uploads: z
      .array(z.object({ nameEndsWith: z.string(), example: z.string() }))
      .describe(
        'The files that can be uploaded for the list: how their names end, in any letter case, and an example. ' +
          'Each is the whole list; a list that its publisher splits into several files is uploaded in another format.',
      ),
    own: z
      .object({
        createdAt: Timestamp,
        createdBy: z.string(),
        lastUpload: ReadUpload.nullable().describe('What became of the latest file; null until one has been read.'),
      })
      .optional()
      .describe('Of a list of your organization, which no other one sees. Absent for lists of the catalogue.'),
    days: z
      .array(z.object({ day: z.iso.date(), outcome: Outcome }))
      .optional()
      .describe('With the query `days`: the worst outcome of each day (UTC) that has one, the oldest first.'),
  })
  .meta({
    id: 'ScreeningSource',
    examples: [
      {
        key: 'ofac_sdn',
        name: lists.ofac_sdn.name,
        listKind: 'sanctions',
        enabled: true,
        versionId: '019ced2c-9000-7000-8000-5d3c2b1a0f00',
        publishedAt: null,
        confirmedAt: '2026-03-14T06:00:04.120Z',
        entryCount: 13_821,
        droppedEntries: 0,
        origin: 'publisher',
        approvedBy: null,
        approvedAt: null,
        stale: false,
        staleReasons: [],
        attention: false,
        attentionReasons: [],
        pending: null,
        heldVersions: [],
        previousVersions: [],
        reindexPending: false,
        termBuilderVersion: TERM_BUILDER_VERSION,
        attribution: lists.ofac_sdn.attribution,
        coverage: lists.ofac_sdn.coverage,
        publisherUrl: lists.ofac_sdn.publisherUrl,
        uploads: lists.ofac_sdn.uploads,
        days: [
          { day: '2026-03-13', outcome: 'switched' },
          { day: '2026-03-14', outcome: 'confirmed' },
        ],
      },
    ],
  });
export type ScreeningSource = z.infer<typeof ScreeningSource>;

/** The time at which a list is shown, whether to an operator, and with how many days. */
export interface SourceView {
  now: Date;
  isOperator: boolean;
  days?: number | undefined;
}

export function presentSource(id: ListId, state: ListState, { now, days, ...view }: SourceView): ScreeningSource {
  const { name, listKind, attribution, coverage, publisherUrl, uploads } = aboutList(id, state);
  const isOperator = view.isOperator || isOwn(id);
  const { active, confirmedAt } = state;
  const stale = staleReasons(state, id, now);
  const attentionReasons = attentionReasonsOf(state);
  const shown = shownTo(isOperator);
  const summary = (version: ListVersion) => summarize(version, isOperator);
  const heldVersions = state.held.map((version) => ({
    ...summary(version),
    reasons: version.reasons,
  }));
  return {
    key: keyOfList(id),
    name,
    listKind,
    attribution,
    coverage: { summary: coverage.summary, gaps: [...coverage.gaps] },
    publisherUrl,
    uploads: [...uploads],
    confirmedAt,
    attentionReasons,
    heldVersions,
    enabled: !isSwitchedOff(id),
    versionId: active?.versionId ?? null,
    publishedAt: active?.publishedAt ?? null,
    entryCount: active?.entryCount ?? 0,
    droppedEntries: active?.droppedEntries ?? 0,
    origin: active?.origin ?? null,
    approvedBy: shown(active?.approvedBy),
    approvedAt: active?.approvedAt ?? null,
    stale: stale.length > 0,
    staleReasons: stale,
    attention: attentionReasons.length > 0,
    pending: heldVersions.at(-1) ?? null,
    previousVersions: state.previous.map(summary),
    reindexPending: active !== null && !isOfThisBuilder(active),
    termBuilderVersion: active?.termBuilderVersion ?? null,
    ...(state.own && {
      own: {
        createdAt: state.own.createdAt,
        createdBy: state.own.createdBy,
        lastUpload: state.own.lastUpload ?? null,
      },
    }),
    ...(days !== undefined && { days: daysIn(state.calendar, days, now) }),
  };
}

const shownTo = (isOperator: boolean) => (actor: string | undefined) =>
  actor === undefined ? null : isOperator ? actor : maskedActor(actor);

const summarize = (version: ListVersion, isOperator: boolean) => ({
  versionId: version.versionId,
  publishedAt: version.publishedAt,
  builtAt: version.builtAt,
  entryCount: version.entryCount,
  droppedEntries: version.droppedEntries,
  counts: version.counts ?? null,
  digest: version.digest,
  origin: version.origin,
  uploadedBy: shownTo(isOperator)(version.uploadedBy),
});

export function presentVersion(
  { active, held }: ListState,
  version: ListVersion,
  { entries, isOperator }: { entries: DeltaEntries; isOperator: boolean },
): ListVersionDetail {
  const isOf = ({ versionId }: ListVersion) => versionId === version.versionId;
  const { delta } = version;
  return {
    ...summarize(version, isOperator),
    state: active && isOf(active) ? 'active' : held.some(isOf) ? 'held' : 'previous',
    reasons: version.reasons,
    approvedBy: shownTo(isOperator)(version.approvedBy),
    approvedAt: version.approvedAt ?? null,
    comparedTo: delta?.comparedTo ?? null,
    added: delta?.added ?? null,
    removed: delta?.removed ?? null,
    changed: delta?.changed ?? null,
    addedEntries: entries.added,
    removedEntries: entries.removed,
  };
}
