import { type Job, RowFault, runJob } from '../bulk/run.ts';
import { AssayProblem } from '../client.ts';
import type { Run } from '../command.ts';
import { usageError } from '../failure.ts';

const KINDS = ['person', 'business', 'account', 'transaction'] as const;
type Kind = (typeof KINDS)[number];
interface Subject {
  kind: Kind;
  externalId: string;
}

export const isKind = (text: string): text is Kind => KINDS.some((kind) => kind === text);

/** Creates a subject for each row. One that exists counts as `existing`. */
export const subjectsImport: Run = (invocation) => {
  const kind = invocation.text('kind') ?? 'person';
  const job: Job<null, Subject> = {
    columns: ['externalId', 'kind'],
    checkColumns: (columns) => {
      if (!columns.has('externalId'))
        throw usageError('The file has no column externalId. Name it: --map externalId=<heading>.');
    },
    results: ['externalId', 'kind', 'subjectId'],
    options: { kind },
    prepare: async () => null,
    identify: (cell) => ({ externalId: cell('externalId'), kind: cell('kind') ?? kind }),
    request: (cell) => {
      const externalId = cell('externalId');
      const own = (cell('kind') ?? kind).toLowerCase();
      if (externalId === undefined) return new RowFault('invalid_row', 'externalId is empty.');
      if (!isKind(own)) return new RowFault('invalid_row', `kind must be one of ${KINDS.join(', ')}.`);
      return { kind: own, externalId };
    },
    send: async (client, body, { idempotencyKey, signal }) => {
      const { id, isNew } = await client.risk.createSubject({ body, idempotencyKey, signal }).then(
        (subject) => ({ id: subject.id, isNew: true }),
        (error: unknown) => ({ id: existingId(error), isNew: false }),
      );
      return { outcome: isNew ? 'created' : 'existing', values: { ...body, subjectId: id } };
    },
  };
  return runJob(invocation, job);
};

function existingId(error: unknown): string {
  if (error instanceof AssayProblem && error.code === 'subject_exists' && error.existingId) return error.existingId;
  throw error;
}
