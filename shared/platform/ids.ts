import { randomFillSync } from 'node:crypto';
import { idTimeMs } from './clock.ts';

/**
 * The id of a record contains its time of creation and its key, so reading by id, listing in order of creation
 * and paging by number need no index. It is a UUIDv7:
 *
 *     48 bits milliseconds | 4 version | 6 tie | 6 random | 2 variant | 55 random | 7 member
 *
 * Milliseconds and tie are the place, which is unique within a collection because it is the row's sort key.
 * The member is the number of the record in a row that packs several (a batch of evidence, the events of one
 * commit); a record with its own row is member 0. Milliseconds since `EPOCH_MS`, tie and member form the
 * position, a number below 2^53; `offsets.ts` makes it the value of `offset`.
 */
export const EPOCH_MS = Date.UTC(2026, 0, 1);
export const TIES = 64;
export const MEMBERS_PER_ROW = 128;

/** No machine corrects its clock by this much at once; the local cloud sets it back by days. */
const SET_BACK_MS = 6 * 60 * 60 * 1000;

let lastMs = 0;
let lastTie = 0;

/** Ids made by one process are ascending, also within a millisecond, unless its clock is set back by hours. */
export function newId(nowMs: number = idTimeMs()): string {
  const fresh = nowMs > lastMs || nowMs < lastMs - SET_BACK_MS;
  const bytes = randomFillSync(new Uint8Array(16));
  // Random, so that processes rarely choose the same and all shards are used evenly.
  lastTie = fresh ? (bytes[0] ?? 0) % TIES : lastTie + 1;
  lastMs = fresh ? nowMs : lastMs;
  if (lastTie === TIES) {
    lastTie = 0;
    lastMs += 1;
  }

  const view = new DataView(bytes.buffer);
  view.setUint16(0, Math.floor(lastMs / 2 ** 32));
  view.setUint32(2, lastMs % 2 ** 32);
  bytes[6] = 0x70 | (lastTie >> 2);
  bytes[7] = ((lastTie & 3) << 6) | ((bytes[7] ?? 0) & 0x3f);
  bytes[8] = 0x80 | ((bytes[8] ?? 0) & 0x3f);
  bytes[15] = (bytes[15] ?? 0) & 0x80;
  return uuidOf(bytes);
}

/** An id that follows from a digest of 16 bytes or more: the same work makes the same record, however often it is done. */
export function derivedId(digest: Uint8Array, ms: number): string {
  const bytes = digest.slice(0, 16);
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  view.setUint16(0, Math.floor(ms / 2 ** 32));
  view.setUint32(2, ms % 2 ** 32);
  bytes[6] = 0x70 | ((bytes[6] ?? 0) & 0x0f);
  bytes[8] = 0x80 | ((bytes[8] ?? 0) & 0x3f);
  bytes[15] = (bytes[15] ?? 0) & 0x80;
  return uuidOf(bytes);
}

function uuidOf(bytes: Uint8Array): string {
  const hex = Buffer.from(bytes).toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

/** A number below 64 that distinguishes rows of the same millisecond. */
export const tieOf = (id: string) => (Number.parseInt(id.slice(15, 17), 16) >> 2) & 0x3f;
const lastByteOf = (id: string) => Number.parseInt(id.slice(-2), 16);
const withLastByte = (id: string, byte: number) => id.slice(0, -2) + byte.toString(16).padStart(2, '0');

export const memberOf = (id: string) => lastByteOf(id) & 0x7f;

/** The id of the row that holds this record. */
export const rowIdOf = (id: string) => withLastByte(id, lastByteOf(id) & 0x80);

export const memberId = (rowId: string, member: number) => withLastByte(rowId, (lastByteOf(rowId) & 0x80) | member);

/** The position of a row among the rows of its collection, as sortable text. */
export const placeOf = (id: string) => id.slice(0, 8) + id.slice(9, 13) + tieOf(id).toString(16).padStart(2, '0');

export const shardOf = (id: string, shards: number) => tieOf(id) % shards;

/** The number that identifies the end of a page. */
export const positionOf = (id: string): number =>
  ((msOf(id) - EPOCH_MS) * TIES + tieOf(id)) * MEMBERS_PER_ROW + memberOf(id);

/** The position of the row at a place. */
export const positionOfPlace = (place: string): number =>
  ((msOfPlace(place) - EPOCH_MS) * TIES + Number.parseInt(place.slice(12, 14), 16)) * MEMBERS_PER_ROW;

export const positionAt = (date: Date) => (date.getTime() - EPOCH_MS) * TIES * MEMBERS_PER_ROW;

/** The place of a position, and the member within it. */
export function placeAt(position: number): { place: string; member: number } {
  const row = Math.floor(position / MEMBERS_PER_ROW);
  const ms = Math.floor(row / TIES) + EPOCH_MS;
  const place = ms.toString(16).padStart(12, '0') + (row % TIES).toString(16).padStart(2, '0');
  return { place, member: position % MEMBERS_PER_ROW };
}

/** The position just after all members of the row at `position`. */
export const endOfRow = (position: number) => position - (position % MEMBERS_PER_ROW) + MEMBERS_PER_ROW - 1;

export const msOf = (id: string): number => Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16);

export const madeAt = (id: string): Date => new Date(msOf(id));

/** The milliseconds at the beginning of a place, also if a sort key continues after it. */
export const msOfPlace = (place: string): number => Number.parseInt(place.slice(0, 12), 16);
