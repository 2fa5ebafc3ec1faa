import { type AuditOptions, auditStage, type StageAudit } from '../audit/audit-stage.ts';
import { copyObjects } from './copy-bucket.ts';
import { copyTable } from './copy-table.ts';
import { carryOverLaterChanges, type LaterChanges } from './later-changes.ts';
import { carryOverMasterSecret } from './master-secret.ts';
import type { PointInTime } from './point-in-time.ts';
import { beginOrContinue, findState, finish, laterChangesOf, organizationsOf, saveLaterChange } from './progress.ts';
import { BUCKET_NAMES, type StageResources, TABLE_NAMES, useStage } from './stage.ts';

export interface RestoreOptions {
  source: PointInTime;
  /** The source's current tables. */
  sourceTables: StageResources['tables'];
  /** ARN of the master secret from which keys and links were derived. */
  masterSecret: string;
  /** A new, empty stage with paused workers, or that of a stopped restore. */
  target: StageResources;
  report: (line: string) => void;
  audit?: AuditOptions;
  /** Rows per page, if fewer than fit into a DynamoDB response. */
  pageRows?: number;
}

export interface RestoreResult {
  audit: StageAudit;
  later: LaterChanges | undefined;
  /** False if the stage had been restored before and was only audited. */
  isRestoredNow: boolean;
}

/**
 * Restores every table and bucket, carries over what must not be undone, and audits the result. Can be repeated after any
 * interruption.
 */
export async function restoreStage(options: RestoreOptions): Promise<RestoreResult> {
  const { source, target, report } = options;
  useStage(target);
  // Requests would use keys that were revoked, and workers deliver webhooks and emails of rows that are not audited.
  if (!target.isPaused && (await findState(target))?.finishedAt === undefined)
    throw new Error(`The workers of ${target.stage} run. Deploy it with -c workers=paused first.`);
  const state = await beginOrContinue(target, source);
  if (state.finishedAt !== undefined) {
    report(`Restored before, finished at ${state.finishedAt}: nothing is copied.`);
    const audit = await auditStage(target, options.audit);
    return { audit, later: undefined, isRestoredNow: false };
  }
  await source.check();
  const secret = await carryOverMasterSecret(options.masterSecret, target.masterSecret);
  report(`Master secret: ${secret === 'same' ? 'the same as that of the source' : 'copied'}.`);
  const copied = await copyAll(options);
  // Before the audit, which takes long and may fail: revoked keys must not stay valid until it succeeds.
  await carryOver(options, await organizationsOf(target));
  report('Later erasures and revocations: carried over.');

  report('Auditing ...');
  const audit = await auditStage(target, options.audit);
  const differences = differencesOf(copied, audit);
  audit.findings.push(...differences);
  audit.findingCount += differences.length;
  // Again, because the source may have taken requests meanwhile.
  const isKnown = await carryOver(options, [...audit.organizationIds]);
  const later = isKnown ? await laterChangesOf(target) : undefined;
  if (audit.findingCount === 0) await finish(target, state);
  return { audit, later, isRestoredNow: true };
}

function differencesOf(copied: Copied, audit: StageAudit): string[] {
  const rows = Object.entries(copied.rows).filter(([name, count]) => {
    return audit.copiedRows[name as keyof StageAudit['rows']] !== count;
  });
  const objects = Object.entries(copied.objects).filter(([name, count]) => {
    return audit.objects[name as keyof StageAudit['objects']] !== count;
  });
  return [
    ...rows.map(([name, count]) => `has other rows than were copied (${count}): table ${name}`),
    ...objects.map(([name, count]) => `has other objects than were copied (${count}): bucket ${name}`),
  ];
}

const carryOver = ({ sourceTables, target }: RestoreOptions, organizationIds: readonly string[]) =>
  carryOverLaterChanges({
    tables: sourceTables,
    organizationIds,
    now: new Date(),
    note: async (kind, id) => {
      await saveLaterChange(target, kind, id);
    },
  });

interface Copied {
  rows: Record<string, number>;
  objects: Record<string, number>;
}

/** All tables concurrently: most of the time is spent waiting for DynamoDB. */
async function copyAll({ source, target, report, pageRows }: RestoreOptions): Promise<Copied> {
  const rows: Copied['rows'] = {};
  const objects: Copied['objects'] = {};
  const tables = TABLE_NAMES.map(async (table) => {
    const from = await source.tableAt(table);
    report(`Table ${table}: ${from} is ready, copying ...`);
    rows[table] = await copyTable({ table, from, to: target, pageRows });
    report(`Table ${table}: ${rows[table]} rows copied.`);
  });
  const buckets = BUCKET_NAMES.map(async (bucket) => {
    objects[bucket] = await copyObjects(source.objectsAt(bucket), target.buckets[bucket]);
    report(`Bucket ${bucket}: ${objects[bucket]} objects copied.`);
  });
  // Wait for all before reporting a failure, because the others continue to write.
  const outcomes = await Promise.allSettled([...tables, ...buckets]);
  for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
  return { rows, objects };
}
