const HOUR_S = 3600;

const linesOf = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);

export const deadlinesAsText = (deadlines: Record<string, number>) =>
  Object.entries(deadlines)
    .map(([action, seconds]) => `${action} ${seconds / HOUR_S}`)
    .join('\n');

/** A line that cannot be read throws, so that nothing is dropped in silence. */
export function deadlinesFromText(text: string): Record<string, number> {
  return Object.fromEntries(
    linesOf(text).map((line) => {
      const [action = '', hours = '', ...rest] = line.split(/\s+/);
      const seconds = Math.round(Number(hours) * HOUR_S);
      if (!Number.isFinite(seconds) || seconds <= 0 || rest.length > 0)
        throw new Error(`“${line}” is not an action and a number of hours.`);
      return [action, seconds];
    }),
  );
}
