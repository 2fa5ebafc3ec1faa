import { basename } from 'node:path';
import type { Client } from '../client.ts';
import type { Run } from '../command.ts';
import { connect } from '../connect.ts';
import { EXIT, usageError } from '../failure.ts';
import type { Invocation } from '../invocation.ts';
import { putFile, sizeOf } from '../put-file.ts';
import { jsonText, printable, type Terminal, table } from '../terminal.ts';

type List = Awaited<ReturnType<Client['screening']['refreshScreeningSource']>>;

export const status: Run = async (invocation) => {
  const { terminal, isJson } = invocation;
  const { items } = await connect(invocation).screening.listScreeningSources();
  if (isJson) terminal.out(jsonText(items));
  else showLists(terminal, items);
  if (!isJson) showUnread(terminal, items);
  if (!isJson && invocation.flag('coverage')) for (const list of items) showCoverage(terminal, list);
  const isTroubled = items.some(({ enabled, stale, attention }) => enabled && (stale || attention));
  return isTroubled ? EXIT.checkFailed : EXIT.ok;
};

const showLists = (terminal: Terminal, lists: readonly List[]) =>
  table(
    terminal,
    ['list', 'kind', 'entries', 'published', 'confirmed', 'state', 'held version'],
    lists.map((list) => [
      list.key,
      list.listKind,
      list.versionId ? list.entryCount : null,
      list.publishedAt,
      list.confirmedAt?.slice(0, 16),
      stateOf(list),
      list.pending?.versionId,
    ]),
  );

/** Rows of the latest file of own lists that are no entries. */
function showUnread(terminal: Terminal, lists: readonly List[]) {
  for (const { key, own } of lists) {
    const { fileName, unreadCount, unreadRows } = own?.lastUpload ?? { fileName: '', unreadCount: 0, unreadRows: [] };
    if (unreadCount === 0) continue;
    terminal.out('');
    terminal.out(`${printable(key)}: ${unreadCount} rows of ${printable(fileName)} could not be read.`);
    for (const { line, detail } of unreadRows) terminal.out(`  line ${line}: ${printable(detail)}`);
    if (unreadRows.length < unreadCount) terminal.out(`  and ${unreadCount - unreadRows.length} more`);
  }
}

function showCoverage(terminal: Terminal, { key, name, coverage, publisherUrl, uploads }: List) {
  terminal.out('');
  terminal.out(`${terminal.style('bold', printable(key))} ${printable(name)}`);
  const accepted = `Upload: ${uploads.map(({ example }) => example).join(', ')}`;
  for (const line of [coverage.summary, ...coverage.gaps.map((gap) => `- ${gap}`), publisherUrl ?? '', accepted].filter(
    Boolean,
  ))
    terminal.out(`  ${printable(line)}`);
}

function stateOf({ enabled, versionId, stale, staleReasons, attention, attentionReasons }: List) {
  if (!enabled) return 'switched off';
  const doubts = [
    ...(stale ? [`stale: ${staleReasons.join(', ')}`] : []),
    ...(attention ? [`attention: ${attentionReasons.join(', ')}`] : []),
  ];
  return doubts.length > 0 ? doubts.join('; ') : versionId ? 'current' : 'not loaded';
}

export const refresh: Run = async (invocation) => {
  const { terminal, isJson } = invocation;
  const client = connect(invocation);
  const lists: List[] = [];
  for (const key of invocation.args)
    lists.push(await client.screening.refreshScreeningSource({ params: { key }, body: {} }));
  if (isJson) terminal.out(jsonText(lists));
  else for (const { key } of lists) terminal.out(`Refreshing ${key}. See \`assay lists status\`.`);
  return undefined;
};

export const approve: Run = async (invocation) => {
  const { terminal, isJson } = invocation;
  const key = invocation.argument(0);
  const [versionId, reason] = [invocation.text('version'), invocation.text('reason')];
  const list = await connect(invocation).screening.approveScreeningSource({
    params: { key },
    body: {
      ...(versionId !== undefined && { versionId }),
      ...(reason !== undefined && { reason }),
    },
  });
  if (isJson) terminal.out(jsonText(list));
  else terminal.out(`Approved version ${list.versionId} of ${key}: ${list.entryCount} entries.`);
  return undefined;
};

/** Creates an upload URL, uploads the file and refreshes the list from it. */
export const upload: Run = async (invocation) => {
  const [key, file] = [invocation.argument(0), invocation.argument(1)];
  const columns = columnsOf(invocation.texts('map'));
  const client = connect(invocation);
  const target = await client.screening.uploadScreeningFile({
    params: { key },
    body: { fileName: basename(file), sizeBytes: sizeOf(file) },
  });
  return send(invocation, client, { key, file, columns, target });
};

type Kind = NewList['listKind'];
type NewList = Parameters<Client['screening']['saveOwnList']>[0]['body'];
type Columns = Record<string, string>;

/** Creates an own list, or renames it, and reads its file. */
export const create: Run = async (invocation) => {
  const [key, file] = [invocation.argument(0), invocation.argument(1)];
  const columns = columnsOf(invocation.texts('map'));
  const client = connect(invocation);
  const target = await client.screening.saveOwnList({
    params: { key },
    body: {
      name: invocation.required('name'),
      // The choices of the option are those of the service.
      listKind: (invocation.text('kind') ?? 'watch') as Kind,
      fileName: basename(file),
      sizeBytes: sizeOf(file),
    },
  });
  return send(invocation, client, { key, file, columns, target });
};

export const remove: Run = async (invocation) => {
  const key = invocation.argument(0);
  await connect(invocation).screening.deleteOwnList({ params: { key } });
  invocation.terminal.err(`Deleted the list ${key} with all its versions. Runs against it stay.`);
  return undefined;
};

/** The service refuses an unknown column. */
function columnsOf(mapped: readonly string[]): Columns | undefined {
  const pairs = mapped.map((text): [string, string] => {
    const at = text.indexOf('=');
    if (at < 1 || at === text.length - 1) throw usageError('--map takes <column>=<heading>, such as name="Full name".');
    return [text.slice(at + 1), text.slice(0, at)];
  });
  return pairs.length > 0 ? Object.fromEntries(pairs) : undefined;
}

interface Sent {
  key: string;
  file: string;
  columns: Columns | undefined;
  target: Awaited<ReturnType<Client['screening']['uploadScreeningFile']>>;
}

type Refresh = NonNullable<Parameters<Client['screening']['refreshScreeningSource']>[0]['body']['upload']>;

async function send({ terminal, isJson }: Invocation, client: Client, { key, file, columns, target }: Sent) {
  const fileName = basename(file);
  await putFile(file, target);
  const { uploadId } = target;
  const upload = { uploadId, fileName, ...(columns && { columns }) } as Refresh;
  const list = await client.screening.refreshScreeningSource({ params: { key }, body: { upload } });
  if (isJson) terminal.out(jsonText({ uploadId, list }));
  else
    terminal.out(
      `Uploaded ${fileName}. It is read in the background and may need approval. See \`assay lists status\`.`,
    );
  return undefined;
}
