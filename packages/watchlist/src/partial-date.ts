/** Days that are stated as `YYYY`, `YYYY-MM` or `YYYY-MM-DD`. */

/**
 * The last day that a partial date may mean: an office left in 2020 may have ended on its last day.
 */
export function lastDay(date: string): string {
  const [year = '', month = '12', day = '31'] = date.split('-');
  return `${year}-${month}-${day}`;
}

export function firstDay(date: string): string {
  const [year = '', month = '01', day = '01'] = date.split('-');
  return `${year}-${month}-${day}`;
}

const MONTHS_OF_YEAR = 12;

/** On text: the 31st of a shorter month stands for its end, which sorts correctly. */
export function addMonths(day: string, months: number): string {
  const [year = 0, month = 0] = day.split('-').map(Number);
  const sum = year * MONTHS_OF_YEAR + (month - 1) + months;
  const monthText = String((sum % MONTHS_OF_YEAR) + 1).padStart(2, '0');
  return `${String(Math.floor(sum / MONTHS_OF_YEAR)).padStart(4, '0')}-${monthText}${day.slice(7)}`;
}

/** The first day of the calendar that sorts after this one, also after the 31st of a shorter month. */
export function dayAfter(date: string): string {
  const [year = 0, month = 0, day = 0] = date.split('-').map(Number);
  const lastOfMonth = new Date(Date.UTC(year, month, 0)).getUTCDate();
  const next = day < lastOfMonth ? Date.UTC(year, month - 1, day + 1) : Date.UTC(year, month, 1);
  return new Date(next).toISOString().slice(0, 10);
}
