import type { Client } from '../client.ts';
import type { Run } from '../command.ts';
import { connect } from '../connect.ts';
import { EXIT } from '../failure.ts';
import { jsonText, table } from '../terminal.ts';

type Event = Awaited<ReturnType<Client['screening']['listScreeningSourceHistory']>>['items'][number];

interface ArchivedVersion extends Pick<Event, 'publishedAt' | 'files'> {
  versionId: string;
  /** When the version was first recorded. */
  recordedAt: string;
}

/** The whole history of a list is read: it is kept as long as the files. */
const DAYS = 36_600;

export const archive: Run = async (invocation) => {
  const { terminal, isJson } = invocation;
  const key = invocation.argument(0);
  const wanted = invocation.text('version');
  const versions = new Map<string, ArchivedVersion>();
  for await (const { versionId, occurredAt, publishedAt, files } of eventsOf(connect(invocation), key))
    if (versionId !== null && files.length > 0 && (wanted === undefined || versionId === wanted))
      // Newest first, so the event that recorded it comes last.
      versions.set(versionId, { versionId, recordedAt: occurredAt, publishedAt, files });
  const all = [...versions.values()];
  if (isJson) terminal.out(jsonText(all));
  else if (all.length === 0) terminal.out('No archived files.');
  else
    table(
      terminal,
      ['version', 'recorded', 'published', 'file', 'bytes', 'sha256'],
      all.flatMap(({ versionId, recordedAt, publishedAt, files }) =>
        files.map(({ name, sizeBytes, digest }) => [versionId, recordedAt, publishedAt, name, sizeBytes, digest]),
      ),
    );
  return wanted !== undefined && all.length === 0 ? EXIT.checkFailed : EXIT.ok;
};

async function* eventsOf(client: Client, key: string): AsyncGenerator<Event> {
  for (let offset: number | null = 0; offset !== null; ) {
    const page: { items: Event[]; nextOffset: number | null } = await client.screening.listScreeningSourceHistory({
      params: { key },
      query: { days: DAYS, offset },
    });
    yield* page.items;
    offset = page.nextOffset;
  }
}
