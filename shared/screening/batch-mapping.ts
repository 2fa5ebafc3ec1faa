import { DefinitionKey } from '@assay/policy-engine';
import * as z from 'zod';
import { Timestamp } from '#shared/platform/http/shapes.ts';
import { HEADING_CHARACTERS, MAPPED_HEADINGS } from './limits.ts';
import { BatchColumn } from './uploaded/batch-columns.ts';

/** The name of the mapping of the columns of files. */
export const MappingName = DefinitionKey.meta({ examples: ['core-banking'] });

/** Meanings of columns by heading. */
export const MappedColumns = z.record(z.string().max(HEADING_CHARACTERS), BatchColumn);

const hasSomeHeadings = (columns: object) => {
  const headings = Object.keys(columns).length;
  return headings > 0 && headings <= MAPPED_HEADINGS;
};

export const NewBatchMapping = z
  .strictObject({
    columns: MappedColumns.refine(hasSomeHeadings, `must have 1 to ${MAPPED_HEADINGS} headings`).meta({
      minProperties: 1,
      maxProperties: MAPPED_HEADINGS,
      description:
        'Meanings of columns by heading, as in `columns` of a batch. A heading that a file does not have changes nothing.',
    }),
  })
  .meta({
    id: 'NewBatchMapping',
    examples: [{ columns: { Kunde: 'name', 'Geb.': 'dateOfBirth', Filiale: 'ignore' } }],
  });
export type NewBatchMapping = z.infer<typeof NewBatchMapping>;

export const BatchMapping = z
  .object({
    id: z.uuid().describe('The `resourceId` of its events.'),
    name: z.string(),
    columns: MappedColumns,
    updatedAt: Timestamp,
    updatedBy: z.string().describe('`user:<id>` or `api_key:<id>`.'),
  })
  .meta({
    id: 'BatchMapping',
    examples: [
      {
        id: '019ced2c-7000-7000-8000-5d3c2b1a0f00',
        name: 'core-banking',
        columns: { Kunde: 'name', 'Geb.': 'dateOfBirth', Filiale: 'ignore' },
        updatedAt: '2026-03-14T09:26:53.589Z',
        updatedBy: 'user:019ced2b-aa00-7000-8000-5d3c2b1a0f01',
      },
    ],
  });
export type BatchMapping = z.infer<typeof BatchMapping>;

export const BatchMappings = z.object({ items: z.array(BatchMapping) }).meta({ id: 'BatchMappings' });
