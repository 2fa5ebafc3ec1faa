import { RELATIONS } from '@assay/watchlist';
import * as z from 'zod';
import { ENTRY_EXAMPLE, ScreeningEntry } from './entry.ts';
import { lists } from './lists/list.ts';
import { PepPosition } from './run.ts';

/** An entry of a list, read from the list itself. */
export const SourceEntry = z
  .object({
    source: z.string().describe('Key of the list.'),
    sourceEntryId: z.string().describe('Id of the entry in the list, as in a match.'),
    versionId: z.uuid().describe('The version of the list that was read.'),
    publishedAt: z.string().nullable().describe('Publication date that the version states.'),
    ...ScreeningEntry.shape,
    positions: z.array(PepPosition).describe('Positions held, on the PEP list.'),
    relatedTo: z
      .array(
        z.object({
          entryId: z.string(),
          relation: z.enum(RELATIONS).describe('What the entry is to the person with `entryId`.'),
        }),
      )
      .describe('Relatives who hold or held a position, on the PEP list.'),
    attribution: z.string().describe('Credit to state wherever the entry is shown.'),
  })
  .meta({
    id: 'ScreeningSourceEntry',
    examples: [
      {
        source: 'eu_fsf',
        sourceEntryId: '7512',
        publishedAt: '2026-03-14',
        versionId: '019ced2c-9000-7000-8000-5d3c2b1a0f00',
        ...ENTRY_EXAMPLE,
        positions: [],
        relatedTo: [],
        attribution: lists.eu_fsf.attribution,
      },
    ],
  });
export type SourceEntry = z.infer<typeof SourceEntry>;
