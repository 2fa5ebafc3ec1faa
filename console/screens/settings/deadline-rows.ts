import type { Api } from '../../api/client.ts';

type Deadlines = Awaited<ReturnType<Api['organization']['readSettings']>>['deadlines'];

/** A deadline as it is edited. A row that is added has an id before it names an action. */
export interface DeadlineRow {
  id: number;
  action: string;
  hours: string;
}

const HOUR_S = 3600;

export const deadlineRows = (deadlines: Deadlines): readonly DeadlineRow[] =>
  Object.entries(deadlines).map(([action, seconds], id) => ({ id, action, hours: String(seconds / HOUR_S) }));

/** Why the rows cannot be saved; null if they can. Rows without any text are left out. */
export function deadlinesFault(rows: readonly DeadlineRow[]): string | null {
  const written = rows.filter(isWritten);
  const actions = written.map(({ action }) => action.trim());
  const nameless = written.find(({ action }) => action.trim() === '');
  const repeated = actions.find((action, index) => actions.indexOf(action) !== index);
  const wrong = written.find(({ hours }) => !(secondsOf(hours) > 0));
  if (nameless) return 'Enter the name of the action of every deadline.';
  if (repeated) return `The action ${repeated} has two deadlines.`;
  return wrong ? `Enter the hours until ${wrong.action.trim()} is late.` : null;
}

export const deadlinesFrom = (rows: readonly DeadlineRow[]): Deadlines =>
  Object.fromEntries(rows.filter(isWritten).map(({ action, hours }) => [action.trim(), secondsOf(hours)]));

/** For the comparison with what another person has saved. */
export const deadlinesInWords = (deadlines: Deadlines): string =>
  deadlineRows(deadlines)
    .map(({ action, hours }) => `${action} ${hours} h`)
    .join(', ');

const isWritten = ({ action, hours }: DeadlineRow) => action.trim() !== '' || hours.trim() !== '';
const secondsOf = (hours: string) => (hours.trim() === '' ? Number.NaN : Math.round(Number(hours) * HOUR_S));
