/** Days that are stated as `YYYY`, `YYYY-MM` or `YYYY-MM-DD`. */

/** The last day a partly stated date may mean: who left in 2020 may have left on its last day. */
export function lastDay(date: string): string {
  const [year = '', month = '12', day = '31'] = date.split('-');
  return `${year}-${month}-${day}`;
}

export function firstDay(date: string): string {
  const [year = '', month = '01', day = '01'] = date.split('-');
  return `${year}-${month}-${day}`;
}
