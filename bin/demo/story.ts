import { assess, report, screen, state, statePayments } from './assessing.ts';
import type { Company } from './company.ts';
import type { Customer } from './customers.ts';
import { sendAgreement } from './documents.ts';
import { patiently } from './patiently.ts';
import { ONBOARDING, PAYMENTS } from './policies.ts';
import type { Life } from './timeline.ts';
import { decideVerification, verify } from './verifying.ts';
import { assign, type CustomerFile, openFile, transition } from './work.ts';

/** The customer whose page shows everything that can happen to one; the README names it. */
export const STORY_NUMBER = 7;

const DAY_MS = 86_400_000;

/** Ambrose Quillfeather: harmless for two months, until a sanctions list names him. */
export const storyLife =
  (company: Company, customer: Customer): Life =>
  async (until) => {
    const { system, admin } = company;
    const { kind, externalId } = customer;
    await until(88, 12.1);
    const { id } = await system.risk.createSubject({
      body: { kind, externalId },
      idempotencyKey: `demo-${externalId}`,
    });
    const file = openFile(company, id, externalId, customer.number, until);
    await becomeCustomer(file, customer);
    await moveAway(file, customer);
    await confirmMatch(file, await findMatch(file, customer));
    const { assessmentId, actionIds, actions } = await assess(file, ONBOARDING, 'match_confirmed');
    await file.until(20, 13);
    const step = {
      by: 'admin',
      status: 'acknowledged',
      reason: 'I will write the report.',
      expectedRevision: 1,
    } as const;
    await transition(file, actionIds, step);
    await cancelRepeated(file, actionIds);
    await overrideReject(file, assessmentId);
    await investigate(file);
    // A day late; what else the assessment asks for is still open.
    await file.until(12, 13);
    const reports = actions.filter(({ name }) => name === 'file_report').map(({ id: of }) => of);
    await transition(file, reports, {
      by: 'admin',
      status: 'completed',
      reason: 'Report filed with the authority.',
      expectedRevision: 2,
    });

    await file.until(2, 13);
    await admin.risk.createNote({
      params: { id },
      body: {
        text: 'The licence ends in two weeks. Olivia, please ask the authority whether it will be extended.',
        mentions: [company.userIds.owner],
      },
      idempotencyKey: 'demo-story-note-licence',
    });
    await file.until(0, 12);
    await report(file, 'login.succeeded', 'Signed in from a known device');
  };

/** The score falls: a new email address without an identity document, then a verified identity and a signed agreement. */
async function becomeCustomer(file: CustomerFile, { name, dateOfBirth = '' }: Customer): Promise<void> {
  const { company, id } = file;
  await file.until(88, 12.2);
  await state(file, 'signUp', 'sign-up', {
    'identity.document_verified': false,
    'email.age_days': 12,
    'email.disposable': false,
    'address.country': 'DE',
  });
  const first = await assess(file, ONBOARDING, 'sign_up');

  const at = await file.until(87, 12);
  const attempt = await verify(company, { subjectId: id, name, birthDate: dateOfBirth, isLive: true, at });
  await file.until(86, 13);
  await assign(file, 'member', 'member');
  await transition(file, first.actionIds, {
    by: 'member',
    status: 'acknowledged',
    reason: 'The identity document is missing.',
    expectedRevision: 1,
  });
  await decideVerification(company, {
    subjectId: id,
    ...attempt,
    decision: 'approved',
    reason: 'The portrait is that of the document.',
  });
  await file.until(86, 14);
  await state(file, 'signUp', 'document', { 'identity.document_verified': true });
  await assess(file, ONBOARDING, 'document_received');
  await transition(file, first.actionIds, {
    by: 'member',
    status: 'completed',
    reason: 'Identity verified in a session.',
    expectedRevision: 2,
  });

  await file.until(84, 15);
  const [, sign] = await sendAgreement(company, {
    name: 'Ambrose Quillfeather',
    outcome: 'completed',
    sent: 84,
    after: 1,
  });
  await file.until(83, 15);
  await sign();
}

/** The score rises: an address abroad. An analyst asks, and finds no objection. It falls when the customer is back. */
async function moveAway(file: CustomerFile, customer: Customer): Promise<void> {
  const { company, id } = file;
  const { member, admin, userIds } = company;
  await file.until(69, 13);
  await screen(file, customer, 'first');
  await assess(file, ONBOARDING, 'new_policy');
  const version = await admin.risk.listRecords({ params: { resource: 'policies' }, query: { key: ONBOARDING } });
  const policyVersionId = version.items.findLast(
    (item) => item.resource === 'policies' && item.data.status === 'published',
  )?.id;
  await system(file).configureMonitoring({
    params: { id },
    body: { policyVersionId: policyVersionId ?? '', enabled: true },
    idempotencyKey: 'demo-story-monitoring',
  });

  await file.until(60, 12.5);
  await statePayments(file, 'first', 8_200, 0);
  await assess(file, PAYMENTS, 'first_payments');

  await file.until(45, 12.2);
  const eventId = await report(file, 'profile.address_changed', 'Moved to Dubai');
  await state(file, 'signUp', 'moved', { 'address.country': 'AE', 'email.age_days': 2 });
  const { actionIds } = await assess(file, ONBOARDING, 'address_changed', [eventId]);
  await file.until(45, 16);
  await transition(file, actionIds, {
    by: 'member',
    status: 'acknowledged',
    reason: 'A new country and a new email address on one day.',
    expectedRevision: 1,
  });
  await member.risk.createNote({
    params: { id },
    body: {
      text: 'New address in Dubai and a new email address. Adam, did the branch open the deposit box for him?',
      mentions: [userIds.admin],
    },
    idempotencyKey: 'demo-story-note-address',
  });
  const request = await member.risk.createRequest({
    params: { id },
    body: {
      kind: 'information',
      about: { actionIds },
      to: userIds.admin,
      text: 'Has the branch seen a rental contract?',
      dueAt: dayAfter(file.at, 2),
    },
    idempotencyKey: 'demo-story-request',
  });
  await file.until(44, 14);
  await admin.risk.answerRequest({
    params: { id: request.id },
    body: { text: 'Yes, signed in Dubai last week. A copy is in the file of the branch.' },
    idempotencyKey: 'demo-story-answer',
  });
  await file.until(43, 13);
  await member.risk.closeRequest({
    params: { id: request.id },
    body: { reason: 'The answer is sufficient.' },
    idempotencyKey: 'demo-story-close',
  });
  await transition(file, actionIds, {
    by: 'member',
    status: 'completed',
    reason: 'The rental contract explains the new address.',
    expectedRevision: 2,
  });

  await file.until(33, 12.2);
  const returned = await report(file, 'profile.address_changed', 'Moved back to Berlin');
  await state(file, 'signUp', 'returned', { 'address.country': 'DE', 'email.age_days': 14 });
  await assess(file, ONBOARDING, 'address_changed_again', [returned]);

  await file.until(30, 12.5);
  await statePayments(file, 'grown', 24_000, 2);
  await assess(file, PAYMENTS, 'volume_grown');
}

/** The list has named him since yesterday. */
async function findMatch(file: CustomerFile, customer: Customer): Promise<string> {
  const { company, id } = file;
  await file.until(23, 13);
  const [match] = await screen(file, customer, 'list_changed');
  if (!match) throw new Error('The list that names customer-0007 was not found.');
  await file.until(23, 15);
  await company.member.risk.createNote({
    params: { id },
    body: { text: `Found on a sanctions list since yesterday: "${match.listedName}".`, about: match.id },
    idempotencyKey: 'demo-story-note-match',
  });
  await company.member.risk.createRequest({
    params: { id },
    body: {
      kind: 'escalation',
      about: { matchId: match.id },
      to: 'owner',
      text: 'Same name, date of birth and nationality as the listed person. May the branch open the box until it is decided?',
      dueAt: dayAfter(file.at, 1),
    },
    idempotencyKey: 'demo-story-escalation',
  });
  return match.id;
}

/** One person proposes, and another confirms. */
async function confirmMatch(file: CustomerFile, matchId: string): Promise<void> {
  const { member, admin, owner } = file.company;
  const params = { id: matchId };
  const reason = 'Confirmed by public sources';
  await file.until(22, 13);
  const waiting = await owner.risk.listRequests({ params: { id: file.id } });
  const escalation = waiting.items.find(({ data }) => data.kind === 'escalation');
  if (escalation)
    await owner.risk.answerRequest({
      params: { id: escalation.id },
      body: { text: 'No. Treat him as listed until two people have decided.' },
      idempotencyKey: 'demo-story-escalation-answer',
    });
  const proposal = await member.screening.proposeScreeningDecision({
    params,
    body: { decision: 'confirmed', reason },
    idempotencyKey: 'demo-story-match-proposal',
  });
  await file.until(21, 13);
  await admin.screening.decideScreeningMatch({
    params,
    body: { decision: 'confirmed', reason, proposalId: proposal.id },
    idempotencyKey: 'demo-story-match-decision',
  });
  await file.until(21, 14);
}

/** Monitoring has asked for the same when the match was found. */
async function cancelRepeated(file: CustomerFile, actionIds: readonly string[]): Promise<void> {
  const { actions } = await file.company.owner.risk.readSubjectOverview({ params: { id: file.id } });
  const repeated = actions.map(({ id }) => id).filter((id) => !actionIds.includes(id));
  if (repeated.length === 0) return;
  await transition(file, repeated, {
    by: 'owner',
    status: 'cancelled',
    reason: 'Asked again after the match was confirmed.',
    expectedRevision: 1,
  });
}

/** A licence of the authority allows what the policy rejects, until it ends. */
async function overrideReject(file: CustomerFile, assessmentId: string): Promise<void> {
  const { member, owner } = file.company;
  const params = { id: assessmentId };
  await file.until(19, 13);
  const body = {
    decision: 'restrict' as const,
    reason: 'The authority has licensed the payment of rent from frozen funds.',
    expiresAt: dayAfter(file.at, 33),
  };
  const proposal = await member.risk.proposeOverride({ params, body, idempotencyKey: 'demo-story-override-proposal' });
  await file.until(18, 14);
  await owner.risk.createOverride({
    params,
    body: { ...body, proposalId: proposal.id },
    idempotencyKey: 'demo-story-override',
  });
}

async function investigate(file: CustomerFile): Promise<void> {
  const { company, id } = file;
  await file.until(15, 13);
  const investigation = await company.member.risk.startInvestigation({
    params: { id },
    body: { question: 'What changed before he was listed?' },
    idempotencyKey: 'demo-story-investigation',
  });
  await file.until(14, 13);
  const findings = async () => {
    const found = await company.member.risk.readRecord({
      params: { resource: 'investigations', id: investigation.id },
    });
    return found.resource === 'investigations' ? found.data.findings : [];
  };
  await patiently('an investigation', async () => (await findings()).length > 0);
  const [finding] = await findings();
  await company.admin.risk.reviewInvestigation({
    params: { id: investigation.id },
    body: { finding: finding?.key ?? '', verdict: 'supported', reason: 'The evidence that it cites says so.' },
    idempotencyKey: 'demo-story-review',
  });
}

const dayAfter = (at: string, days: number) => new Date(Date.parse(at) + days * DAY_MS).toISOString();

const system = ({ company }: CustomerFile) => company.system.risk;
