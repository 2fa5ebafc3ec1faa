import { handler as crawl } from '#functions/workers/crawl-chunk.ts';
import { handler as refresh } from '#functions/workers/refresh-list.ts';
import { handler as tick } from '#functions/workers/tick-lists.ts';
import { shiftClock } from '#shared/platform/clock.ts';
import { queueUrlOf } from '#shared/platform/environment.ts';
import { queues } from '#shared/queues.ts';
import { type AwsCall, type Plan, withFaults } from './faults.ts';
import { queueEvent, worked } from './lambda-events.ts';
import { lambdaContext } from './queue.ts';

/**
 * Simulates the queues, the schedule and their workers in virtual time: waits of minutes on AWS
 * take no time here. Messages are those that the code really sent.
 */
export interface CrawlSimulation {
  /** Seconds of virtual time since the start. */
  seconds: number;
  waiting: Waiting[];
  /** Every message that was sent, with its delay. */
  sent: Sent[];
  /** Delivers the next message, or runs the tick if there is none. */
  step(plan?: Plan): Promise<void>;
  /** Steps until no message is waiting, or `until` returns true. */
  run(limits?: { steps?: number; until?: () => Promise<boolean> }): Promise<void>;
  tick(): Promise<void>;
}

interface Sent {
  queue: 'pepCrawls' | 'listRefreshes';
  body: Record<string, unknown>;
  delaySeconds: number;
}
interface Waiting extends Sent {
  dueSeconds: number;
}

const TICK_SECONDS = 1_800;
const MOST_STEPS = 200;
const WORKERS = { pepCrawls: crawl, listRefreshes: refresh };

export function startCrawlSimulation(): CrawlSimulation {
  const observe = async (plan: Plan, action: () => Promise<unknown>) => {
    shiftClock(simulation.seconds * 1000);
    const calls: AwsCall[] = [];
    const watching: Plan = {
      ...plan,
      ofCall: (call) => {
        const fault = plan.ofCall?.(call);
        const isTaken = !fault || ('fails' in fault && fault.fails === 'after');
        if (isTaken) calls.push(call);
        return fault;
      },
    };
    const { result } = await withFaults(watching, () => action().catch((error: unknown) => ({ error })));
    const sent = calls.flatMap(messagesIn);
    simulation.sent.push(...sent);
    simulation.waiting.push(...sent.map((one) => ({ ...one, dueSeconds: simulation.seconds + one.delaySeconds })));
    return result;
  };

  const deliver = async (message: Waiting, plan: Plan) => {
    const outcome = await observe(plan, () => worked(WORKERS[message.queue], queueEvent([message.body])));
    // A failed message is delivered again after its visibility timeout.
    const { batchItemFailures = [{}] } = outcome as { batchItemFailures?: unknown[] };
    const againSeconds = simulation.seconds + queues[message.queue].visibilitySeconds;
    if (batchItemFailures.length > 0) simulation.waiting.push({ ...message, dueSeconds: againSeconds });
  };

  const simulation: CrawlSimulation = {
    seconds: 0,
    waiting: [],
    sent: [],
    async step(plan = {}) {
      const [next] = simulation.waiting.toSorted((one, other) => one.dueSeconds - other.dueSeconds);
      if (!next) {
        simulation.seconds += TICK_SECONDS;
        return simulation.tick();
      }
      simulation.waiting.splice(simulation.waiting.indexOf(next), 1);
      simulation.seconds = Math.max(simulation.seconds, next.dueSeconds);
      await deliver(next, plan);
    },
    async tick() {
      await observe({}, () => tick({}, lambdaContext()));
    },
    async run({ steps = MOST_STEPS, until = async () => simulation.waiting.length === 0 } = {}) {
      for (let step = 0; step < steps; step += 1) {
        if (await until()) return;
        await simulation.step();
      }
      throw new Error(`The crawl did not finish within ${steps} steps.`);
    },
  };
  return simulation;
}

function messagesIn({ command, input }: AwsCall): Sent[] {
  if (command !== 'SendMessageBatch') return [];
  const queue = (['pepCrawls', 'listRefreshes'] as const).find((name) => queueUrlOf(name) === input.QueueUrl);
  const entries = input.Entries as { MessageBody: string; DelaySeconds?: number }[];
  if (!queue) return [];
  return entries.map(({ MessageBody, DelaySeconds = 0 }) => ({
    queue,
    body: JSON.parse(MessageBody),
    delaySeconds: DelaySeconds,
  }));
}
