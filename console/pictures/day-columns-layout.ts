/** What came and went on one day. */
export interface WorkDay {
  day: string;
  opened: number;
  closed: number;
}

interface DayColumn extends WorkDay {
  /** Heights between 0 and 1 of the tallest bar. */
  openedHeight: number;
  closedHeight: number;
}

/** A single subject stays visible beside hundreds. */
const SMALLEST = 0.04;

const heightOf = (count: number, max: number) => (count === 0 ? 0 : Math.max(SMALLEST, count / max));

export const sumOf = (days: readonly WorkDay[], of: 'opened' | 'closed') =>
  days.reduce((total, day) => total + day[of], 0);

/** Two bars per day: opened and closed. */
export function layOutDays(days: readonly WorkDay[]): { columns: readonly DayColumn[]; max: number; summary: string } {
  const max = Math.max(0, ...days.flatMap(({ opened, closed }) => [opened, closed]));
  const columns = days.map((day) => ({
    ...day,
    openedHeight: heightOf(day.opened, max),
    closedHeight: heightOf(day.closed, max),
  }));
  const summary = `${days.length} days: ${sumOf(days, 'opened')} subjects opened, ${sumOf(days, 'closed')} closed.`;
  return { columns, max, summary };
}
