import type { DueLineName } from '#shared/metrics.ts';
import type { QueueName } from '#shared/queues.ts';
import type { TableName } from '#shared/tables.ts';
import type { Uses } from '#shared/uses.ts';
import type { FunctionName } from './function-names.ts';
import { mergeUses } from './grants.ts';

export interface QueueTrigger {
  queue: QueueName;
  batchSize: number;
  /**
   * Maximum number of concurrent batches, so that no queue takes all concurrency of the account.
   */
  maxConcurrency: number;
}

export interface StreamTrigger {
  stream: TableName;
  batchSize: number;
  /** An event pattern; Lambda discards records that do not match. */
  filter?: Record<string, unknown>;
  /** Concurrent batches per shard, each with different partition keys. */
  parallelization?: number;
}

export interface ScheduleTrigger {
  everyMinutes: number;
  /** Also at the end of every deployment and rollback, so that what a release has to renew does not wait for the tick. */
  afterDeployments?: true;
}

export type Trigger = QueueTrigger | StreamTrigger | ScheduleTrigger;

interface WorkerDefinition {
  trigger: Trigger;
  uses: Uses;
  /** Kinds of due work whose age the worker reports. */
  dueLines?: readonly DueLineName[];
  memoryMb?: number;
  timeoutSeconds: number;
  /** Exists only in a stage with this setting. */
  requires?: 'journalLockYears';
  /** Calls addresses outside AWS: runs in the VPC of the operator, if there is one. */
  callsOut?: true;
}

export type Worker = WorkerDefinition & FunctionName;

/** Creates deliveries from the outbox. */
const dispatching: Uses = {
  tables: { journal: ['UpdateItem'], webhooks: ['BatchGetItem', 'PutItem'] },
  queues: ['deliveries', 'slowDeliveries'],
};

/** Counts changes for the overview of the worklist, writes notifications of users, and creates audit logs. */
const counting: Uses = {
  tables: {
    identity: ['BatchGetItem'],
    journal: ['PutItem', 'UpdateItem'],
    risk: ['BatchGetItem', 'Query', 'PutItem', 'UpdateItem'],
  },
};

/**
 * Makes one attempt of a delivery and records the state of its receiver, up to disabling the
 * webhook.
 */
const delivering: Uses = {
  tables: {
    webhooks: ['GetItem', 'BatchGetItem', 'UpdateItem', 'PutItem'],
    journal: ['PutItem'],
  },
  queues: ['deliveries', 'slowDeliveries'],
  masterSecret: true,
};

/** Reassesses monitored subjects. */
const monitoring: Uses = {
  tables: {
    risk: ['Query', 'GetItem', 'BatchGetItem', 'PutItem', 'UpdateItem', 'DeleteItem', 'ConditionCheckItem'],
    journal: ['PutItem'],
    webhooks: ['GetItem'],
  },
};

/** Sends emails to signers within the email limits, and records them. */
const mailing: Uses = {
  tables: {
    identity: ['UpdateItem', 'BatchGetItem'],
    documents: ['GetItem', 'PutItem', 'UpdateItem', 'DeleteItem'],
    journal: ['PutItem'],
    webhooks: ['GetItem'],
  },
  masterSecret: true,
  mail: true,
  emailLimits: true,
};

/** Runs the screening step of a verification attempt and records its check. */
const screening: Uses = {
  tables: {
    identity: ['BatchGetItem'],
    verification: ['GetItem', 'BatchGetItem', 'PutItem', 'ConditionCheckItem'],
    screening: ['GetItem', 'BatchGetItem', 'Query', 'PutItem', 'DeleteItem'],
    risk: ['GetItem', 'BatchGetItem', 'Query', 'PutItem'],
    journal: ['PutItem'],
    webhooks: ['GetItem'],
  },
  // Without `ListBucket`, S3 answers 403 for an index that is gone.
  buckets: { lists: ['GetObject', 'ListBucket'] },
  masterSecret: true,
  listFiles: true,
};

/**
 * Every worker with its trigger and permissions. `eraseOrganization` is
 * `workers/erase-organization.ts`.
 */
const definitions: Record<string, WorkerDefinition> = {
  eraseOrganization: {
    trigger: { queue: 'erasures', batchSize: 1, maxConcurrency: 2 },
    uses: {
      tables: {
        documents: ['Query', 'BatchWriteItem'],
        identity: ['GetItem', 'Query', 'PutItem', 'UpdateItem', 'DeleteItem', 'ConditionCheckItem', 'BatchWriteItem'],
        journal: ['Query', 'BatchWriteItem'],
        risk: ['Query', 'BatchGetItem', 'BatchWriteItem'],
        screening: ['Query', 'BatchWriteItem'],
        verification: ['Query', 'BatchWriteItem'],
        webhooks: ['Query', 'BatchWriteItem'],
        jobs: ['Query', 'BatchWriteItem'],
      },
      buckets: {
        documents: ['ListBucket', 'DeleteObject'],
        exports: ['ListBucket', 'DeleteObject'],
        batches: ['ListBucket', 'DeleteObject'],
        lists: ['ListBucket', 'DeleteObject'],
      },
      queues: ['erasures'],
    },
    timeoutSeconds: 300,
  },
  tickErasures: {
    trigger: { everyMinutes: 5 },
    dueLines: ['erasures'],
    uses: { tables: { identity: ['Query'] }, queues: ['erasures'] },
    timeoutSeconds: 60,
  },
  archiveJournal: {
    trigger: {
      stream: 'journal',
      batchSize: 100,
      filter: {
        eventName: ['INSERT'],
        dynamodb: { NewImage: { events: { L: [{ exists: true }] } } },
      },
      parallelization: 4,
    },
    uses: { journalArchive: true },
    requires: 'journalLockYears',
    timeoutSeconds: 60,
  },
  compactSearch: {
    trigger: {
      stream: 'risk',
      batchSize: 100,
      filter: {
        eventName: ['INSERT'],
        dynamodb: { NewImage: { searchable: { S: [{ exists: true }] } } },
      },
    },
    uses: { tables: { risk: ['Query', 'GetItem', 'BatchGetItem', 'PutItem', 'DeleteItem'] } },
    timeoutSeconds: 60,
  },
  dispatchOutbox: {
    // Two functions can read a stream, and `archiveJournal` is the other: this one does whatever else follows events.
    trigger: {
      stream: 'journal',
      batchSize: 100,
      filter: {
        eventName: ['INSERT'],
        dynamodb: { NewImage: { events: { L: [{ exists: true }] } } },
      },
      parallelization: 4,
    },
    uses: mergeUses(dispatching, counting),
    timeoutSeconds: 60,
  },
  startTicks: {
    trigger: { everyMinutes: 1 },
    uses: { queues: ['deliveryTicks', 'riskTicks'] },
    timeoutSeconds: 30,
  },
  tickDeliveries: {
    trigger: { queue: 'deliveryTicks', batchSize: 1, maxConcurrency: 2 },
    dueLines: ['outbox', 'deliveries'],
    uses: mergeUses(dispatching, {
      tables: { journal: ['Query', 'BatchGetItem'], webhooks: ['Query', 'UpdateItem'] },
      indexes: { journal: ['due'], webhooks: ['due'] },
      queues: ['recoveries'],
    }),
    timeoutSeconds: 60,
  },
  refreshMonitoring: {
    trigger: {
      stream: 'risk',
      batchSize: 10,
      filter: {
        eventName: ['INSERT', 'MODIFY'],
        dynamodb: {
          Keys: { sk: { S: ['head'] } },
          NewImage: { dueAt: { S: [{ exists: true }] } },
        },
      },
      parallelization: 4,
    },
    uses: monitoring,
    memoryMb: 1024,
    timeoutSeconds: 60,
  },
  tickRisk: {
    // The tick may have finished before the workers of the eight shards start.
    trigger: { queue: 'riskTicks', batchSize: 1, maxConcurrency: 8 },
    dueLines: ['monitoring', 'evidence', 'investigations', 'overrides'],
    uses: mergeUses(monitoring, {
      indexes: { risk: ['due'] },
      queues: ['investigations', 'riskTicks'],
    }),
    memoryMb: 1024,
    timeoutSeconds: 120,
  },
  runInvestigation: {
    trigger: { queue: 'investigations', batchSize: 1, maxConcurrency: 8 },
    uses: {
      tables: {
        risk: ['GetItem', 'BatchGetItem', 'UpdateItem'],
        identity: ['UpdateItem'],
        journal: ['PutItem'],
        webhooks: ['GetItem'],
      },
      queues: ['investigations'],
      bedrock: true,
      spendingLimits: true,
    },
    memoryMb: 1024,
    timeoutSeconds: 300,
  },
  deliverWebhook: {
    trigger: { queue: 'deliveries', batchSize: 10, maxConcurrency: 50 },
    uses: delivering,
    timeoutSeconds: 30,
    callsOut: true,
  },
  deliverSlowWebhook: {
    trigger: { queue: 'slowDeliveries', batchSize: 10, maxConcurrency: 14 },
    uses: delivering,
    timeoutSeconds: 30,
    callsOut: true,
  },
  recoverWebhook: {
    trigger: { queue: 'recoveries', batchSize: 1, maxConcurrency: 2 },
    uses: {
      tables: {
        webhooks: ['GetItem', 'BatchGetItem', 'Query', 'PutItem', 'UpdateItem', 'DeleteItem'],
        journal: ['Query'],
        // Owners and admins are alerted.
        identity: ['Query'],
      },
      indexes: { webhooks: ['status'] },
      queues: ['recoveries', 'slowDeliveries'],
      mail: true,
    },
    timeoutSeconds: 60,
  },
  screenSession: {
    trigger: {
      stream: 'verification',
      batchSize: 1,
      filter: {
        eventName: ['INSERT', 'MODIFY'],
        dynamodb: { NewImage: { awaitedStep: { S: [{ exists: true }] } } },
      },
      parallelization: 5,
    },
    uses: screening,
    memoryMb: 1024,
    timeoutSeconds: 60,
  },
  tickScreenings: {
    trigger: { everyMinutes: 1 },
    dueLines: ['screenings'],
    uses: mergeUses(screening, {
      tables: { verification: ['Query', 'UpdateItem'] },
      indexes: { verification: ['due'] },
    }),
    memoryMb: 1024,
    timeoutSeconds: 120,
  },
  sendMail: {
    trigger: {
      stream: 'documents',
      batchSize: 10,
      filter: {
        eventName: ['INSERT'],
        dynamodb: { NewImage: { mail: { S: [{ exists: true }] } } },
      },
    },
    uses: mailing,
    timeoutSeconds: 60,
  },
  tickDocuments: {
    trigger: { everyMinutes: 1 },
    dueLines: ['documents', 'emails'],
    uses: mergeUses(mailing, {
      tables: {
        documents: ['Query', 'BatchGetItem', 'DeleteItem', 'BatchWriteItem', 'UpdateItem'],
        identity: ['BatchGetItem', 'ConditionCheckItem'],
      },
      indexes: { documents: ['due'] },
      buckets: { documents: ['ListBucket', 'DeleteObject'] },
    }),
    timeoutSeconds: 120,
  },
  recordEmailEvent: {
    trigger: { queue: 'emailEvents', batchSize: 10, maxConcurrency: 2 },
    uses: {
      tables: {
        documents: ['GetItem', 'PutItem'],
        journal: ['PutItem'],
        webhooks: ['GetItem'],
      },
    },
    timeoutSeconds: 30,
  },
  runJob: {
    // The workers of all queues leave room for requests in a small account; two turns of five minutes keep up.
    trigger: { queue: 'jobTurns', batchSize: 1, maxConcurrency: 2 },
    uses: {
      tables: {
        jobs: ['GetItem', 'PutItem', 'UpdateItem'],
        risk: ['Query', 'GetItem', 'BatchGetItem', 'PutItem', 'UpdateItem', 'DeleteItem'],
        screening: ['Query', 'GetItem', 'BatchGetItem', 'PutItem', 'UpdateItem', 'DeleteItem'],
        documents: ['Query', 'GetItem', 'BatchGetItem', 'PutItem'],
        identity: ['GetItem', 'BatchGetItem', 'PutItem', 'UpdateItem'],
        journal: ['Query', 'BatchGetItem', 'PutItem'],
        webhooks: ['GetItem'],
      },
      indexes: { documents: ['status'], risk: ['version'] },
      // Without `ListBucket`, S3 answers 403 for a file that is not there yet.
      buckets: {
        exports: ['GetObject', 'PutObject exports/*', 'DeleteObject', 'ListBucket'],
        documents: ['GetObject', 'PutObject documents/*'],
        batches: ['GetObject', 'PutObject batches/*'],
        lists: ['GetObject', 'ListBucket'],
      },
      queues: ['jobTurns', 'sealTurns', 'watchTurns'],
      masterSecret: true,
      listFiles: true,
      printer: true,
      spendingLimits: true,
    },
    // A bulk send prints, and a batch holds the indexes of lists and the digests of its rows.
    memoryMb: 1769,
    timeoutSeconds: 300,
  },
  sealReport: {
    // Apart from the worker of jobs, so that neither their code nor what customers upload comes near the sealing key.
    trigger: { queue: 'sealTurns', batchSize: 1, maxConcurrency: 2 },
    uses: {
      tables: {
        jobs: ['GetItem', 'PutItem', 'UpdateItem'],
        screening: ['GetItem', 'PutItem', 'DeleteItem'],
        identity: ['GetItem'],
        journal: ['PutItem'],
        webhooks: ['GetItem'],
      },
      // Without `ListBucket`, S3 answers 403 for a report that is not there yet. What a customer uploaded for a job ends with it.
      buckets: {
        documents: ['GetObject', 'PutObject documents/*', 'ListBucket'],
        exports: ['GetObject', 'PutObject exports/*', 'DeleteObject', 'ListBucket'],
      },
      printer: true,
      seal: true,
    },
    memoryMb: 1769,
    timeoutSeconds: 300,
    // The timestamp authority.
    callsOut: true,
  },
  tickJobs: {
    trigger: { everyMinutes: 1 },
    dueLines: ['jobs'],
    uses: {
      tables: { jobs: ['Query', 'BatchGetItem', 'UpdateItem'] },
      indexes: { jobs: ['due'] },
      queues: ['jobTurns'],
    },
    timeoutSeconds: 60,
  },
  advanceWatches: {
    trigger: { queue: 'watchTurns', batchSize: 1, maxConcurrency: 2 },
    uses: {
      tables: {
        screening: ['GetItem', 'BatchGetItem', 'Query', 'PutItem', 'UpdateItem', 'DeleteItem', 'BatchWriteItem'],
        risk: ['GetItem', 'BatchGetItem', 'Query', 'PutItem'],
        identity: ['GetItem', 'BatchGetItem'],
        // A job shows how far screening all watches again is.
        jobs: ['GetItem', 'PutItem', 'UpdateItem'],
        journal: ['PutItem'],
        webhooks: ['GetItem'],
      },
      indexes: { screening: ['due'] },
      buckets: { lists: ['GetObject', 'ListBucket'] },
      queues: ['watchTurns'],
      masterSecret: true,
      listFiles: true,
      watchKey: 'decrypt',
    },
    // Holds the indexes of lists, and one number for each entry of the earlier version.
    memoryMb: 1769,
    timeoutSeconds: 300,
  },
  tickWatches: {
    trigger: { everyMinutes: 1 },
    dueLines: ['watches'],
    uses: {
      tables: { screening: ['GetItem', 'BatchGetItem', 'Query', 'PutItem', 'UpdateItem'] },
      indexes: { screening: ['due'] },
      queues: ['watchTurns'],
      listFiles: true,
    },
    timeoutSeconds: 60,
  },
  tickDigests: {
    trigger: { everyMinutes: 5 },
    dueLines: ['digests'],
    uses: {
      tables: {
        risk: ['Query', 'BatchGetItem', 'UpdateItem'],
        screening: ['Query', 'BatchGetItem'],
        identity: ['BatchGetItem'],
      },
      indexes: { risk: ['due'] },
      // Lists that wait are counted for operators.
      listFiles: true,
      mail: true,
    },
    timeoutSeconds: 120,
  },
  tickAudit: {
    trigger: { everyMinutes: 5 },
    dueLines: ['audit'],
    uses: {
      tables: {
        identity: ['GetItem', 'ConditionCheckItem'],
        journal: ['Query', 'GetItem', 'BatchGetItem', 'PutItem', 'UpdateItem'],
        webhooks: ['GetItem'],
      },
      indexes: { journal: ['due'] },
      seal: true,
      // The files of roots, in a stage that locks its history.
      journalArchive: true,
    },
    timeoutSeconds: 300,
  },
  tickQuality: {
    trigger: { everyMinutes: 5 },
    dueLines: ['quality'],
    uses: {
      tables: {
        risk: ['Query', 'GetItem', 'BatchGetItem', 'PutItem', 'UpdateItem'],
        identity: ['GetItem', 'ConditionCheckItem'],
        journal: ['Query', 'GetItem', 'PutItem'],
        webhooks: ['GetItem'],
      },
      indexes: { risk: ['due'] },
    },
    timeoutSeconds: 300,
  },
  refreshList: {
    trigger: { queue: 'listRefreshes', batchSize: 1, maxConcurrency: 2 },
    uses: {
      tables: { screening: ['BatchGetItem', 'Query', 'PutItem'], journal: ['PutItem'], webhooks: ['GetItem'] },
      buckets: { lists: ['GetObject', 'PutObject indexes/*', 'PutObject archive/*', 'DeleteObject', 'ListBucket'] },
      queues: ['pepCrawls', 'listRefreshes', 'watchTurns'],
      listFiles: true,
      listArchive: true,
    },
    memoryMb: 3008,
    timeoutSeconds: 900,
    callsOut: true,
  },
  crawlChunk: {
    // The lease allows one crawl at a time; 2 is Lambda's minimum.
    trigger: { queue: 'pepCrawls', batchSize: 1, maxConcurrency: 2 },
    uses: {
      tables: { screening: ['BatchGetItem', 'PutItem'], journal: ['PutItem'] },
      buckets: { lists: ['GetObject', 'PutObject crawls/*', 'ListBucket'] },
      queues: ['pepCrawls', 'listRefreshes'],
      listFiles: true,
    },
    memoryMb: 1024,
    timeoutSeconds: 120,
    callsOut: true,
  },
  tickLists: {
    // A release with another term builder has to index every list again: until then runs are incomplete.
    trigger: { everyMinutes: 30, afterDeployments: true },
    uses: {
      tables: {
        screening: ['BatchGetItem', 'GetItem', 'Query', 'PutItem', 'DeleteItem'],
        identity: ['ConditionCheckItem'],
        journal: ['Query', 'PutItem'],
        webhooks: ['GetItem'],
      },
      indexes: { journal: ['due'] },
      buckets: { lists: ['DeleteObject'] },
      queues: ['listRefreshes'],
      listFiles: true,
    },
    timeoutSeconds: 300,
  },
};

export const workers: Worker[] = Object.entries(definitions).map(([name, definition]) => ({
  module: 'workers',
  name,
  ...definition,
}));

/** Whether messages of a worker can return to its own queue, possibly through other workers. */
export function canTriggerItself({ trigger, uses }: Worker, all: readonly Worker[]): boolean {
  const reached = new Set<QueueName>(uses.queues);
  // A set iterates over elements that are added during the iteration.
  for (const queue of reached)
    for (const next of all.filter((it) => 'queue' in it.trigger && it.trigger.queue === queue))
      for (const further of next.uses.queues ?? []) reached.add(further);
  return 'queue' in trigger && reached.has(trigger.queue);
}
