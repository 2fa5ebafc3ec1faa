import { basename } from 'node:path';
import type { Client } from '../client.ts';
import type { Run } from '../command.ts';
import { connect } from '../connect.ts';
import { EXIT } from '../failure.ts';
import { putFile, sizeOf } from '../put-file.ts';
import { jsonText, printable, type Terminal, table } from '../terminal.ts';

type List = Awaited<ReturnType<Client['screening']['refreshScreeningSource']>>;

export const status: Run = async (invocation) => {
  const { terminal, isJson } = invocation;
  const { items } = await connect(invocation).screening.listScreeningSources();
  if (isJson) terminal.out(jsonText(items));
  else showLists(terminal, items);
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

function showCoverage(terminal: Terminal, { key, name, coverage, publisherUrl, uploads }: List) {
  terminal.out('');
  terminal.out(`${terminal.style('bold', printable(key))} ${printable(name)}`);
  const accepted = `Upload: ${uploads.map(({ example }) => example).join(', ')}`;
  for (const line of [coverage.summary, ...coverage.gaps.map((gap) => `- ${gap}`), publisherUrl, accepted])
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
  const { terminal, isJson } = invocation;
  const [key, file] = [invocation.argument(0), invocation.argument(1)];
  const client = connect(invocation);
  const fileName = basename(file);
  const target = await client.screening.uploadScreeningFile({
    params: { key },
    body: { fileName, sizeBytes: sizeOf(file) },
  });
  await putFile(file, target);
  const { uploadId } = target;
  const list = await client.screening.refreshScreeningSource({
    params: { key },
    body: { upload: { uploadId, fileName } },
  });
  if (isJson) terminal.out(jsonText({ uploadId, list }));
  else
    terminal.out(
      `Uploaded ${fileName}. It is read in the background and may need approval. See \`assay lists status\`.`,
    );
  return undefined;
};
