import { ONE_OFF_VERSION, TERM_BUILDER_VERSION } from '@assay/names';
import * as z from 'zod';
import { Timestamp } from '#shared/platform/http/shapes.ts';
import { maskedActor } from './list-history.ts';
import { type ListKey, lists } from './lists/list.ts';
import { isSwitchedOff } from './lists/list-files.ts';
import { attentionReasonsOf, type ListState, staleReasons } from './lists/list-state.ts';
import { EntryCounts, type ListVersion, Origin } from './lists/list-version.ts';
import { ATTENTION_REASONS } from './lists/version-doubts.ts';

const person = z
  .string()
  .describe('`user:<id>` for operator organizations, `operator` for others.');

const ListVersionSummary = z
  .object({
    versionId: z.uuid(),
    publishedAt: z.string().nullable(),
    builtAt: Timestamp,
    entryCount: z.int(),
    droppedEntries: z.int(),
    counts: EntryCounts.nullable().describe(
      'Entries by kind; null for versions of older releases.',
    ),
    digest: z
      .string()
      .describe('SHA-256 over the name and SHA-256 of each file the version was read from.'),
    origin: Origin,
    uploadedBy: person.nullable(),
  })
  .meta({ id: 'ListVersionSummary' });

const HeldVersion = ListVersionSummary.extend({
  reasons: z.array(z.string()).describe('Why it is held: see `attentionReasons`.'),
}).meta({ id: 'HeldListVersion' });

const sentences = Object.entries(ATTENTION_REASONS).map(([code, text]) => `- \`${code}\`: ${text}`);

/** The current state of a list: its active version, and whether it can be relied on. */
export const ScreeningSource = z
  .object({
    key: z.string(),
    name: z.string(),
    listKind: z.enum(['sanctions', 'pep']),
    enabled: z
      .boolean()
      .describe(
        'False for a list that is switched off. A list that is enabled and has no `versionId` has not been ' +
          'loaded yet.',
      ),
    versionId: z.uuid().nullable(),
    publishedAt: z.string().nullable().describe('Publication date stated in the file.'),
    confirmedAt: Timestamp.nullable().describe(
      'When the publisher last confirmed the active version.',
    ),
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
    heldVersions: z
      .array(HeldVersion)
      .describe('Versions that wait for approval, the latest last.'),
    previousVersions: z
      .array(ListVersionSummary)
      .describe('Earlier versions that can be rolled back to, the latest first.'),
    reindexPending: z.boolean().describe('Whether names one letter off are not found yet.'),
    termBuilderVersion: z.int().nullable(),
    attribution: z.string().describe('The credit that any result using the list must carry.'),
  })
  .meta({
    id: 'ScreeningSource',
    examples: [
      {
        ...{ key: 'ofac_sdn', name: lists.ofac_sdn.name, listKind: 'sanctions', enabled: true },
        ...{ versionId: '019ced2c-9000-7000-8000-5d3c2b1a0f00', publishedAt: null },
        ...{ confirmedAt: '2026-03-14T06:00:04.120Z', entryCount: 13_821, droppedEntries: 0 },
        ...{ origin: 'publisher', approvedBy: null, approvedAt: null },
        ...{ stale: false, staleReasons: [], attention: false, attentionReasons: [] },
        ...{ pending: null, heldVersions: [], previousVersions: [] },
        ...{ reindexPending: false, termBuilderVersion: TERM_BUILDER_VERSION },
        attribution: lists.ofac_sdn.attribution,
      },
    ],
  });
export type ScreeningSource = z.infer<typeof ScreeningSource>;

/** The time at which a list is shown, and whether to an operator. */
export interface SourceView {
  now: Date;
  isOperator: boolean;
}

export function presentSource(
  key: ListKey,
  state: ListState,
  { now, isOperator }: SourceView,
): ScreeningSource {
  const { name, listKind, attribution } = lists[key];
  const { active, confirmedAt } = state;
  const stale = staleReasons(state, key, now);
  const attentionReasons = attentionReasonsOf(state);
  const shown = (actor: string | undefined) =>
    actor === undefined ? null : isOperator ? actor : maskedActor(actor);
  const summary = (version: ListVersion) => ({
    ...{ versionId: version.versionId, publishedAt: version.publishedAt, builtAt: version.builtAt },
    ...{ entryCount: version.entryCount, droppedEntries: version.droppedEntries },
    ...{ counts: version.counts ?? null, digest: version.digest, origin: version.origin },
    uploadedBy: shown(version.uploadedBy),
  });
  const heldVersions = state.held.map((version) => ({
    ...summary(version),
    reasons: version.reasons,
  }));
  return {
    ...{ key, name, listKind, attribution, confirmedAt, attentionReasons, heldVersions },
    enabled: !isSwitchedOff(key),
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
    reindexPending: active !== null && active.termBuilderVersion < ONE_OFF_VERSION,
    termBuilderVersion: active?.termBuilderVersion ?? null,
  };
}
