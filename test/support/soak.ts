/** Counts of the full run, `SOAK=1`, or the share of them that every run has time for. */
export const scaled = (everyRun: number, fullRun: number) =>
  process.env.SOAK === '1' ? fullRun : everyRun;

/** How long a test may take whose counts grow so. */
export const SOAKING_MS = scaled(120_000, 1_800_000);

/** As many at once as a small machine with an emulated database takes without falling behind. */
const AT_ONCE = 16;

/** Does something with each, several at a time. */
export async function atOnce<T>(items: readonly T[], act: (item: T) => Promise<void>) {
  const waiting = [...items];
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) await act(item);
    }),
  );
}
