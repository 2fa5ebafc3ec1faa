import { conflict, forbidden, type Problem } from '@assay/foundation';
import * as z from 'zod';
import { type Caller, isAdmin, principalOf } from '#shared/platform/caller.ts';
import { distinct } from '#shared/platform/http/list-rules.ts';
import { RecordId } from '#shared/platform/http/route.ts';
import { Instant, pageOf, prose, recordOf, Timestamp } from '#shared/platform/http/shapes.ts';
import { ACTIONS_PER_REQUEST, NOTE_CHARACTERS, REASON_CHARACTERS } from './limits.ts';
import { SubjectKind } from './subject.ts';

/**
 * A request of one person to another about open work: for information, or to take over a decision. It changes neither
 * the action nor the match that it is about.
 */
const RequestKind = z.enum(['information', 'escalation']);

/** A request to a role is one to everyone who has it: an owner can do what an admin can. */
const HOLDERS = { member: ['member', 'admin', 'owner'], admin: ['admin', 'owner'], owner: ['owner'] } as const;
const RequestRole = z.enum(['member', 'admin', 'owner']);

export const isRequestRole = (to: string) => RequestRole.safeParse(to).success;

const ADDRESSEE = 'A user id, or a role: `member` (every user), `admin` (owners and admins) or `owner`.';

export const NewWorkRequest = z
  .strictObject({
    kind: RequestKind,
    about: z
      .union([
        z.strictObject({ actionIds: distinct(z.array(RecordId).min(1).max(ACTIONS_PER_REQUEST)) }),
        z.strictObject({ matchId: RecordId }),
      ])
      .describe('Actions of the subject, or one of its screening matches.'),
    to: z
      .union([RequestRole, RecordId])
      .optional()
      .describe(`${ADDRESSEE} Without it, \`member\` for \`information\` and \`admin\` for \`escalation\`.`),
    text: prose(NOTE_CHARACTERS),
    dueAt: Instant.optional().describe('When the answer is needed. Must be in the future.'),
  })
  .meta({
    id: 'NewWorkRequest',
    examples: [
      {
        kind: 'information',
        about: { actionIds: ['019ced2c-5000-7000-8000-5d3c2b1a0f01'] },
        to: '3d0c9b8e-5a41-4c6f-9f0e-2b7d1a6c8e55',
        text: 'Which documents has the customer sent?',
        dueAt: '2026-03-17T17:00:00Z',
      },
    ],
  });

export const WorkRequestAnswer = z
  .strictObject({ text: prose(NOTE_CHARACTERS) })
  .meta({ id: 'WorkRequestAnswer', examples: [{ text: 'Passport and proof of address, both seen.' }] });

export const WorkRequestClosing = z
  .strictObject({ reason: prose(REASON_CHARACTERS) })
  .meta({ id: 'WorkRequestClosing', examples: [{ reason: 'The answer is sufficient.' }] });

const WorkRequest = z.object({
  subjectId: z.uuid(),
  kind: RequestKind,
  about: z
    .union([
      z.object({ actionIds: z.array(z.uuid()) }),
      z.object({ matchId: z.uuid() }),
      z.object({ overrideId: z.uuid() }),
    ])
    .describe('`overrideId`: an override that a quality review decided otherwise.'),
  to: z.string().describe(ADDRESSEE),
  text: z.string(),
  dueAt: Timestamp.nullable(),
  status: z.enum(['open', 'answered', 'closed']),
  createdBy: z.string(),
  createdAt: Timestamp,
  answer: z.object({ text: z.string(), answeredBy: z.string(), answeredAt: Timestamp }).nullable(),
  closing: z.object({ reason: z.string(), closedBy: z.string(), closedAt: Timestamp }).nullable(),
});

export const WorkRequestRecord = recordOf('requests', WorkRequest).meta({
  id: 'WorkRequest',
  examples: [
    {
      id: '019ced2c-9000-7000-8000-5d3c2b1a0f00',
      resource: 'requests',
      data: {
        subjectId: '019ced2c-0e65-7a4c-9b1d-6f1c2b9a4e00',
        kind: 'information',
        about: { actionIds: ['019ced2c-5000-7000-8000-5d3c2b1a0f01'] },
        to: '3d0c9b8e-5a41-4c6f-9f0e-2b7d1a6c8e55',
        text: 'Which documents has the customer sent?',
        dueAt: '2026-03-17T17:00:00.000Z',
        status: 'open',
        createdBy: 'user:5b2f6a10-7c7e-4a53-8d0b-0c9f3e1d2a77',
        createdAt: '2026-03-14T09:26:53.589Z',
        answer: null,
        closing: null,
      },
    },
  ],
});
export type WorkRequestRecord = z.infer<typeof WorkRequestRecord>;

export const WorkRequestPage = pageOf(WorkRequestRecord).meta({ id: 'WorkRequestPage' });

/** A request that waits for the caller, with the subject that it is about. */
const AskedRequest = z.object({
  request: WorkRequestRecord,
  subject: z.object({ id: z.uuid(), kind: SubjectKind, externalId: z.string() }),
});
export const AskedRequestPage = pageOf(AskedRequest).meta({ id: 'AskedRequestPage' });

export const WaitsFor = z
  .enum(['me'])
  .describe('`me`: requests without an answer whose addressee is the caller or a role of the caller.');

/** What the work of a subject knows of each request that waits for an answer, oldest first. */
export const WaitingRequest = z.object({
  id: z.uuid(),
  kind: RequestKind,
  to: z.string().describe(ADDRESSEE),
  dueAt: Timestamp.nullable(),
  createdAt: Timestamp.optional().describe('Creation time; absent for requests that older versions stored.'),
});
export type WaitingRequest = z.infer<typeof WaitingRequest>;

export const waitingOf = ({ id, data: { kind, to, dueAt, createdAt } }: WorkRequestRecord): WaitingRequest => ({
  id,
  kind,
  to,
  dueAt,
  createdAt,
});

export const addresseeOf = ({ to, kind }: z.infer<typeof NewWorkRequest>): string =>
  to ?? (kind === 'escalation' ? 'admin' : 'member');

/** The roles to which a request also reaches a user of this role. */
export const rolesAddressed = (role: Caller['role']) =>
  RequestRole.options.filter((asked) => HOLDERS[asked].some((one) => one === role));

/** The addressees that stand for the caller: the user, and the roles that the user has. */
export function addressesOf({ kind, id, role }: Caller): readonly string[] {
  if (kind !== 'user') return [];
  return [id, ...rolesAddressed(role)];
}

export const isAddressee = (to: string, caller: Caller) => addressesOf(caller).includes(to);

const isAsker = ({ createdBy }: WorkRequestRecord['data'], caller: Caller) => createdBy === principalOf(caller);

/** People do not answer what they asked, so it does not wait for them. */
export const waitsFor = ({ data }: WorkRequestRecord, caller: Caller) =>
  data.status === 'open' && isAddressee(data.to, caller) && !isAsker(data, caller);

/** Why the caller cannot answer the request. People do not answer what they asked, whatever their role is. */
export function answerRefusal({ data }: WorkRequestRecord, caller: Caller): Problem | undefined {
  if (isAsker(data, caller)) return forbidden('You cannot answer your own request. Close it instead.');
  if (!isAddressee(data.to, caller) && !isAdmin(caller))
    return forbidden('Only the addressee, an owner or an admin can answer the request.');
  if (data.status === 'answered')
    return conflict('already_answered', `The request was answered at ${data.answer?.answeredAt}.`);
  return closedRefusal(data);
}

/** Why the caller cannot close the request. One that has no answer can be closed too: it is withdrawn. */
export function closeRefusal({ data }: WorkRequestRecord, caller: Caller): Problem | undefined {
  if (!isAsker(data, caller) && !isAddressee(data.to, caller) && !isAdmin(caller))
    return forbidden('Only the person who made the request, its addressee, an owner or an admin can close it.');
  return closedRefusal(data);
}

const closedRefusal = ({ status, closing }: WorkRequestRecord['data']) =>
  status === 'closed' ? conflict('request_closed', `The request was closed at ${closing?.closedAt}.`) : undefined;

interface Step {
  caller: Caller;
  now: Date;
}

export const answered = ({ data, ...request }: WorkRequestRecord, text: string, { caller, now }: Step) => ({
  ...request,
  data: {
    ...data,
    status: 'answered' as const,
    answer: { text, answeredBy: principalOf(caller), answeredAt: now.toISOString() },
  },
});

export const closed = ({ data, ...request }: WorkRequestRecord, reason: string, { caller, now }: Step) => ({
  ...request,
  data: {
    ...data,
    status: 'closed' as const,
    closing: { reason, closedBy: principalOf(caller), closedAt: now.toISOString() },
  },
});
