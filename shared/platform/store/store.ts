import type { TableName } from '../../tables.ts';
import type { Problem } from '../problem.ts';

/**
 * The road to the database. Reads are strongly consistent; writes are described as data and happen
 * only in transactions, so one place turns conditions into expressions and refusals into problems.
 */
export interface Store {
  get(table: TableName, key: Key): Promise<Item | undefined>;
  /** In one round trip, across tables; answers stand where their keys stood. */
  getMany(reads: readonly Read[]): Promise<(Item | undefined)[]>;
  query(table: TableName, query: Query): Promise<QueryPage>;
  /** All writes or none. Throws `TransactionRefused` when a condition failed or a race was lost. */
  transact(writes: readonly Write[], token: string): Promise<void>;
  /** One row, at half the price of a transaction. False when its condition did not hold. */
  writeOne(write: Write): Promise<boolean>;
  /** Without conditions and without atomicity: for clearing up. */
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
  /** Accepts a row that this process read up to so long ago, for rows that every request reads. */
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
  /** Through one of the table's indexes, which lags behind the table; `pk` and ranges are the index's. */
  index?: string;
  /** Keys alone, for clearing up. */
  keysOnly?: boolean;
}

export interface QueryPage {
  items: Item[];
  /** Whether the partition holds more rows in the asked range. */
  more: boolean;
}

/** `absent` and `present` speak of the row; an object, of its attributes (undefined: not there). */
export type Condition = 'absent' | 'present' | Record<string, unknown>;

export type Write = {
  table: TableName;
  /**
   * What it means for the caller when the condition does not hold. Without it the use case has lost a
   * race: it is run again on what is there now.
   */
  otherwise?: (standing: Item | undefined) => Problem;
} & (
  | { put: Item; when?: Condition }
  | { update: Key; set: Record<string, unknown>; unset?: readonly string[]; when: Condition }
  | { remove: Key; when?: Condition }
  | { check: Key; when: Condition }
);

export type RefusalReason = 'condition' | 'conflict' | 'busy';

/** One entry per write, in their order: why that write stood in the way, if it did. */
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
  /** The row as it stood, when a condition on it failed. */
  standing: Item | undefined;
}

/** The database did not answer in time, or asked us to slow down, more often than we ask again. */
export class StoreUnavailable extends Error {
  override name = 'StoreUnavailable';
}

/** The same for a change whose reply was lost: it may have been made. */
export class OutcomeUnknown extends StoreUnavailable {}
