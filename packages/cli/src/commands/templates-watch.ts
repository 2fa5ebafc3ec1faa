import { readFileSync, watch, writeFileSync } from 'node:fs';
import { basename, dirname, resolve } from 'node:path';
import { AssayProblem, type Client } from '../client.ts';
import type { Run } from '../command.ts';
import { connect } from '../connect.ts';
import { imagesOf, imageUploader } from '../documents/template-images.ts';
import { EXIT, Failure } from '../failure.ts';
import type { Invocation } from '../invocation.ts';
import { readObject, readText } from '../read-file.ts';
import { printable, type Terminal } from '../terminal.ts';

type Preview = Parameters<Client['documents']['previewTemplate']>[0]['body'];
type Draft = Omit<Preview, 'images'> & { files: ReadonlyMap<string, string> };

/** Editors write a file in several steps. */
const SETTLE_MS = 100;

export const watchTemplate: Run = async (invocation) => {
  const { terminal } = invocation;
  const client = connect(invocation);
  const file = invocation.argument(0);
  const out = invocation.text('out') ?? `${file.replace(/\.(md|markdown)$/i, '')}.pdf`;
  // A file that is missing at the start is a wrong name, not the next step of an editor.
  const first = previewOf(invocation);
  const upload = imageUploader(client);
  const isGood = await render(client, () => first, { out, terminal, upload });
  if (invocation.flag('once')) return isGood ? EXIT.ok : EXIT.refused;

  terminal.err(`Watching ${file}. Press Ctrl-C to stop.`);
  const data = invocation.text('data');
  for await (const _change of changesOf([file, ...(data === undefined ? [] : [data])]))
    await render(client, () => previewOf(invocation), { out, terminal, upload });
  return undefined;
};

function previewOf(invocation: Invocation): Draft {
  const data = invocation.text('data');
  const language = invocation.text('language');
  const pageSize = invocation.text('page-size') as Preview['pageSize'];
  const source = readText(invocation.argument(0));
  const images = invocation.text('images');
  return {
    source,
    files: images === undefined ? new Map() : imagesOf(images, source),
    sampleData: data === undefined ? {} : readObject(data),
    ...(pageSize && { pageSize }),
    ...(language !== undefined && { language }),
  };
}

/** Findings are shown and the last PDF stays, so that the next change can correct them. */
async function render(
  client: Client,
  preview: () => Draft,
  { out, terminal, upload }: { out: string; terminal: Terminal; upload: ReturnType<typeof imageUploader> },
): Promise<boolean> {
  const startMs = Date.now();
  try {
    const { files, ...body } = preview();
    const pdf = await client.documents.previewTemplate({ body: { ...body, images: await upload(files) } });
    writeFileSync(out, pdf);
    terminal.err(`Rendered ${out} (${pdf.length.toLocaleString('en')} bytes, ${Date.now() - startMs} ms).`);
    return true;
  } catch (error) {
    if (error instanceof Failure) terminal.err(error.message);
    else if (error instanceof AssayProblem && error.status < 500 && error.status !== 401) {
      terminal.err(printable(error.detail));
      for (const { path, message } of error.errors) terminal.err(`  ${printable(path)}: ${printable(message)}`);
    } else throw error;
    return false;
  }
}

/** Folders are watched, because editors replace files instead of writing them. */
async function* changesOf(files: readonly string[]): AsyncGenerator<void, void, undefined> {
  const paths = files.map((file) => resolve(file));
  let contents = contentsOf(paths);
  let notify: () => void = () => undefined;
  const watchers = [...new Set(paths.map((path) => dirname(path)))].map((folder) =>
    watch(folder, (_event, name) => {
      if (name === null || paths.some((path) => basename(path) === name)) notify();
    }),
  );
  try {
    for (;;) {
      await new Promise<void>((changed) => {
        notify = () => setTimeout(changed, SETTLE_MS);
        // A change during the last rendering.
        if (contentsOf(paths) !== contents) changed();
      });
      const current = contentsOf(paths);
      if (current === contents) continue;
      contents = current;
      yield;
    }
  } finally {
    for (const watcher of watchers) watcher.close();
  }
}

const contentsOf = (paths: readonly string[]) =>
  paths
    .map((path) => {
      try {
        return readFileSync(path, 'utf8');
      } catch {
        return '';
      }
    })
    .join('\0');
