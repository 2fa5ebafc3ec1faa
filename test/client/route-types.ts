import type { ReadOptions, WriteOptions } from '@assay/client';
import type * as z from 'zod';
import type { Bytes, ParamsOf, Route } from '#shared/platform/http/route.ts';
import type { routes } from '#shared/routes.ts';

/** Input and result of all operations, inferred from the route table: what the generated types have to be. */
type Routes = typeof routes;

export type InferredOperations = {
  readonly [Module in keyof Routes]: {
    readonly [Name in keyof Routes[Module]]: Routes[Module][Name] extends infer R extends Route
      ? { input: Arguments<InputOfRoute<R>>; result: ResultOfRoute<R> }
      : never;
  };
};

/** The input can be omitted if none of it is required. */
type Arguments<Input> = Record<never, never> extends Input ? [input?: Input] : [input: Input];

type ResultOfRoute<R extends Route> =
  z.output<R['result']> extends z.output<typeof Bytes> ? Uint8Array : z.output<R['result']>;

type InputOfRoute<R extends Route> = ParamsInput<R> &
  QueryInput<R> &
  BodyInput<R> &
  (R['method'] extends 'GET' ? ReadOptions : WriteOptions);

type ParamsInput<R extends Route> = [keyof ParamsOf<R['path']>] extends [never]
  ? unknown
  : { params: ParamsOf<R['path']> };

type QueryInput<R extends Route> = string extends keyof z.input<R['query']>
  ? unknown // the route takes no query
  : Record<never, never> extends z.input<R['query']>
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
