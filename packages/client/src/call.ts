/** One operation as a function. `Input` can be omitted if none of it is required. */
export type Call<Input, Result> = {
  (...input: Arguments<Input>): Promise<Result>;
  /** The same call, with status and request id of the response. */
  withResponse(...input: Arguments<Input>): Promise<Answer<Result>>;
} & ([ItemIn<Result>] extends [never] ? unknown : Listing<Input, Result>);

export interface Listing<Input, Result> {
  /** Iterates over the pages of the list. */
  pages(...input: Arguments<Input>): AsyncGenerator<Result, void, undefined>;
  /** Iterates over the items; the next page is fetched when it is needed. */
  each(...input: Arguments<Input>): AsyncGenerator<ItemIn<Result>, void, undefined>;
}

/** An operation that returns a record of the resource that its path names. */
export interface RecordCall<Input, Item extends Named> {
  <Resource extends Item['resource']>(input: InputFor<Input, Resource>): Promise<RecordOf<Item, Resource>>;
  /** The same call, with status and request id of the response. */
  withResponse<Resource extends Item['resource']>(
    input: InputFor<Input, Resource>,
  ): Promise<Answer<RecordOf<Item, Resource>>>;
}

/** An operation that lists records of the resource that its path names. */
export interface RecordListing<Input, Page extends { items: readonly Named[] }> {
  <Resource extends ItemIn<Page>['resource']>(input: InputFor<Input, Resource>): Promise<PageOf<Page, Resource>>;
  /** The same call, with status and request id of the response. */
  withResponse<Resource extends ItemIn<Page>['resource']>(
    input: InputFor<Input, Resource>,
  ): Promise<Answer<PageOf<Page, Resource>>>;
  /** Iterates over the pages of the list. */
  pages<Resource extends ItemIn<Page>['resource']>(
    input: InputFor<Input, Resource>,
  ): AsyncGenerator<PageOf<Page, Resource>, void, undefined>;
  /** Iterates over the items; the next page is fetched when it is needed. */
  each<Resource extends ItemIn<Page>['resource']>(
    input: InputFor<Input, Resource>,
  ): AsyncGenerator<RecordOf<ItemIn<Page>, Resource>, void, undefined>;
}

interface Named {
  resource: string;
}

type InputFor<Input, Resource> = Input & { params: { resource: Resource } };

type RecordOf<Item, Resource> = Extract<Item, { resource: Resource }>;

type PageOf<Page extends { items: readonly Named[] }, Resource> = Omit<Page, 'items'> & {
  items: RecordOf<ItemIn<Page>, Resource>[];
};

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
type ItemIn<Result> = Result extends { items: readonly (infer Item)[] } & NextPage ? Item : never;

/** The property of a page that names the next one. */
type NextPage = { nextOffset: number | null } | { nextCursor: string | null } | { nextPage: number | null };

/** The input of a call, such as `InputOf<Client['risk']['createSubject']>`. */
export type InputOf<C extends (...input: never) => unknown> = NonNullable<Parameters<C>[0]>;

/** The result of a call, such as `ResultOf<Client['risk']['createSubject']>`. */
export type ResultOf<C extends (...input: never) => unknown> = Awaited<ReturnType<C>>;

/**
 * The item of a list, by its call or by its result: `ItemOf<Client['webhooks']['listWebhooks']>`. `never` if it is not
 * a list.
 */
export type ItemOf<CallOrResult> = ItemIn<
  CallOrResult extends (...input: never) => Promise<infer Result> ? Result : CallOrResult
>;
