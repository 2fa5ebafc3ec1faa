import { hash } from 'node:crypto';
import { headingOf } from '@assay/agreements/bulk-columns';
import { Problem, refused } from '@assay/foundation';
import type { Caller, Scope } from '#shared/platform/caller.ts';
import { derivedId, msOf } from '#shared/platform/ids.ts';
import type { StoredJob } from '#shared/platform/jobs/job.ts';
import type { JobContext } from '#shared/platform/jobs/run-job.ts';
import { commitAs } from '#shared/worker.ts';
import { documentEvent } from '../events.ts';
import { documentRead } from '../repository/documents.ts';
import { DocumentFromTemplate } from '../template.ts';
import { changeDocument } from '../use-cases/change-document.ts';
import { assertSigners, begin, draftFromTemplate } from '../use-cases/draft-from-template.ts';
import { invitationsFor } from '../use-cases/invitations.ts';
import { readWithFields } from '../use-cases/read-fields.ts';
import { assertSendable, sentDetails, sentFrom } from '../use-cases/sending.ts';
import { type BulkContent, BulkInput, type BulkRow } from './bulk-send.ts';

export interface RowResult {
  line: number;
  status: 'sent' | 'checked' | 'refused';
  documentId: string;
  signers: string[];
  code: string;
  detail: string;
  column: string | null;
}

interface Row {
  job: StoredJob;
  row: BulkRow;
  content: BulkContent;
  isDryRun: boolean;
}

/** Checks a row, and creates and sends its document unless that is done already. */
export async function takeRow(context: JobContext, { job, row, content, isDryRun }: Row): Promise<RowResult> {
  const signers = Object.values(row.signers).map(({ email = '' }) => email);
  const result = { line: row.line, documentId: '', signers, code: '', detail: '', column: null };
  try {
    const caller = callerOf(context.caller, job, content);
    const known = await findOwn(context, caller, job, row);
    if (known.isCreated)
      return { ...result, status: 'sent', documentId: await send(context, caller, known.id, { job, content }) };
    const wanted = wantedOf(row);
    assertSigners(content.template, wanted.signers);
    if (isDryRun) {
      await checkPrint({ ...context, caller }, content, wanted);
      return { ...result, status: 'checked' };
    }
    const id = await create(context, caller, { job, row, content }, wanted);
    return { ...result, status: 'sent', documentId: await send(context, caller, id, { job, content }) };
  } catch (error) {
    if (!(error instanceof Problem) || error.status >= 500) throw error;
    const findings = error.details.errors ?? [];
    const details = findings.map(({ path, message }) => `${path}: ${message}`);
    const column = headingOf(BulkInput.parse(job.input).columns, findings);
    return { ...result, status: 'refused', code: error.code, detail: [error.message, ...details].join(' '), column };
  }
}

/** Acts in the name of who asked for the bulk send: the trail and the certificate name them as the sender. */
function callerOf(scope: Scope, { createdBy }: StoredJob, { senderAddress }: BulkContent): Caller {
  const [kind, id = ''] = createdBy.split(':');
  const { organizationId, mode } = scope;
  return {
    organizationId,
    mode,
    kind: kind === 'user' ? 'user' : 'api_key',
    id,
    role: 'client',
    profile: { email: senderAddress, name: null },
  };
}

/** Whether a row has what a document needs. Others are refused without being printed. */
export const isReadable = ({ error, name, templateData, signers }: BulkRow): boolean =>
  error === undefined && DocumentFromTemplate.safeParse({ name, templateData, signers }).success;

function wantedOf({ error, name, templateData, signers }: BulkRow) {
  if (error !== undefined) throw refused('invalid_row', error);
  const wanted = DocumentFromTemplate.safeParse({ name, templateData, signers });
  if (wanted.success) return wanted.data;
  const errors = wanted.error.issues.map(({ path, message }) => ({ path: path.join('.'), message }));
  throw refused('invalid_row', 'The row is invalid.', errors);
}

type Wanted = ReturnType<typeof wantedOf>;

/** Prints without storing anything. Every signer needs a field, as for a document that is sent. */
async function checkPrint(context: JobContext, { template }: BulkContent, wanted: Wanted): Promise<void> {
  const { fields } = await begin(context, template, wanted);
  const idle = template.signerRoles.filter(({ id }) => !fields.some(({ signerId }) => signerId === id));
  if (idle.length > 0)
    throw refused(
      'not_ready',
      'The document cannot be sent.',
      idle.map(({ id }) => ({ path: `signers.${id}`, message: 'This signer has no field to fill.' })),
    );
}

/** Ids that the document of a row can have: the place of the first may be taken by another document. */
const CANDIDATES = 3;

const candidatesOf = (job: StoredJob, { line }: BulkRow): string[] =>
  Array.from({ length: CANDIDATES }, (_, salt) =>
    derivedId(hash('sha256', `${job.id}#${line}#${salt}`, 'buffer'), msOf(job.id) + line),
  );

/** The document of the row, or the id that it gets. */
async function findOwn(context: JobContext, scope: Scope, job: StoredJob, row: BulkRow) {
  const candidates = candidatesOf(job, row);
  const rows = await context.store.getMany(candidates.map((id) => documentRead(scope, id)));
  const own = candidates.find((id, index) => rows[index]?.id === id);
  const free = candidates.find((_, index) => rows[index] === undefined);
  const id = own ?? free;
  if (id === undefined) throw new Error('All places of a document are taken.');
  return { id, isCreated: own !== undefined };
}

/** Signers and fields have ids of their own, in the order in which they are asked for. */
function idsFrom(id: string): () => string {
  let count = 0;
  return () => {
    const next = count === 0 ? id : derivedId(hash('sha256', `${id}#${count}`, 'buffer'), msOf(id) + count);
    count += 1;
    return next;
  };
}

const create = (context: JobContext, caller: Caller, { job, row, content }: Omit<Row, 'isDryRun'>, wanted: Wanted) =>
  commitAs(context, caller, async (as) => {
    const { id, isCreated } = await findOwn(context, caller, job, row);
    if (isCreated) return { writes: [], events: [], result: id };
    const { writes, events } = await draftFromTemplate({ ...as, newId: idsFrom(id) }, content.template, wanted);
    return { writes, events, result: id };
  });

/** A document that is no draft has been sent, and what became of it since is not the business of the bulk send. */
const send = (
  context: JobContext,
  caller: Caller,
  id: string,
  { job, content }: Pick<Row, 'job' | 'content'>,
): Promise<string> =>
  commitAs(context, caller, async (as) => {
    const { stored, fields } = await readWithFields(as, id);
    if (stored.record.status !== 'draft') return { writes: [], events: [], result: id };
    assertSendable(stored.record, fields);
    const sent = { ...(await sentFrom(as, stored.record, content.sending)), linkOrigin: content.origin };
    const { writes, events } = changeDocument(as, stored, sent, {
      entries: [{ action: 'document.sent', details: { ...(await sentDetails(as, sent, false)), bulkSendId: job.id } }],
      writes: invitationsFor(as, sent, sent.signers),
      events: [documentEvent('document.sent', sent, {})],
    });
    return { writes, events, result: id };
  });
