import { assess, report, screen, state, statePayments } from './assessing.ts';
import { type Company, type Person, SANCTIONS_POLICY_DAYS_AGO, SEEN_BY_BRANCH } from './company.ts';
import { type Customer, FIRST_NEWCOMER, isListed } from './customers.ts';
import { MATCH_SCORE, ONBOARDING, PAYMENTS } from './policies.ts';
import type { Life } from './timeline.ts';
import { type CustomerFile, openFile, workday, workOn } from './work.ts';

/** Everything that happens to an ordinary customer, in order. It depends on the customer's number alone. */
export const customerLife =
  (company: Company, customer: Customer): Life =>
  async (until) => {
    const { number, sinceDays, kind, externalId } = customer;
    await until(sinceDays, 12.1 + (number % 50) / 10);
    const { id } = await company.system.risk.createSubject({
      body: { kind, externalId },
      idempotencyKey: `demo-${externalId}`,
    });
    const file = openFile(company, id, externalId, number, until);
    await file.until(sinceDays, 12.2 + (number % 50) / 10);
    await signUp(file, customer);

    if (number >= FIRST_NEWCOMER) return;
    if (number % 6 === 0 && !isListed(customer))
      await comeBack(file, customer, 7 + Math.floor(file.random() * (sinceDays - 8)));
    else if (number % 6 === 3 && sinceDays > 20) await sendDocument(file, sinceDays - 12);
    if (PAYMENTS_GREW[number] !== undefined) await grow(file, customer, PAYMENTS_GREW[number]);
  };

/** Days before today, by customer number. */
const PAYMENTS_GREW: Record<number, number> = { 1: 52, 4: 30, 19: 14, 20: 1, 22: 0, 37: 6 };
/** One override is in force, one has ended and one was revoked. */
const OVERRIDDEN: readonly number[] = [9, 17, 25];
const REVOKED = 25;

/** What was known of a customer when they signed up. Some still owe an identity document. */
async function signUp(file: CustomerFile, customer: Customer): Promise<void> {
  const { number, sinceDays } = customer;
  await state(file, 'signUp', 'sign-up', {
    'email.age_days': customer.emailAgeDays,
    'email.disposable': customer.isEmailDisposable,
    ...(number % 29 !== 0 && {
      'identity.document_verified': customer.isDocumentVerified,
      'address.country': customer.country,
    }),
  });
  const matches = sinceDays <= SANCTIONS_POLICY_DAYS_AGO ? await screen(file, customer, 'sign-up') : [];
  const { assessmentId, actionIds } = await assess(file, ONBOARDING, 'sign_up');
  if (OVERRIDDEN.includes(number))
    return override(file, { assessmentId, actionIds, sinceDays, revokes: number === REVOKED });
  await workOn(file, actionIds, sinceDays);
  await decide(file, customer, matches, sinceDays);
}

/** Payments and activities some time later, and a new assessment. */
async function comeBack(file: CustomerFile, customer: Customer, daysAgo: number): Promise<void> {
  await file.until(daysAgo, 12.3 + (customer.number % 40) / 10);
  await statePayments(file, 'later', customer.volumeEur, customer.chargebacks);
  const eventId = await report(file, 'login.succeeded', 'Signed in from a new device');
  const { actionIds } = await assess(file, ONBOARDING, 'periodic_review', [eventId]);
  const paying = customer.volumeEur > 0 ? await assess(file, PAYMENTS, 'periodic_review', [eventId]) : undefined;
  await workOn(file, actionIds, daysAgo);
  await workOn(file, paying?.actionIds ?? [], daysAgo);
}

/** The identity document arrives, and the score falls. */
async function sendDocument(file: CustomerFile, daysAgo: number): Promise<void> {
  await file.until(daysAgo, 14);
  await state(file, 'signUp', 'document', { 'identity.document_verified': true });
  await assess(file, ONBOARDING, 'document_received');
}

/** Payments grow, and the score rises. */
async function grow(file: CustomerFile, customer: Customer, daysAgo: number): Promise<void> {
  await file.until(daysAgo, 12.5);
  await statePayments(file, 'grown', 15_000 + customer.number * 200, customer.chargebacks);
  const { actionIds } = await assess(file, PAYMENTS, 'volume_grown');
  await workOn(file, actionIds, daysAgo);
}

interface Overridden {
  assessmentId: string;
  actionIds: string[];
  sinceDays: number;
  revokes: boolean;
}

/** Proposed by one person and created by another. Some end by themselves, and some are revoked. */
async function override(file: CustomerFile, { assessmentId, actionIds, sinceDays, revokes }: Overridden) {
  const { company, key } = file;
  const { member, admin } = company;
  const params = { id: assessmentId };
  const proposedAgo = workday(company.endMs, sinceDays - 1);
  const proposedAt = await file.until(proposedAgo, 14);
  // Those of recent weeks are still in force.
  const expiresAt = new Date(Date.parse(proposedAt) + 30 * DAY_MS).toISOString();
  const reason = 'Known to the branch for years; seen in person.';
  const proposal = await member.risk.proposeOverride({
    params,
    body: { decision: 'none', reason, expiresAt },
    idempotencyKey: `demo-${key}-override-proposal`,
  });
  await file.until(workday(company.endMs, proposedAgo - 1), 15);
  const { id } = await admin.risk.createOverride({
    params,
    body: { decision: 'none', reason, expiresAt, proposalId: proposal.id },
    idempotencyKey: `demo-${key}-override`,
  });
  if (revokes) {
    await file.until(workday(company.endMs, sinceDays - 8), 15);
    await admin.risk.revokeOverride({
      params: { id },
      body: { reason: 'The papers that the branch has seen have expired.' },
      idempotencyKey: `demo-${key}-revocation`,
    });
  }
  await workOn(file, actionIds, sinceDays - 8);
}

const DAY_MS = 86_400_000;

interface FoundMatch {
  id: string;
  score: number;
  listedName: string;
}

/** Matches that wait for an analyst, and those that wait for a second person. All others were decided within days. */
const PENDING: readonly number[] = [35, 44, 52, 55, 58];
const PROPOSED: readonly number[] = [47, 50];

async function decide(file: CustomerFile, { number }: Customer, [match]: readonly FoundMatch[], foundAgo: number) {
  if (!match) return;
  const { company, key, id, random } = file;
  const chance = random();
  await file.until(Math.max(0, workday(company.endMs, foundAgo - 1)), 14 + chance);
  if (number !== 44)
    await company.member.risk.createNote({
      params: { id },
      body: {
        text: `Possible match: "${match.listedName}". Asked the branch for a passport copy.`,
        ...(number % 2 === 1 && { mentions: [company.userIds.admin] }),
      },
      idempotencyKey: `demo-${key}-note-${match.id}`,
    });
  if (PENDING.includes(number)) return;
  const isConfirmed = match.score >= MATCH_SCORE;
  const decision = isConfirmed ? ('confirmed' as const) : ('false_positive' as const);
  const reason = isConfirmed ? 'Confirmed by public sources' : SEEN_BY_BRANCH;
  const proposal = await company.member.screening.proposeScreeningDecision({
    params: { id: match.id },
    body: { decision, reason },
    idempotencyKey: `demo-${key}-proposal-${match.id}`,
  });
  if (PROPOSED.includes(number)) return;
  await file.until(workday(company.endMs, foundAgo - 2 - Math.floor(chance * 3)), 13 + 3 * chance);
  const by: Person = chance < 0.6 ? 'admin' : 'owner';
  await company[by].screening.decideScreeningMatch({
    params: { id: match.id },
    body: { decision, reason, proposalId: proposal.id },
    idempotencyKey: `demo-${key}-decision-${match.id}`,
  });
}
