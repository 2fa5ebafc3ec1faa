import * as z from 'zod';
import { pageOf, Timestamp } from '#shared/platform/http/shapes.ts';
import { LIST_EVENTS, type ListEvent, ListEventType, SCHEDULE } from './lists/list-event.ts';
import { EntryCounts, Origin } from './lists/list-version.ts';

const sentences = Object.entries(LIST_EVENTS).map(
  ([type, sentence]) => `- \`${type}\`: ${sentence}`,
);

/** One event of a list's history, as the API shows it. */
export const ListHistoryEvent = z
  .object({
    id: z.uuid(),
    type: ListEventType.describe(`What happened.\n\n${sentences.join('\n')}`),
    occurredAt: Timestamp,
    actor: z
      .string()
      .describe(
        '`schedule`, or the person: `user:<id>` for organizations named in `listOperators`, `operator` for others.',
      ),
    versionId: z.uuid().nullable(),
    origin: Origin.nullable(),
    publishedAt: z.string().nullable().describe('Publication date stated in the file.'),
    digest: z
      .string()
      .nullable()
      .describe('SHA-256 over the name and SHA-256 of each file the version was read from.'),
    entryCount: z.int().nullable(),
    counts: EntryCounts.nullable().describe('Entries by kind.'),
    reasons: z.array(z.string()).describe('Why the version is held or the file was refused.'),
    uploadId: z.uuid().nullable(),
    fileName: z.string().nullable(),
    sizeBytes: z.int().nullable(),
    reason: z
      .string()
      .nullable()
      .describe('Comment of the operator; shown to operator organizations only.'),
  })
  .meta({ id: 'ListHistoryEvent' });
export type ListHistoryEvent = z.infer<typeof ListHistoryEvent>;

export const ListHistoryPage = pageOf(ListHistoryEvent);

/** User ids and free text of an operator's organization are shown to operators only. */
export function presentListEvent(
  { list, ...event }: ListEvent,
  isOperator: boolean,
): ListHistoryEvent {
  return isOperator ? event : { ...event, actor: maskedActor(event.actor), reason: null };
}

export const maskedActor = (actor: string) => (actor === SCHEDULE ? SCHEDULE : 'operator');
