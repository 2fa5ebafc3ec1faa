import type { Company, Person } from './company.ts';
import { seededRandom } from './random.ts';
import { momentOf, type Until } from './timeline.ts';

/** A customer as the bank knows it, and the moment that its life has reached. */
export interface CustomerFile {
  company: Company;
  id: string;
  key: string;
  random: () => number;
  until: Until;
  at: string;
  /** Of the assignment. */
  revision: number;
}

export function openFile(company: Company, id: string, key: string, seed: number, until: Until): CustomerFile {
  const file: CustomerFile = {
    company,
    id,
    key,
    random: seededRandom(seed),
    until: async (daysAgo, hour) => {
      file.at = await until(daysAgo, hour);
      return file.at;
    },
    at: '',
    revision: 0,
  };
  return file;
}

const SATURDAY = 6;

/** Analysts do not work on Saturdays and Sundays. */
export function workday(endMs: number, daysAgo: number): number {
  const weekday = new Date(momentOf(endMs, daysAgo, 0)).getUTCDay();
  return daysAgo - (weekday === SATURDAY ? 2 : weekday === 0 ? 1 : 0);
}

const REASONS = {
  completed: ['Documents checked, no objection.', 'Called the customer, explained.', 'Proof of address received.'],
  failed: ['The customer does not answer.'],
  cancelled: ['Requested by mistake.'],
};

export async function assign(file: CustomerFile, by: Person, assignee: Person): Promise<void> {
  const { company, id, revision } = file;
  await company[by].risk.assignSubject({
    params: { id },
    body: { assignee: company.userIds[assignee], expectedRevision: revision },
  });
  file.revision += 1;
}

type Status = 'acknowledged' | keyof typeof REASONS;

/** Each transition of an action is a revision; the first is its request. */
export async function transition(
  { company, key }: CustomerFile,
  actionIds: readonly string[],
  { by, status, reason, expectedRevision }: { by: Person; status: Status; reason: string; expectedRevision: number },
): Promise<void> {
  if (actionIds.length === 0) throw new Error(`${key} has no work to set to ${status}: ${reason}`);
  await company[by].risk.transitionActions({
    body: { status, reason, items: actionIds.map((id) => ({ id, expectedRevision })) },
    idempotencyKey: `demo-${key}-${actionIds[0]}-${status}`,
  });
}

/** Late work, by external id: nobody has taken it, or it was taken and forgotten. */
const NEVER_TAKEN: readonly string[] = ['customer-0016'];
const NEVER_ENDED: readonly string[] = ['customer-0028', 'customer-0033', 'customer-0035'];
/** Work of the last days is open: of three actions, one is not assigned, one is assigned, and one is taken. */
const OPEN_DAYS = 3;

/** What analysts make of the actions of an assessment: they take them after hours or days, and end them some days later. */
export async function workOn(file: CustomerFile, actionIds: readonly string[], sinceDays: number): Promise<void> {
  if (actionIds.length === 0 || NEVER_TAKEN.includes(file.key)) return;
  const { company, key, random, until } = file;
  const [chance, taking, ending, which] = [random(), random(), random(), random()];
  const by: Person = which < 0.5 ? 'member' : which < 0.8 ? 'admin' : 'owner';
  const isRecent = sinceDays <= OPEN_DAYS;
  const turn = Number(key.slice(-1)) % 3;
  if (isRecent && turn === 0) return;

  const takenAgo = isRecent
    ? Math.max(0, sinceDays - 1)
    : workday(company.endMs, sinceDays - Math.floor(taking ** 2 * 4));
  await until(takenAgo, 13 + 4 * taking);
  await assign(file, turn === 1 ? 'owner' : by, by);
  if (isRecent && turn === 1) return;
  await transition(file, actionIds, { by, status: 'acknowledged', reason: 'Looking into it.', expectedRevision: 1 });
  if (isRecent || NEVER_ENDED.includes(key)) return;

  await until(Math.max(0, workday(company.endMs, takenAgo - Math.floor(ending * 5))), 13.5 + 4 * ending);
  const status = chance > 0.93 ? 'cancelled' : chance > 0.86 ? 'failed' : 'completed';
  const reason = REASONS[status][Math.floor(ending * REASONS[status].length)] ?? '';
  // Members cannot cancel.
  await transition(file, actionIds, { by: status === 'cancelled' ? 'owner' : by, status, reason, expectedRevision: 2 });
}
