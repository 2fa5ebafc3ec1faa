import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import { classify, type StoredRow } from '#bin/audit/stored-state.ts';
import type { Item } from '#shared/platform/store/store.ts';
import { tableNames } from './engine.ts';
import { RECORDINGS, recordedVersions } from './recordings.ts';

/** Rows of every kind, as the newest recorded version stored them. */
export function recordedRows(): StoredRow[] {
  const version = recordedVersions().at(-1) ?? '';
  return tableNames().flatMap((table) => {
    const rows = JSON.parse(readFileSync(join(RECORDINGS, version, `${table}.json`), 'utf8')) as unknown[];
    return rows.map((row) => classify(table, unmarshall(withBytes(row) as Parameters<typeof unmarshall>[0]) as Item));
  });
}

/** Bytes are recorded as base64. */
function withBytes(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withBytes);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => {
      return [name, name === 'B' && typeof member === 'string' ? Buffer.from(member, 'base64') : withBytes(member)];
    }),
  );
}
