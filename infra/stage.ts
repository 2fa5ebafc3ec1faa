import { RemovalPolicy } from 'aws-cdk-lib';
import { RetentionDays } from 'aws-cdk-lib/aws-logs';

/** All differences between stages. */
export interface Stage {
  name: string;
  /** Deletion protection of tables, user pool and stack. */
  deletionProtection: boolean;
  /** Removal policy of buckets, keys and logs. */
  removalPolicy: RemovalPolicy;
  /**
   * Whether buckets are emptied when the stack is deleted; CloudFormation cannot delete a non-empty
   * one.
   */
  emptiesBuckets: boolean;
  logRetention: RetentionDays;
  throttle: Throttle;
  /** Concurrent executions reserved for signers who complete a document; 0 reserves none. */
  signingConcurrency: number;
  /** Whether MFA is required or optional for users of the pool. */
  secondFactor: 'required' | 'optional';
  /** Cognito's Plus plan: protection against leaked passwords and account takeover. */
  threatProtection: boolean;
  tracing: boolean;
  /** Whether webhooks may be sent to the local machine: local cloud only. */
  loopbackWebhooks: boolean;
  /** Whether new code is released gradually, with rollback by alarms. */
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
  // A new account has ten executions, none of which can be reserved.
  signingConcurrency: 0,
  secondFactor: 'optional',
  threatProtection: false,
  tracing: false,
  loopbackWebhooks: false,
  gradualReleases: false,
};

const production: Omit<Stage, 'name'> = {
  deletionProtection: true,
  // A failed first deployment removes them: they hold no data yet, and keys are billed.
  removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
  emptiesBuckets: false,
  logRetention: RetentionDays.ONE_YEAR,
  throttle: { requestsPerSecond: 2_000, burst: 4_000 },
  signingConcurrency: 50,
  secondFactor: 'required',
  threatProtection: true,
  tracing: true,
  loopbackWebhooks: false,
  gradualReleases: true,
};

const NAME = /^[a-z][a-z0-9]{0,15}$/;

/**
 * Any other name is a stage of its own. `production`, and a stage of that kind, is protected: a
 * stage that production was restored into must have another name.
 */
export function stageNamed(name: string, kind?: 'production'): Stage {
  if (!NAME.test(name)) throw new Error(`A stage is named with 1 to 16 lower-case letters and digits, not "${name}".`);
  if (name === 'production' || kind === 'production') return { name, ...production };
  if (name !== 'local') return { name, ...throwaway };
  // Buckets are emptied by a function of CDK, and a local stack is never deleted.
  return { name, ...throwaway, emptiesBuckets: false, loopbackWebhooks: true };
}

/** The same stage with another limit for requests of all callers together. */
export const throttledTo = (stage: Stage, throttle: Throttle | undefined): Stage =>
  throttle ? { ...stage, throttle } : stage;

/**
 * The same stage while it is being restored: API Gateway answers every request with 429. Until later revocations are
 * carried over, keys that were revoked would be valid again.
 */
export const closed = (stage: Stage): Stage => throttledTo(stage, { requestsPerSecond: 0, burst: 0 });

/**
 * The same stage while it holds no data. With deletion protection, CloudFormation could not remove
 * tables and user pool when the first deployment fails, so the second deployment turns it on.
 */
export const unprotected = (stage: Stage): Stage => ({ ...stage, deletionProtection: false });

/**
 * Removal policy of tables and user pool. With deletion protection on, a rollback could not delete
 * them and would fail, so they are retained.
 */
export const removalOfProtected = ({ deletionProtection, removalPolicy }: Stage) =>
  deletionProtection ? RemovalPolicy.RETAIN : removalPolicy;

/** Stages can share an account, so metrics have a namespace per stage. */
export const metricNamespace = ({ name }: Stage) => `Assay/${name}`;
