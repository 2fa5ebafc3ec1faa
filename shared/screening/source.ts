import * as z from 'zod';
import { Timestamp } from '#shared/platform/http/shapes.ts';
import { type ListKey, lists } from './lists/list.ts';
import { isSwitchedOff } from './lists/list-files.ts';
import { type ListState, staleReasons } from './lists/list-state.ts';
import { ONE_OFF_VERSION, TERM_BUILDER_VERSION } from './names/term-builder-version.ts';

/** A list as it stands: which version is searched, and whether it can be relied on. */
export const ScreeningSource = z
  .object({
    key: z.string(),
    name: z.string(),
    listKind: z.enum(['sanctions', 'pep']),
    enabled: z
      .boolean()
      .describe(
        'False for a list that is switched off. A list that is enabled and has no `versionId` has not been loaded yet.',
      ),
    versionId: z.uuid().nullable(),
    publishedAt: z.string().nullable().describe('The day the publication states of itself.'),
    confirmedAt: Timestamp.nullable().describe('When the publisher last had nothing newer.'),
    entryCount: z.int(),
    droppedEntries: z.int().describe('Entries of the publication that cannot be searched.'),
    stale: z.boolean(),
    staleReasons: z.array(z.string()),
    attention: z.boolean().describe('Whether an operator has to look.'),
    attentionReasons: z.array(z.string()),
    heldVersions: z
      .array(z.object({ versionId: z.uuid(), entryCount: z.int(), droppedEntries: z.int() }))
      .describe('Versions that wait for an operator’s word, the latest last.'),
    reindexPending: z.boolean().describe('Whether names one letter off are not found yet.'),
    termBuilderVersion: z.int().nullable(),
    attribution: z.string().describe('Whom any result that uses the list must credit.'),
  })
  .meta({
    id: 'ScreeningSource',
    examples: [
      {
        ...{ key: 'ofac_sdn', name: lists.ofac_sdn.name, listKind: 'sanctions', enabled: true },
        ...{ versionId: '019ced2c-9000-7000-8000-5d3c2b1a0f00', publishedAt: null },
        ...{ confirmedAt: '2026-03-14T06:00:04.120Z', entryCount: 13_821, droppedEntries: 0 },
        ...{ stale: false, staleReasons: [], attention: false, attentionReasons: [] },
        heldVersions: [],
        ...{ reindexPending: false, termBuilderVersion: TERM_BUILDER_VERSION },
        attribution: lists.ofac_sdn.attribution,
      },
    ],
  });
export type ScreeningSource = z.infer<typeof ScreeningSource>;

export function presentSource(key: ListKey, state: ListState, now: Date): ScreeningSource {
  const { name, listKind, attribution } = lists[key];
  const { active, confirmedAt, attentionReasons } = state;
  const stale = staleReasons(state, key, now);
  const termBuilderVersion = active?.termBuilderVersion ?? null;
  return {
    ...{ key, name, listKind, attribution, confirmedAt, attentionReasons, termBuilderVersion },
    enabled: !isSwitchedOff(key),
    versionId: active?.versionId ?? null,
    publishedAt: active?.publishedAt ?? null,
    entryCount: active?.entryCount ?? 0,
    droppedEntries: active?.droppedEntries ?? 0,
    stale: stale.length > 0,
    staleReasons: stale,
    attention: attentionReasons.length > 0,
    heldVersions: state.held.map(({ versionId, entryCount, droppedEntries }) => ({
      ...{ versionId, entryCount, droppedEntries },
    })),
    reindexPending: active !== null && active.termBuilderVersion < ONE_OFF_VERSION,
  };
}
