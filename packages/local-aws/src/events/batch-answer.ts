import * as z from 'zod';

const BatchAnswer = z.object({
  batchItemFailures: z
    .array(z.object({ itemIdentifier: z.string().min(1) }))
    .nullish()
    .transform((failures) => failures ?? []),
});

/**
 * The failed items of a batch as reported by the function. As on Lambda, an empty response means
 * that all succeeded; an invalid one, or one that names an unknown item, means that all failed.
 */
export function failedItems(answer: unknown, items: readonly string[]): Set<string> {
  if (answer === null || answer === undefined || answer === '') return new Set();
  const parsed = BatchAnswer.safeParse(answer);
  if (!parsed.success) return new Set(items);
  const failed = parsed.data.batchItemFailures.map(({ itemIdentifier }) => itemIdentifier);
  return failed.every((item) => items.includes(item)) ? new Set(failed) : new Set(items);
}
