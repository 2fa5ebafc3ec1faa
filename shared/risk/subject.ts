import * as z from 'zod';
import { notBlank, recordOf, Timestamp, text } from '#shared/platform/http/shapes.ts';
import { EXTERNAL_ID_CHARACTERS } from './limits.ts';

/**
 * What risk is assessed for. It exists independently of verification sessions and stores no name.
 */
export const SubjectKind = z.enum(['person', 'business', 'account', 'transaction']);

export const NewSubject = z
  .strictObject({
    kind: SubjectKind,
    externalId: notBlank(text(EXTERNAL_ID_CHARACTERS)).describe(
      'Your own id, unique per kind. Must not contain a name or identity document number.',
    ),
  })
  .meta({ id: 'NewSubject', examples: [{ kind: 'person', externalId: 'customer-4711' }] });
export type NewSubject = z.infer<typeof NewSubject>;

const Subject = z.object({
  kind: SubjectKind,
  externalId: z.string(),
  createdAt: Timestamp,
});

export const SubjectRecord = recordOf('subjects', Subject).meta({
  id: 'Subject',
  examples: [
    {
      id: '019ced2c-0e65-7a4c-9b1d-6f1c2b9a4e00',
      resource: 'subjects',
      data: {
        kind: 'person',
        externalId: 'customer-4711',
        createdAt: '2026-03-14T09:26:53.589Z',
      },
    },
  ],
});
export type SubjectRecord = z.infer<typeof SubjectRecord>;
