import { ListState } from '#shared/screening/index.ts';
import type { RestoredBucket } from '../restore/stage.ts';
import type { Rule, State } from './facts.ts';
import { STANDING, WANTED } from './kinds.ts';
import type { StoredRow } from './stored-state.ts';

const FILE = /^documents\/[0-9a-f-]{36}\/(?:test|live)\/[^/]+\/[0-9a-f]{64}\.\w+$/;

const keyOf = (bucket: RestoredBucket, key: string) => `${bucket} ${key}`;

/** An object that the listing of a bucket has. */
export const stateObject = (state: State, bucket: RestoredBucket, key: string) =>
  state('objects', keyOf(bucket, key), STANDING);

/** Objects that a row needs to be complete exist: files of documents and templates, and list indexes. */
export const missingObjects: Rule = {
  read: ({ row }, state) => {
    if (row.table === 'documents') readFiles(row, state);
    if (row.table === 'screening' && row.item.pk === 'lists') readIndexes(row, state);
  },
  judges: {
    objects: (key, facts, _state, find) => {
      for (const { kind, values } of facts)
        if (kind === STANDING) return;
        else find(`names an object that is not there: ${values[0]} (${key})`);
    },
  },
};

/** The files of a deleted draft are removed first. */
function readFiles({ item }: StoredRow, state: State): void {
  if (item.isDeleted === true) return;
  const by = `documents ${item.pk} ${item.sk}`;
  for (const text of textsIn(item)) if (FILE.test(text)) state('objects', keyOf('documents', text), WANTED, by);
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
function readIndexes({ item }: StoredRow, state: State): void {
  const { data } = ListState.safeParse(item.state);
  if (!data?.active) return;
  const { versionId } = data.active;
  for (const part of ['table', 'details'])
    state('objects', keyOf('lists', `indexes/${data.key}/${versionId}/${part}`), WANTED, `list ${data.key}`);
}
