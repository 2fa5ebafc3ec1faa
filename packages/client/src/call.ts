import type * as z from 'zod';
import type { Bytes, ParamsOf, Route } from '../../../shared/platform/http/route.ts';
import type { routes } from '../../../shared/routes.ts';

/** The types of the client, derived from the route table: every listed route can be called. */
type Routes = typeof routes;

export type Client = {
  readonly [Module in keyof Routes]: {
    readonly [Name in keyof Routes[Module]]: Routes[Module][Name] extends infer R extends Route
      ? Call<R>
      : never;
  };
};

export type Call<R extends Route> = {
  (...input: InputArguments<R>): Promise<ResultOf<R>>;
  /** The same call, with status, headers and request id of the response. */
  withResponse(...input: InputArguments<R>): Promise<Answer<ResultOf<R>>>;
} & ([ItemOf<R>] extends [never] ? unknown : Listing<R>);

interface Listing<R extends Route> {
  /** Iterates over the pages of the list. */
  pages(...input: InputArguments<R>): AsyncGenerator<ResultOf<R>, void, undefined>;
  /** Iterates over the items; the next page is fetched when it is needed. */
  each(...input: InputArguments<R>): AsyncGenerator<ItemOf<R>, void, undefined>;
}

export interface Answer<Result = unknown> {
  data: Result;
  status: number;
  /** Whether this is the stored answer to an earlier request with the same idempotency key. */
  isReplay: boolean;
  requestId: string | undefined;
}

export type ResultOf<R extends Route> =
  z.output<R['result']> extends z.output<typeof Bytes> ? Uint8Array : z.output<R['result']>;

type ItemOf<R extends Route> =
  ResultOf<R> extends { items: readonly (infer Item)[] } & NextPage ? Item : never;

/** The property of a page that names the next one. */
type NextPage =
  | { nextOffset: number | null }
  | { nextCursor: string | null }
  | { nextPage: number | null };

export type CallInput<R extends Route> = ParamsInput<R> &
  QueryInput<R> &
  BodyInput<R> &
  (R['method'] extends 'GET' ? unknown : { idempotencyKey?: string }) & { signal?: AbortSignal };

/** Input can be omitted if none of it is required. */
type Empty = Record<never, never>;
type InputArguments<R extends Route> =
  Empty extends CallInput<R> ? [input?: CallInput<R>] : [input: CallInput<R>];

type ParamsInput<R extends Route> = [keyof ParamsOf<R['path']>] extends [never]
  ? unknown
  : { params: ParamsOf<R['path']> };

type QueryInput<R extends Route> = string extends keyof z.input<R['query']>
  ? unknown // the route takes no query
  : Empty extends z.input<R['query']>
    ? { query?: Sendable<z.input<R['query']>> }
    : { query: Sendable<z.input<R['query']>> };

/** Query parameters are text, so numbers are accepted for them as well. */
type Sendable<Query> = {
  [Name in keyof Query]: Query[Name] | (string extends Query[Name] ? number : never);
};

type BodyInput<R extends Route> = R['body'] extends z.ZodVoid
  ? unknown
  : undefined extends z.input<R['body']>
    ? { body?: z.input<R['body']> }
    : { body: z.input<R['body']> };
