import * as z from 'zod';
import { notBlank, text } from '#shared/platform/http/shapes.ts';

export const LOOKUP_RESULTS = 10;
const QUERY_CHARACTERS = 200;

export const LookupQuery = z.strictObject({
  q: notBlank(text(QUERY_CHARACTERS)).describe(
    'The id of a record, the external id of a subject, the beginning of a policy key, or a part of the name of a document or list.',
  ),
});

export const LookupResult = z
  .object({
    items: z
      .array(
        z.object({
          resource: z.string().describe('As in the paths of the API, such as `subjects`, `runs` or `documents`.'),
          id: z.string().describe('The id of the record; of a list, its key.'),
          label: z.string().describe('The record in a few words.'),
        }),
      )
      .max(LOOKUP_RESULTS),
  })
  .meta({
    id: 'LookupResult',
    examples: [
      {
        items: [
          {
            resource: 'subjects',
            id: '019ced2c-0e65-7a4c-9b1d-6f1c2b9a4e00',
            label: 'application-2026-0042 (person)',
          },
        ],
      },
    ],
  });
export type LookupResult = z.infer<typeof LookupResult>;
export type Found = LookupResult['items'][number];
