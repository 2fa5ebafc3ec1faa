import { ListState } from '#shared/screening/index.ts';
import type { RestoredBucket } from '../restore/stage.ts';
import type { AuditedState, StoredRow } from './stored-state.ts';

export interface NamedObject {
  bucket: RestoredBucket;
  key: string;
  /** The row that refers to it. */
  by: string;
}

const FILE = /^documents\/[0-9a-f-]{36}\/(?:test|live)\/[^/]+\/[0-9a-f]{64}\.\w+$/;

/** Objects that a row needs to be complete: files of documents and templates, and list indexes. */
export const objectsNamedIn = ({ rows }: Pick<AuditedState, 'rows'>): NamedObject[] =>
  rows.flatMap((row) => {
    if (row.table === 'documents') return filesNamedIn(row);
    return row.table === 'screening' && row.item.pk === 'lists' ? indexesNamedIn(row) : [];
  });

/** The files of a deleted draft are removed first. */
function filesNamedIn({ item }: StoredRow): NamedObject[] {
  if (item.isDeleted === true) return [];
  const by = `documents ${item.pk} ${item.sk}`;
  return [...textsIn(item)].filter((text) => FILE.test(text)).map((key) => ({ bucket: 'documents', key, by }));
}

function* textsIn(value: unknown): Generator<string> {
  if (typeof value === 'string') yield value;
  else if (value instanceof Uint8Array) return;
  else if (typeof value === 'object' && value !== null)
    for (const member of Object.values(value)) yield* textsIn(member);
}

/**
 * Other rows of the partition belong to the crawl and to the joint index, which is rebuilt if it is
 * missing.
 */
function indexesNamedIn({ item }: StoredRow): NamedObject[] {
  const { data } = ListState.safeParse(item.state);
  if (!data?.active) return [];
  const { versionId } = data.active;
  return ['table', 'details'].map((part) => ({
    bucket: 'lists',
    key: `indexes/${data.key}/${versionId}/${part}`,
    by: `list ${data.key}`,
  }));
}

export const missingObjects = (
  named: readonly NamedObject[],
  standing: Record<RestoredBucket, ReadonlySet<string>>,
): string[] =>
  named
    .filter(({ bucket, key }) => !standing[bucket].has(key))
    .map(({ bucket, key, by }) => `names an object that is not there: ${by} (${bucket} ${key})`);
