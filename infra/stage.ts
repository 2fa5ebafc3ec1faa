import { RemovalPolicy } from 'aws-cdk-lib';
import { RetentionDays } from 'aws-cdk-lib/aws-logs';

/** Everything in which one stage differs from another. */
export interface Stage {
  name: string;
  /** Tables, the user pool and the stack itself refuse to be deleted. */
  deletionProtection: boolean;
  /** What becomes of files, keys and logs when the stack goes. */
  removalPolicy: RemovalPolicy;
  /** Whether buckets are emptied when the stack goes; one that is not empty would hold it up. */
  emptiesBuckets: boolean;
  logRetention: RetentionDays;
  throttle: Throttle;
  /** Whether every user of the pool must have a second factor, or may. */
  secondFactor: 'required' | 'optional';
  /** Cognito's paid plan: leaked-password and takeover protection. */
  threatProtection: boolean;
  tracing: boolean;
  /** Whether webhooks may be sent to the machine they come from: on one's own desk only. */
  loopbackWebhooks: boolean;
  /** Whether the API moves to new code gradually, and back when an alarm rings. */
  gradualReleases: boolean;
}

export interface Throttle {
  requestsPerSecond: number;
  burst: number;
}

const throwaway: Omit<Stage, 'name'> = {
  deletionProtection: false,
  removalPolicy: RemovalPolicy.DESTROY,
  emptiesBuckets: true,
  logRetention: RetentionDays.TWO_WEEKS,
  throttle: { requestsPerSecond: 100, burst: 200 },
  secondFactor: 'optional',
  threatProtection: false,
  tracing: false,
  loopbackWebhooks: false,
  gradualReleases: false,
};

const production: Omit<Stage, 'name'> = {
  deletionProtection: true,
  // A first deployment that fails takes them with it: nobody's data is in them, and keys are billed.
  removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
  emptiesBuckets: false,
  logRetention: RetentionDays.ONE_YEAR,
  throttle: { requestsPerSecond: 2_000, burst: 4_000 },
  secondFactor: 'required',
  threatProtection: true,
  tracing: true,
  loopbackWebhooks: false,
  gradualReleases: true,
};

const NAME = /^[a-z][a-z0-9]{0,15}$/;

/**
 * Any name is a stage of its own. `production`, and a stage that is said to be of that kind, is protected: one that
 * production was restored into has to have another name.
 */
export function stageNamed(name: string, kind?: 'production'): Stage {
  if (!NAME.test(name))
    throw new Error(`A stage is named with 1 to 16 lower-case letters and digits, not "${name}".`);
  if (name === 'production' || kind === 'production') return { name, ...production };
  if (name !== 'local') return { name, ...throwaway };
  // What empties buckets is a function of CDK's own, and nothing is taken down on one's own desk.
  return { name, ...throwaway, emptiesBuckets: false, loopbackWebhooks: true };
}

/**
 * The same stage while it holds no data. Deletion protection would make CloudFormation fail to remove tables
 * and user pool when the first deployment fails, so it is turned on by the second one.
 */
export const unprotected = (stage: Stage): Stage => ({ ...stage, deletionProtection: false });

/**
 * The removal policy of tables and user pool. With deletion protection on, a rollback could not delete them
 * and would fail, so they are retained.
 */
export const removalOfProtected = ({ deletionProtection, removalPolicy }: Stage) =>
  deletionProtection ? RemovalPolicy.RETAIN : removalPolicy;

/** Stages share an account at times, and no two of them may count for each other. */
export const metricNamespace = ({ name }: Stage) => `Assay/${name}`;
