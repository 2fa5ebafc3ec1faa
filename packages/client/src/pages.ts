import type { QueryValue } from './address.ts';
import { NEXT } from './operation.ts';
import type { AnyInput } from './send.ts';

type Page = { items: readonly unknown[] } & Record<string, QueryValue>;

/** Follows the list to its end. A short page does not mean that the list ends. */
export async function* pages(
  call: (input: AnyInput) => Promise<unknown>,
  input: AnyInput,
): AsyncGenerator<Page, void, undefined> {
  for (let query = input.query ?? {}; ; ) {
    // Called only for operations that return lists.
    const page = (await call({ ...input, query })) as Page;
    yield page;
    const next = NEXT.find(([name]) => (page[name] ?? null) !== null);
    if (!next) return;
    const [name, parameter] = next;
    query = { ...query, [parameter]: page[name] };
  }
}

export async function* each(
  call: (input: AnyInput) => Promise<unknown>,
  input: AnyInput,
): AsyncGenerator<unknown, void, undefined> {
  for await (const page of pages(call, input)) yield* page.items;
}
