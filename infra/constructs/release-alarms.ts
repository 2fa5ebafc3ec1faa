import { type Alarm, MathExpression, Metric } from 'aws-cdk-lib/aws-cloudwatch';
import type { Alias, Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import type { Construct } from 'constructs';
import type { Stage } from '../stage.ts';
import type { Alarms } from './alarms.ts';
import { COUNT, ownMetric, PERIOD } from './metrics.ts';

/** A function whose code is released gradually. */
export interface Released {
  name: string;
  lambda: LambdaFunction;
  alias: Alias;
}

/**
 * Both have to be exceeded: the count, because one failure of few requests is no trend, and the share, because
 * among a million requests a few fail without a fault of the code.
 */
const FEWEST_FAILURES = 3;
const TOLERATED_SHARE = 0.01;

/** CloudWatch allows ten metrics in one alarm, and a function has three. */
const FUNCTIONS_PER_ALARM = 3;

/**
 * Alarms on failures of the newest version of each function, whatever the version before does meanwhile: crashes
 * and timeouts, which Lambda counts, and defects that were answered, which the code counts. An alarm has several
 * functions, each of which is judged by its own requests.
 */
export function addReleaseAlarms(
  scope: Construct,
  { stage, alarms, functions }: { stage: Stage; alarms: Alarms; functions: readonly Released[] },
): Map<Released, Alarm> {
  const alarmOf = new Map<Released, Alarm>();
  for (let first = 0; first < functions.length; first += FUNCTIONS_PER_ALARM) {
    const some = functions.slice(first, first + FUNCTIONS_PER_ALARM);
    const failing = Object.fromEntries(
      some.map((released, index) => [`failing${index}`, failingIn(stage, released, index)]),
    );
    const alarm = alarms.add(scope, `Failures${first}`, {
      metric: new MathExpression({
        expression: `MAX([${Object.keys(failing).join(', ')}])`,
        usingMetrics: failing,
        label: 'failures of the newest version',
        period: PERIOD,
      }),
      tolerates: 0,
      means:
        'The newest version of a function crashed or answered 500 in more than one percent of its requests, at ' +
        `least ${FEWEST_FAILURES} times in five minutes, one of ${some.map(({ name }) => name).join(', ')}. ` +
        'A release that is under way is rolled back.',
      runbook: 'release-failures',
    });
    for (const released of some) alarmOf.set(released, alarm);
  }
  return alarmOf;
}

/** The number of failures of a version if there are too many, otherwise 0. */
function failingIn(stage: Stage, { lambda, alias }: Released, index: number) {
  const { version } = lambda.currentVersion;
  const ofVersion = (metricName: string) =>
    new Metric({
      namespace: 'AWS/Lambda',
      metricName,
      dimensionsMap: {
        FunctionName: lambda.functionName,
        Resource: `${lambda.functionName}:${alias.aliasName}`,
        ExecutedVersion: version,
      },
      ...COUNT,
    });
  const [errors, failures, requests] = [`errors${index}`, `failures${index}`, `requests${index}`];
  // `SUM` ignores a metric without data. Lambda counts errors, also none, of every period with requests.
  const failed = `SUM([${errors}, ${failures}])`;
  return new MathExpression({
    expression: `IF(${failed} >= ${FEWEST_FAILURES} AND ${failed} > ${TOLERATED_SHARE} * ${requests}, ${failed}, 0)`,
    usingMetrics: {
      [errors]: ofVersion('Errors'),
      [failures]: ownMetric(stage, 'Failures', COUNT, { function: lambda.functionName, version }),
      [requests]: ofVersion('Invocations'),
    },
    period: PERIOD,
  });
}
