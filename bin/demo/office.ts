import type { Company } from './company.ts';
import { type Customer, customers, isListed } from './customers.ts';
import type { Life } from './timeline.ts';
import { decideVerification, verify } from './verifying.ts';

/** What happens in the office beside the work on single customers, of whom there are `size`. */
export const officeLives = (company: Company, size: number): Life[] => [
  followTogether(company),
  connectFailingReceiver(company),
  ...VERIFIED.filter((number) => number <= size).map((number) => verification(company, number)),
  ...INVESTIGATED.filter((number) => number <= size).map((number) => investigation(company, number)),
  ...ASKED.filter(({ number }) => number <= size).map((asked) => question(company, asked)),
];

/** Customers by number, who have signed up by then. */
const VERIFIED = [13, 27, 34, 40, 46, 56];
const INVESTIGATED = [31, 12];
const ASKED = [
  {
    number: 28,
    to: 'admin',
    text: 'Is his passport in the file of the branch?',
    answer: 'Yes, a copy from September.',
  },
  { number: 33, to: 'member', text: 'Who has opened the account for him?', answer: 'His employer, by post.' },
  { number: 53, to: 'admin', text: 'Has the branch seen a rental contract?', answer: undefined },
  { number: 51, to: 'member', text: 'Which document did the customer try to upload?', answer: undefined },
  { number: 54, to: 'owner', text: 'May the account stay open for incoming payments?', answer: undefined },
] as const;

const customerOf = (number: number) => customers[number - 1] ?? fail(number);

function fail(number: number): never {
  throw new Error(`There is no customer ${number}.`);
}

async function idOf({ system }: Company, { externalId }: Customer): Promise<string> {
  const { items } = await system.risk.listRecords({ params: { resource: 'subjects' }, query: { externalId } });
  const [subject] = items;
  if (!subject) throw new Error(`${externalId} has not signed up by then.`);
  return subject.id;
}

/** Two customers applied for the same loan. */
const followTogether =
  (company: Company): Life =>
  async (until) => {
    await until(1, 13);
    const { system } = company;
    const loan = await system.risk.createContext({
      body: { kind: 'loan_application', externalId: 'loan-0001', label: 'Loan for a paper mill' },
      idempotencyKey: 'demo-loan',
    });
    const [applicant, guarantor] = customers.filter(isListed);
    for (const [role, customer] of Object.entries({ applicant, guarantor }))
      await system.risk.addContextSubject({
        params: { id: loan.id },
        body: { subjectId: customer ? await idOf(company, customer) : '', role },
        idempotencyKey: `demo-loan-${role}`,
      });
  };

/** A new webhook whose receiver does not answer yet. */
const connectFailingReceiver =
  ({ admin, baseUrl }: Company): Life =>
  async (until) => {
    await until(2, 13);
    await admin.webhooks.createWebhook({
      body: {
        url: `${baseUrl}/_local/receiver/unavailable`,
        description: 'Archive of agreements',
        events: ['document.*'],
        mode: 'test',
      },
      idempotencyKey: 'demo-webhook-failing',
    });
  };

/** One attempt is rejected, and the last waits for a decision. */
const verification =
  (company: Company, number: number): Life =>
  async (until) => {
    const customer = customerOf(number);
    const at = await until(Math.max(0, customer.sinceDays - 2), 13);
    const isLive = number !== 27;
    const subjectId = await idOf(company, customer);
    const { name, dateOfBirth: birthDate = '1980-01-01' } = customer;
    const attempt = await verify(company, { subjectId, name, birthDate, isLive, at });
    if (number === VERIFIED.at(-1)) return;
    await until(Math.max(0, customer.sinceDays - 3), 14);
    await decideVerification(company, {
      subjectId,
      ...attempt,
      decision: isLive ? 'approved' : 'rejected',
      reason: isLive ? 'The portrait is that of the document.' : 'A picture of a picture was held into the camera.',
    });
  };

const investigation =
  (company: Company, number: number): Life =>
  async (until) => {
    const customer = customerOf(number);
    await until(Math.max(1, customer.sinceDays - 30), 14);
    await company.member.risk.startInvestigation({
      params: { id: await idOf(company, customer) },
      body: { question: 'Which evidence is older than the decision?' },
      idempotencyKey: `demo-investigation-${number}`,
    });
  };

/** About the newest open action of a customer; those of today are not answered yet. */
const question =
  (company: Company, { number, to, text, answer }: (typeof ASKED)[number]): Life =>
  async (until) => {
    const customer = customerOf(number);
    const daysAgo = answer ? 6 : 0;
    await until(daysAgo, 15);
    const id = await idOf(company, customer);
    const overview = await company.member.risk.readSubjectOverview({ params: { id } });
    const actionIds = overview.actions.slice(0, 1).map((action) => action.id);
    if (actionIds.length === 0) throw new Error(`${customer.externalId} has no work to ask about.`);
    const asker = to === 'member' ? company.admin : company.member;
    const request = await asker.risk.createRequest({
      params: { id },
      body: {
        kind: to === 'owner' ? 'escalation' : 'information',
        about: { actionIds },
        to: company.userIds[to],
        text,
      },
      idempotencyKey: `demo-question-${number}`,
    });
    if (!answer) return;
    await until(daysAgo - 1, 15);
    await company[to].risk.answerRequest({
      params: { id: request.id },
      body: { text: answer },
      idempotencyKey: `demo-answer-${number}`,
    });
  };
