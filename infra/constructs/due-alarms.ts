import { Duration } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import { type DueLineName, dueLines } from '#shared/metrics.ts';
import type { Service } from '../service.ts';
import { ownMetric, PERIOD } from './metrics.ts';

const DUE_TOO_LONG = Duration.minutes(15);

/** Minimum over a period: every tick in it found a row that old. */
const OLDEST = { statistic: 'Minimum', period: PERIOD };

/**
 * Between two runs of a long erasure a tick may find a waiting job; after three in a row it is
 * stuck.
 */
const periodsOf = (line: DueLineName) => (line === 'erasures' ? 3 : 1);

/** One alarm for each kind of work that a worker reads from a `due` index. */
export function addDueAlarms(
  scope: Construct,
  { stage, alarms }: Pick<Service, 'stage' | 'alarms'>,
  lines: readonly DueLineName[],
) {
  for (const line of lines)
    alarms.add(scope, `Due-${line}`, {
      metric: ownMetric(stage, 'OldestDueSeconds', OLDEST, { line }),
      tolerates: DUE_TOO_LONG.toSeconds(),
      periods: periodsOf(line),
      means:
        `The oldest ${dueLines[line]} have been due for more than 15 minutes: the worker that ticks ` +
        'does not keep up with them, or fails.',
      runbook: 'due-work',
    });
}
