import * as z from 'zod';

const BatchAnswer = z.object({
  batchItemFailures: z
    .array(z.object({ itemIdentifier: z.string().min(1) }))
    .nullish()
    .transform((failures) => failures ?? []),
});

/**
 * Which items of a batch failed, by the function's own account. As on Lambda, no answer at all
 * means that all went well, and one that makes no sense, or names an item that was not sent, that
 * none did.
 */
export function failedItems(answer: unknown, items: readonly string[]): Set<string> {
  if (answer === null || answer === undefined || answer === '') return new Set();
  const parsed = BatchAnswer.safeParse(answer);
  if (!parsed.success) return new Set(items);
  const failed = parsed.data.batchItemFailures.map(({ itemIdentifier }) => itemIdentifier);
  return failed.every((item) => items.includes(item)) ? new Set(failed) : new Set(items);
}
