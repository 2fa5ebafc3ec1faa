import { execFileSync } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { commitPart } from '#shared/commit-part.ts';
import { type Caller, type Scope, serviceCaller } from '#shared/platform/caller.ts';
import type { NewEvent } from '#shared/platform/change.ts';
import { derivedId } from '#shared/platform/ids.ts';
import { dynamoStore } from '#shared/platform/store/dynamo-store.ts';
import { historyWrites, listHistory, type RecordedEvent } from '#shared/platform/store/history.ts';
import { findDraws } from '#shared/quality/repository/plans.ts';
import type { StoredSample } from '#shared/quality/sample.ts';
import { drawFor } from '#shared/quality/use-cases/draw-due.ts';
import { changePlan } from '#shared/quality/use-cases/save-plan.ts';
import { createLog, findLog } from '#shared/risk/audit/head.ts';
import { listRoots } from '#shared/risk/audit/root.ts';
import { sealLog } from '#shared/risk/audit/seal.ts';
import { presentEvent } from '#shared/risk/event.ts';
import { type Credential, userOf } from '#test/support/api.ts';
import { workerContext } from '#test/support/webhook-workers.ts';

/** Histories of several days in March 2026, sealed every night, without the records that the events are about. */
const DAY_MS = 24 * 60 * 60 * 1000;
const FIRST_DAY = Date.parse('2026-03-02T00:00:00Z'); // a Monday
export const atDay = (day: number, second = 0) => new Date(FIRST_DAY + day * DAY_MS + second * 1_000);

/** Fixed bytes: the same history has the same ids, up to the random ids of other rows. */
const idAt = (at: Date, bytes = randomBytes(16)) => derivedId(bytes, at.getTime());

const contextAt = (at: Date, caller: Caller) => {
  let made = 0;
  return {
    ...workerContext(at),
    caller,
    newId: () => {
      made += 1;
      return idAt(new Date(at.getTime() + made));
    },
    remainingMs: () => 200_000,
  };
};

export const person = (scope: Scope, id: string): Caller => ({ ...scope, kind: 'user', id, role: 'owner' });

export interface PlanAsked {
  streams: StoredSample['stream'][];
  percent?: number;
  perAnalystPerWeek?: number;
  blind?: boolean;
}

export async function plan(scope: Scope, at: Date, { streams, ...asked }: PlanAsked, expectedVersion = 0) {
  const body = {
    percent: null,
    perAnalystPerWeek: null,
    blind: true,
    ...asked,
    streams,
    expectedVersion,
    reason: 'Adopted.',
  };
  await commitPart(contextAt(at, person(scope, randomUUID())), (context) => changePlan(context, body));
}

export async function beginLog(scope: Scope) {
  await dynamoStore.writeOne(createLog(scope, idAt(atDay(0)), atDay(0)));
}

export const decided = (decision: string): NewEvent => ({
  type: 'screening.match.decided',
  resource: 'screening-runs',
  resourceId: randomUUID(),
  subjectId: null,
  announced: false,
  details: { matchId: randomUUID(), decision },
  reason: 'Born in another year.',
});

export const moved = (to: string): NewEvent => ({
  type: 'risk.action.transitioned',
  resource: 'actions',
  resourceId: randomUUID(),
  subjectId: null,
  announced: false,
  details: { from: 'acknowledged', to },
  reason: 'Seen.',
});

export async function record(caller: Caller, at: Date, events: NewEvent[]): Promise<void> {
  await dynamoStore.transact(
    historyWrites(contextAt(at, caller), { events }, () => []),
    randomUUID(),
  );
}

const night = (day: number) =>
  contextAt(
    new Date(atDay(day + 1).getTime() + 3 * 60 * 60 * 1000),
    serviceCaller({ organizationId: '', mode: 'test' }, 'night'),
  );

export async function sealDay(scope: Scope, day: number) {
  const head = await findLog(dynamoStore, scope);
  if (head) await sealLog(night(day), head);
}

export async function drawDay(scope: Scope, day: number) {
  const state = await findDraws(dynamoStore, scope);
  if (state) await drawFor(night(day), state);
}

export async function eventsOf(scope: Scope): Promise<RecordedEvent[]> {
  const events: RecordedEvent[] = [];
  for (let offset: number | null = 0; offset !== null; ) {
    const page: Awaited<ReturnType<typeof listHistory>> = await listHistory(dynamoStore, scope, { offset });
    events.push(...page.items);
    offset = page.nextOffset;
  }
  return events;
}

/** The program of the documentation, which shares no code with the service: treeSize -> ids of drawn events. */
export async function drawnByProgram(scope: Scope): Promise<{ holds: boolean; ids: string[] }> {
  const [, program = ''] = readFileSync('docs/quality.md', 'utf8')
    .split('```js\n')
    .map((part) => part.split('```')[0]);
  const lines = program.trimEnd().split('\n').length;
  if (lines > 50) throw new Error(`The program has ${lines} lines.`);
  const folder = mkdtempSync(join(tmpdir(), 'draw-'));
  const write = (name: string, text: string) => {
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  };
  try {
    const roots = await listRoots(dynamoStore, scope, { offset: 0, order: 'oldest' });
    const events = (await eventsOf(scope)).map((event) => `${JSON.stringify(presentEvent(event))}\n`).join('');
    const args = [
      write('draw.mjs', program),
      write('roots.json', JSON.stringify(roots)),
      write('events.ndjson', events),
    ];
    const output = execFileSync(process.execPath, args, { encoding: 'utf8' }).trimEnd().split('\n');
    return {
      holds: output.every((line) => line.split(' ')[1] === 'holds'),
      ids: output.flatMap((line) => line.split(' ').slice(2).filter(Boolean)).sort(),
    };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** A signed-in person in the mode, who is nobody else. */
export async function aPerson({ organizationId, mode }: Scope, role: 'owner' | 'admin' | 'member' = 'member') {
  const id = randomUUID();
  const credential = await userOf(organizationId, role, { claims: { sub: id } });
  const as: Credential = async (request) => ({ 'x-risk-mode': mode, ...(await credential(request)) });
  return { id, principal: `user:${id}`, as };
}
