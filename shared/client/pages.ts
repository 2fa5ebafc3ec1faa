import type { AnyInput } from './send.ts';

interface Page {
  items: readonly unknown[];
  nextOffset: number | null;
}

/** Follows `nextOffset` to the end. Counting items would miss that a page may be shorter than others. */
export async function* pages(
  call: (input: AnyInput) => Promise<unknown>,
  input: AnyInput,
): AsyncGenerator<Page, void, undefined> {
  let query = input.query ?? {};
  for (;;) {
    // Only routes whose answer is a page get here.
    const page = (await call({ ...input, query })) as Page;
    yield page;
    if (page.nextOffset === null) return;
    query = { ...query, offset: page.nextOffset };
  }
}

export async function* each(
  call: (input: AnyInput) => Promise<unknown>,
  input: AnyInput,
): AsyncGenerator<unknown, void, undefined> {
  for await (const page of pages(call, input)) yield* page.items;
}
