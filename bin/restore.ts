import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { parseArgs } from 'node:util';
import { auditStage, type StageAudit } from './audit/audit-stage.ts';
import { openWorkFile } from './audit/work-file.ts';
import { awsPointInTime } from './restore/aws-point-in-time.ts';
import type { LaterChanges } from './restore/later-changes.ts';
import { restoreStage } from './restore/restore-stage.ts';
import { stageResources, stageResourcesIn } from './restore/stage.ts';

/**
 * npm run restore: restores all tables and buckets of a stage, as they were at one moment, into a new stage, and
 * audits the result. docs/operations.md has the runbook.
 *
 *     npm run -s restore -- --from production --to recovered --at 2026-11-16T10:00:00Z
 *     npm run -s restore -- --audit recovered
 */
const USAGE = `Usage: npm run -s restore -- --from <stage> --to <new stage> --at <time>
         [--from-resources <file>] [--master-secret <ARN>] [--work-dir <directory>] [--keep-copies]
       npm run -s restore -- --audit <stage> [--work-dir <directory>]`;
const FINDINGS_SHOWN = 50;

const print = (line: string) => console.log(line);

try {
  process.exitCode = await run();
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 2;
}

async function run(): Promise<number> {
  const { values } = parseArgs({
    options: {
      from: { type: 'string' },
      to: { type: 'string' },
      at: { type: 'string' },
      audit: { type: 'string' },
      'from-resources': { type: 'string' },
      'master-secret': { type: 'string' },
      'work-dir': { type: 'string' },
      'keep-copies': { type: 'boolean', default: false },
    },
  });
  const { from, to, at, audit: audited, 'work-dir': workDir } = values;
  // Refused now, and not hours later when everything is copied.
  openWorkFile(workDir ?? tmpdir()).close();
  if (audited !== undefined) return printAudit(await auditStage(stageResources(audited), { workDir }));
  if (from === undefined || to === undefined || at === undefined) throw new Error(USAGE);

  const moment = momentOf(at);
  const file = values['from-resources'];
  const source = file ? stageResourcesIn(from, readFileSync(file, 'utf8')) : stageResources(from);
  const pointInTime = awsPointInTime({ source, newStage: to, at: moment });
  const { audit, later, isRestoredNow } = await restoreStage({
    source: pointInTime,
    sourceTables: source.tables,
    masterSecret: values['master-secret'] ?? source.masterSecret,
    target: stageResources(to),
    report: print,
    audit: { workDir },
  });
  if (isRestoredNow) printLater(later);
  const code = printAudit(audit);
  if (code === 0 && !values['keep-copies']) await pointInTime.discard();
  return code;
}

/**
 * Precise to a second, like DynamoDB's restore. A time without a zone would depend on the machine.
 */
function momentOf(text: string): Date {
  const at = new Date(text);
  if (!/(Z|[+-]\d\d:?\d\d)$/.test(text) || Number.isNaN(at.getTime()))
    throw new Error('--at is a time with its zone, such as 2026-11-16T10:00:00Z.');
  at.setMilliseconds(0);
  return at;
}

function printLater(later: LaterChanges | undefined): void {
  if (!later) {
    print('The source has no `identity` table any more: later erasures and revocations are unknown.');
    return;
  }
  for (const id of later.erased) print(`Erased since, and will be erased again: organization ${id}`);
  for (const id of later.deletionRequested) print(`Deletion requested since, and carried over: organization ${id}`);
  for (const id of later.deletionRevoked) print(`Deletion revoked since, and will not be deleted: organization ${id}`);
  for (const id of later.revokedKeyIds) print(`Revoked since, and stays revoked: API key ${id}`);
  for (const id of later.changedMembers) print(`Role or account changed since, and carried over: user ${id}`);
}

function printAudit({ rows, objects, findings, findingCount }: StageAudit): number {
  for (const [name, count] of Object.entries(rows)) print(`${String(count).padStart(12)} rows     ${name}`);
  for (const [name, count] of Object.entries(objects)) print(`${String(count).padStart(12)} objects  ${name}`);
  for (const finding of findings.slice(0, FINDINGS_SHOWN)) console.error(finding);
  if (findingCount === 0) print('Audit: no findings.');
  else console.error(`Audit: ${findingCount} finding(s), at most ${FINDINGS_SHOWN} are shown.`);
  return findingCount === 0 ? 0 : 1;
}
