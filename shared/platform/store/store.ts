import type { Problem } from '@assay/foundation';
import type { TableName } from '../../tables.ts';

/**
 * Access to the database. Reads are strongly consistent; writes are data and happen only in transactions,
 * so that one place translates conditions to expressions and failures to problems. Concurrency control is optimistic:
 * nothing is locked, a write names the state that it was prepared for, and is refused if another one was faster.
 */
export interface Store {
  get(table: TableName, key: Key): Promise<Item | undefined>;
  /** One round trip across tables; results are in the order of the reads. */
  getMany(reads: readonly Read[]): Promise<(Item | undefined)[]>;
  query(table: TableName, query: Query): Promise<QueryPage>;
  /** All writes or none. Throws `TransactionRefused` if a condition failed or a concurrent write won. */
  transact(writes: readonly Write[], token: string): Promise<void>;
  /** One row, at half the price of a transaction. False if its condition failed. */
  writeOne(write: Write): Promise<boolean>;
  /** Neither conditional nor atomic, for erasure. */
  deleteMany(table: TableName, keys: readonly Key[]): Promise<void>;
}

export interface Key {
  pk: string;
  sk: string;
}

export type Item = Key & Record<string, unknown>;

export interface Read {
  table: TableName;
  key: Key;
  /** Accepts a row that this process read up to this long ago, for rows that every request reads. */
  maxAgeMs?: number;
}

export interface Query {
  pk: string;
  /** Sort keys greater than this. */
  after?: string;
  /** Sort keys from this on. */
  from?: string;
  /** Sort keys less than this. */
  before?: string;
  /** Sort keys up to and including this. */
  upTo?: string;
  limit?: number;
  descending?: boolean;
  /**
   * Reads an index of the table, which is eventually consistent; `pk` and ranges are those of the index.
   */
  index?: string;
  /** Returns keys only, for erasure. */
  keysOnly?: boolean;
}

export interface QueryPage {
  items: Item[];
  /** Whether the partition has more rows in the range. */
  more: boolean;
}

/** `absent` and `present` refer to the row; an object to its attributes (undefined: no such attribute). */
export type Condition = 'absent' | 'present' | Record<string, unknown>;

export type Write = {
  table: TableName;
  /**
   * The problem to return if the condition fails. Without it the failure is a lost race, and the use case
   * runs again on the current state.
   */
  otherwise?: (current: Item | undefined) => Problem;
} & (
  | { put: Item; when?: Condition }
  | { update: Key; set: Record<string, unknown>; unset?: readonly string[]; when: Condition }
  /**
   * Adds to numbers of a row, which is created if it does not exist. Repeating it counts twice, so it is
   * for statistics only.
   */
  | { count: Key; add: Record<string, number>; set: Record<string, unknown> }
  | { remove: Key; when?: Condition }
  | { check: Key; when: Condition }
);

type RefusalReason = 'condition' | 'conflict' | 'busy';

/** One entry per write, in their order: why that write failed, if it did. */
export class TransactionRefused extends Error {
  readonly reasons: readonly (RefusedWrite | undefined)[];

  constructor(reasons: readonly (RefusedWrite | undefined)[]) {
    super(`The transaction was refused: ${reasons.map((reason) => reason?.why ?? '-').join(', ')}`);
    this.name = 'TransactionRefused';
    this.reasons = reasons;
  }
}

export interface RefusedWrite {
  why: RefusalReason;
  /** The current row, if a condition on it failed. */
  current: Item | undefined;
}

/** The database did not respond in time or throttled the request, after all retries. */
export class StoreUnavailable extends Error {
  override name = 'StoreUnavailable';
}

/** The reply to a write was lost: it may have happened. */
export class OutcomeUnknown extends StoreUnavailable {}
