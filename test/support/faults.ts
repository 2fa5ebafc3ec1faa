import { AsyncLocalStorage } from 'node:async_hooks';
import * as clients from '#shared/platform/aws-clients.ts';
import { holdBack } from './unprocessed.ts';

/**
 * Faults that no engine produces, put into the SDK's own middleware stack: the product has no hook
 * for them. A plan applies to everything an action does, including what it leaves running: an
 * invocation that has crashed stays dead, while others and its own retry continue.
 */
export interface AwsCall {
  command: string;
  input: Record<string, unknown>;
}

export type Fault =
  /** The call is not sent, or it is and its answer is lost. */
  | { fails: 'before' | 'after'; error: Error }
  | { waitsFor: () => Promise<unknown> }
  /** A batch call returns some of its keys as unprocessed: those that the function chooses. */
  | { leaves: () => boolean };

export interface Plan {
  /** Around a whole call, including the retries of the SDK. */
  ofCall?: (call: AwsCall) => Fault | undefined;
  /** Around each of the SDK's attempts. */
  ofAttempt?: (call: AwsCall) => Fault | undefined;
}

interface Session {
  plan: Plan;
  calls: AwsCall[];
}

const sessions = new AsyncLocalStorage<Session>();

/** Runs the action under a plan and returns the AWS calls it made, in order. */
export async function withFaults<T>(plan: Plan, action: () => Promise<T>): Promise<{ result: T; calls: AwsCall[] }> {
  prepareClients();
  const session: Session = { plan, calls: [] };
  const result = await sessions.run(session, action);
  return { result, calls: session.calls };
}

/** The AWS calls of an action without faults. */
export const observed = <T>(action: () => Promise<T>) => withFaults({}, action);

/** The process dies at its `index`th call; what it tries afterwards has no effect. */
export const crashAt = (index: number, moment: 'before' | 'after'): Plan =>
  crashWhen((_call, number) => number === index, moment);

/** The process dies at the first call that matches. */
export function crashWhen(isTheOne: (call: AwsCall, number: number) => boolean, moment: 'before' | 'after'): Plan {
  let made = 0;
  let isDead = false;
  return {
    ofCall: (call) => {
      const error = new Error('crashed');
      if (isDead) return { fails: 'before', error };
      isDead = isTheOne(call, made++);
      return isDead ? { fails: moment, error } : undefined;
    },
  };
}

/** Holds every matching call until released; `reached` resolves when the first one arrives. */
export function holding(isHeld: (call: AwsCall) => boolean) {
  const gate = Promise.withResolvers<void>();
  const reached = Promise.withResolvers<void>();
  const plan: Plan = {
    ofCall: (call) => {
      if (!isHeld(call)) return undefined;
      reached.resolve();
      return { waitsFor: () => gate.promise };
    },
  };
  return { plan, reached: reached.promise, release: gate.resolve };
}

const prepared = new WeakSet<Stack>();

/** Covers every client, including one that is created later for another endpoint. */
function prepareClients(): void {
  // The stacks differ in the types of their commands alone, which the middleware does not look at.
  const stacks = Object.values(clients).map((client) => client().middlewareStack as unknown);
  for (const stack of stacks as Stack[]) {
    if (prepared.has(stack)) continue;
    prepared.add(stack);
    stack.add(around('ofCall'), { name: 'faultsOfCalls', step: 'initialize', priority: 'high' });
    stack.addRelativeTo(around('ofAttempt'), {
      name: 'faultsOfAttempts',
      relation: 'after',
      toMiddleware: 'retryMiddleware',
    });
  }
}

interface Stack {
  add(middleware: Middleware, options: Record<string, string>): void;
  addRelativeTo(middleware: Middleware, options: Record<string, string>): void;
}
type Handler = (args: Args) => Promise<Answer>;
type Middleware = (next: Handler, context: { commandName?: string }) => Handler;
interface Args {
  input: Record<string, unknown>;
}
interface Answer {
  output: Record<string, unknown>;
}

const around =
  (level: keyof Plan): Middleware =>
  (next, { commandName = '' }) =>
  async (args) => {
    const session = sessions.getStore();
    if (!session) return next(args);
    const call = { command: commandName.replace(/Command$/, ''), input: args.input };
    if (level === 'ofCall') session.calls.push(call);
    return suffer(session.plan[level]?.(call), next, args);
  };

async function suffer(fault: Fault | undefined, next: Handler, args: Args): Promise<Answer> {
  if (!fault) return next(args);
  if ('waitsFor' in fault) await fault.waitsFor();
  if ('leaves' in fault) {
    const { sent, giveBack } = holdBack(args.input, fault.leaves);
    return giveBack(await next({ ...args, input: sent }));
  }
  if (!('fails' in fault)) return next(args);
  // The caller does not see a lost response, whatever the engine answered.
  if (fault.fails === 'after') await next(args).catch(() => undefined);
  throw fault.error;
}
