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
