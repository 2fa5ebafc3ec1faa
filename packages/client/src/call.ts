/** One operation as a function. `Input` can be omitted if none of it is required. */
export type Call<Input, Result> = {
  (...input: Arguments<Input>): Promise<Result>;
  /** The same call, with status and request id of the response. */
  withResponse(...input: Arguments<Input>): Promise<Answer<Result>>;
} & ([ItemOf<Result>] extends [never] ? unknown : Listing<Input, Result>);

export interface Listing<Input, Result> {
  /** Iterates over the pages of the list. */
  pages(...input: Arguments<Input>): AsyncGenerator<Result, void, undefined>;
  /** Iterates over the items; the next page is fetched when it is needed. */
  each(...input: Arguments<Input>): AsyncGenerator<ItemOf<Result>, void, undefined>;
}

export interface Answer<Result = unknown> {
  data: Result;
  status: number;
  /** Whether this is the stored answer to an earlier request with the same idempotency key. */
  isReplay: boolean;
  requestId: string | undefined;
}

/** Input of operations that change nothing. */
export interface ReadOptions {
  signal?: AbortSignal;
}

/** Input of operations that change something. */
export interface WriteOptions {
  /** A random key by default, the same for all attempts. */
  idempotencyKey?: string;
  signal?: AbortSignal;
}

type Arguments<Input> = Record<never, never> extends Input ? [input?: Input] : [input: Input];

/** The item of a page, or `never` if the result is not a page of a list. */
export type ItemOf<Result> = Result extends { items: readonly (infer Item)[] } & NextPage ? Item : never;

/** The property of a page that names the next one. */
type NextPage = { nextOffset: number | null } | { nextCursor: string | null } | { nextPage: number | null };

/** The input of a call, such as `InputOf<Client['risk']['createSubject']>`. */
export type InputOf<C extends (...input: never) => unknown> = NonNullable<Parameters<C>[0]>;

/** The result of a call, such as `ResultOf<Client['risk']['createSubject']>`. */
export type ResultOf<C extends (...input: never) => unknown> = Awaited<ReturnType<C>>;
