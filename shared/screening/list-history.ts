import * as z from 'zod';
import { pageOf, Timestamp } from '#shared/platform/http/shapes.ts';
import { Outcome, outcomeOf } from './lists/list-calendar.ts';
import { LIST_EVENTS, type ListEvent, ListEventType, SCHEDULE } from './lists/list-event.ts';
import { ArchivedFile, EntryCounts, Origin } from './lists/list-version.ts';

const sentences = Object.entries(LIST_EVENTS).map(([type, sentence]) => `- \`${type}\`: ${sentence}`);

/** One event of a list's history, as the API shows it. */
export const ListHistoryEvent = z
  .object({
    id: z.uuid(),
    type: ListEventType.describe(`What happened.\n\n${sentences.join('\n')}`),
    outcome: Outcome.nullable().describe(
      'What became of the list: `confirmed` (unchanged), `switched` (another version is searched), `held` or `failed`. ' +
        'Null for requests and for events without an effect on what is searched.',
    ),
    occurredAt: Timestamp,
    actor: z
      .string()
      .describe(
        '`schedule`, or the person: `user:<id>` for organizations named in `listOperators`, `operator` for others.',
      ),
    versionId: z.uuid().nullable(),
    origin: Origin.nullable(),
    publishedAt: z.string().nullable().describe('Publication date stated in the file.'),
    digest: z.string().nullable().describe('SHA-256 over the name and SHA-256 of each file the version was read from.'),
    files: z
      .array(ArchivedFile)
      .describe(
        'The files the version was read from, in the archive of the installation as `archive/<digest>`. Empty for versions of earlier releases.',
      ),
    entryCount: z.int().nullable(),
    counts: EntryCounts.nullable().describe('Entries by kind.'),
    added: z.int().nullable().describe('Entries that the version that was active before lacks.'),
    removed: z.int().nullable().describe('Entries that only the version that was active before has.'),
    changed: z.int().nullable().describe('Entries in both with different facts.'),
    reasons: z.array(z.string()).describe('Why the version is held or the file was refused.'),
    uploadId: z.uuid().nullable(),
    fileName: z.string().nullable(),
    sizeBytes: z.int().nullable(),
    name: z.string().optional().describe('Of an own list that was created or renamed.'),
    reason: z.string().nullable().describe('Comment of the operator; shown to operator organizations only.'),
  })
  .meta({ id: 'ListHistoryEvent' });
export type ListHistoryEvent = z.infer<typeof ListHistoryEvent>;

export const ListHistoryPage = pageOf(ListHistoryEvent);

/** User ids and free text of an operator's organization are shown to operators only. */
export function presentListEvent({ list, ...event }: ListEvent, isOperator: boolean): ListHistoryEvent {
  const shown = { ...event, outcome: outcomeOf(event.type) };
  return isOperator ? shown : { ...shown, actor: maskedActor(event.actor), reason: null };
}

export const maskedActor = (actor: string) => (actor === SCHEDULE ? SCHEDULE : 'operator');
