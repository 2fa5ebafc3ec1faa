import { sha256Hex } from '@assay/foundation/canonical-json';
import { LARGEST_ZIP_BYTES, zipEnd, zipFile } from '@assay/foundation/zip';
import { putBlob } from '#shared/platform/blobs.ts';
import type { StoredJob } from '#shared/platform/jobs/job.ts';
import { type JobContext, JobFailure, type JobRunner, type Step } from '#shared/platform/jobs/run-job.ts';
import { findRootOver, listRoots, readSubject } from '#shared/risk/index.ts';
import { addPart, finishFile, isPartFull, putRest, readRest } from '../export-files.ts';
import { PACK_FILE_BYTES, PACK_FILES } from '../limits.ts';
import { notIncluded } from './not-included.ts';
import { type PackedFile, PackInput, PackState } from './pack.ts';
import { packContent } from './pack-content.ts';
import { packContentKey } from './pack-files.ts';
import { type PackContext, SECTIONS, type SectionPage } from './pack-sections.ts';

/** Proofs lead to the newest root at the start, whichever are sealed while the pack is made. */
async function firstState({ store, caller }: JobContext): Promise<PackState> {
  const { items } = await listRoots(store, caller, { offset: 0, order: 'newest' });
  const [root] = items;
  const none = { section: 0, offset: 0, files: [], bytes: 0, records: 0, unproved: 0, withheld: 0 };
  return { ...none, treeSize: root?.treeSize ?? 0, upload: null, tags: [], hasRest: false };
}

/**
 * Adds files to the archive until a part of it is full, the worker runs out of time or nothing is left. Memory is bounded
 * by one part and one file. A step that runs again stores the same part again.
 */
async function packStep(context: JobContext, job: StoredJob, hasTime: () => boolean): Promise<Step> {
  const { store, caller } = context;
  const input = PackInput.parse(job.input);
  let state = job.state === null ? await firstState(context) : PackState.parse(job.state);
  const root = state.treeSize === 0 ? undefined : await findRootOver(store, caller, state.treeSize - 1);
  const about: PackContext = { context, input, root };
  const parts = [state.hasRest ? await readRest(caller, job.id) : EMPTY];
  const sizeOf = () => parts.reduce((sum, { length }) => sum + length, 0);
  const add = (name: string, content: Buffer) => {
    const { file, bytes } = zipFile(name, content, state.bytes);
    const files: PackedFile[] = [...state.files, { ...file, sha256: sha256Hex(content) }];
    if (files.length > PACK_FILES || state.bytes + bytes.length > LARGEST_ZIP_BYTES) throw tooLarge();
    parts.push(bytes);
    state = { ...state, files, bytes: state.bytes + bytes.length };
  };

  while (state.section < SECTIONS.length && !isPartFull(sizeOf())) {
    const { files, ...found } = await readPages(about, state);
    for (const [name, content] of files) add(name, content);
    state = { ...state, ...found };
    if (!hasTime()) break;
  }

  const counts = { done: state.records, failed: 0, share: null };
  if (state.section === SECTIONS.length) {
    const omitted = notIncluded(input, state);
    add('subject.json', jsonOf(await readSubject(context, input.subjectId)));
    add('roots.json', jsonOf({ items: root ? [root] : [] }));
    add('not-included.json', jsonOf(omitted));
    const manifest = jsonOf({
      pack: job.id,
      subjectId: input.subjectId,
      organizationId: caller.organizationId,
      mode: caller.mode,
      createdAt: job.createdAt,
      createdBy: job.createdBy,
      files: state.files.map(({ name, size, sha256 }) => ({ name, sizeBytes: size, sha256 })),
    });
    add('manifest.json', manifest);
    const end = zipEnd(state.files, state.bytes);
    state = { ...state, bytes: state.bytes + end.length, hasRest: false, manifestSha256: sha256Hex(manifest) };
    const content = await packContent(about, { job, state, omitted });
    await putBlob('exports', packContentKey(caller, job.id), jsonOf(content));
    await finishFile(caller, job.id, state, Buffer.concat([...parts, end]));
    return { ...counts, total: state.records, state, sealing: true, isLast: false };
  }
  const whole = Buffer.concat(parts);
  if (isPartFull(whole.length)) {
    const added = await addPart(caller, job.id, state, whole);
    return { ...counts, total: null, state: { ...state, ...added, hasRest: false }, isLast: false };
  }
  await putRest(caller, job.id, whole);
  return { ...counts, total: null, state: { ...state, hasRest: true }, isLast: false };
}

const EMPTY = Buffer.alloc(0);
const jsonOf = (value: unknown) => Buffer.from(JSON.stringify(value, null, 2));
const tooLarge = () =>
  new JobFailure(
    'pack_too_large',
    `The pack would have more than ${PACK_FILES} files or 4 GB. Export the records instead.`,
  );

/** Pages of one section until their lines fill a file, and where the next file begins. */
async function readPages(about: PackContext, before: PackState) {
  let { section, offset, records, unproved, withheld } = before;
  const lines = new Map<string, string[]>();
  const whole: [name: string, content: Buffer][] = [];
  for (let bytes = 0, isSame = true; isSame && bytes < PACK_FILE_BYTES; ) {
    const page = await (SECTIONS[section] as (typeof SECTIONS)[number])(about, offset);
    bytes += collect(page, lines, whole);
    records += page.records;
    unproved += page.unproved ?? 0;
    withheld += page.withheld ?? 0;
    isSame = page.next !== null;
    [section, offset] = page.next === null ? [section + 1, 0] : [section, page.next];
  }
  const named = [...lines].map(([prefix, texts]): [string, Buffer] => {
    const number = before.files.filter(({ name }) => name.startsWith(`${prefix}-`)).length + 1;
    return [`${prefix}-${number}.ndjson`, Buffer.from(texts.join(''))];
  });
  return { files: [...named, ...whole], section, offset, records, unproved, withheld };
}

/** The bytes that a page adds. */
function collect(page: SectionPage, lines: Map<string, string[]>, whole: [string, Buffer][]): number {
  let bytes = 0;
  for (const [prefix, records] of Object.entries(page.lines)) {
    const texts = records.map((record) => `${JSON.stringify(record)}\n`);
    if (texts.length > 0) lines.set(prefix, [...(lines.get(prefix) ?? []), ...texts]);
    for (const text of texts) bytes += text.length;
  }
  for (const [name, content] of Object.entries(page.files ?? {})) {
    whole.push([name, content]);
    bytes += content.length;
  }
  return bytes;
}

export const evidencePackRunner: JobRunner = { step: packStep };
