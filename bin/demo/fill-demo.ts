import { type Client, createClient } from '@assay/client';
import { mapConcurrently } from '@assay/foundation/concurrency';
import type { ActionRecord } from '#shared/risk/index.ts';
import { type Customer, customers, isListed } from './customers.ts';
import { signDocuments } from './documents.ts';
import {
  facts,
  MATCH_SCORE,
  ONBOARDING,
  onboardingPolicy,
  PAYMENTS,
  paymentPolicy,
  REVIEW_SCORE,
  SCREENED_LISTS,
} from './policies.ts';

/**
 * npm start -- --demo: fills test mode of the demo organization with invented customers, by calls of
 * the API. Idempotency keys and content are the same for every run, so an interrupted run is continued.
 */
export interface DemoOptions {
  baseUrl: string;
  apiKey: { id: string; key: string; secret: string };
  tokens: Record<'owner' | 'admin' | 'member', string>;
  /** Sends the requests. */
  fetch: typeof fetch;
  progress(line: string): void;
}

interface Demo {
  /** The source system: an API key. */
  system: Client;
  admin: Client;
  member: Client;
  apiKeyId: string;
  /** The time of the first run, which all other times are relative to. */
  startedMs: number;
}

const CONCURRENCY = 4;
const DAY_MS = 86_400_000;
/** Exists when everything else does. */
const COMPLETED = { kind: 'demo', externalId: 'demo-data' };

export async function fillDemo(options: DemoOptions): Promise<void> {
  const { baseUrl, apiKey, tokens, fetch, progress } = options;
  const system = createClient({ baseUrl, fetch, credentials: apiKey });
  const known = await system.risk.listRecords({
    params: { resource: 'contexts' },
    query: COMPLETED,
  });
  if (known.items.length > 0) return;

  progress('Creating demo data ...');
  const startedMs = performance.now();
  const user = (token: string) => createClient({ baseUrl, fetch, credentials: { token }, mode: 'test' });
  const first = await system.risk.createContext({
    body: { kind: 'demo', externalId: 'demo-start', label: 'Start of the demo data' },
    idempotencyKey: 'demo-start',
  });
  const demo: Demo = {
    system,
    admin: user(tokens.admin),
    member: user(tokens.member),
    apiKeyId: apiKey.id,
    startedMs: Date.parse(first.data.createdAt),
  };
  // The directory knows people, and shows their names, once they have signed in.
  for (const person of [demo.admin, demo.member]) await person.organization.readMe();
  await nameOrganization(demo);
  await subscribe(demo, baseUrl);
  await Promise.all([
    signDocuments(demo.admin, system),
    assessCustomers(demo).then((subjects) => workOnActions(demo, subjects)),
  ]);
  await system.risk.createContext({ body: COMPLETED, idempotencyKey: 'demo-data' });
  const seconds = ((performance.now() - startedMs) / 1000).toFixed(1);
  progress(`Created demo data: ${customers.length} customers, ${seconds} s.`);
}

const SEEN_BY_BRANCH = 'The branch has seen the papers: not the listed one';

/** Reasons in the words of the organization, each with the fact that the comparison must bear out. */
const DECISION_REASONS = {
  falsePositive: [
    'Different date of birth',
    'Different nationality',
    'Different identification number',
    'Other full name than listed',
    'Not the listed kind of customer',
    SEEN_BY_BRANCH,
  ],
  confirmed: [
    'Same identification number',
    'Same full name and date of birth',
    'Confirmed by public sources',
    'Confirmed by the subject',
  ],
  facts: [
    { reason: 'Other full name than listed', fact: 'name' as const },
    { reason: 'Not the listed kind of customer', fact: 'kind' as const },
  ],
};

async function nameOrganization({ admin }: Demo): Promise<void> {
  const { revision, updatedAt, updatedBy, reasons, ...settings } = await admin.organization.readSettings();
  if (settings.name !== null) return;
  await admin.organization.updateSettings({
    body: {
      ...settings,
      name: 'Paper & Quill Bank (fictional)',
      reasons: DECISION_REASONS,
      expectedRevision: revision,
      deadlines: {
        manual_review: 86_400,
        enhanced_due_diligence: 259_200,
        review_payments: 43_200,
      },
    },
  });
}

/** One webhook whose receiver answers, and one whose receiver does not. */
async function subscribe({ admin }: Demo, baseUrl: string): Promise<void> {
  const webhooks = [
    { path: 'available', events: ['document.*', 'risk.override.*', 'screening.match.found'] },
    { path: 'unavailable', events: ['risk.override.*'] },
  ] as const;
  for (const { path, events } of webhooks)
    await admin.webhooks.createWebhook({
      body: { url: `${baseUrl}/_local/receiver/${path}`, events: [...events], mode: 'test' },
      idempotencyKey: `demo-webhook-${path}`,
    });
}

/** Subject ids by customer number. */
async function assessCustomers(demo: Demo): Promise<Map<number, string>> {
  const sources = await createSources(demo);
  await publish(demo, ONBOARDING, 1, onboardingPolicy(sources, 1));
  await publish(demo, PAYMENTS, 1, paymentPolicy(sources));
  const subjects = new Map<number, string>();
  await mapConcurrently(customers, CONCURRENCY, async (customer) => {
    const subject = await demo.system.risk.createSubject({
      body: { kind: customer.kind, externalId: customer.externalId },
      idempotencyKey: `demo-${customer.externalId}`,
    });
    subjects.set(customer.number, subject.id);
    await onboard(demo, customer, subject.id, sources);
  });
  const version = await publish(demo, ONBOARDING, 2, onboardingPolicy(sources, 2));
  await proposeStricterPolicy(demo, sources);
  await mapConcurrently(customers.filter(isFollowed), CONCURRENCY, (customer) =>
    follow(demo, customer, subjects.get(customer.number) ?? '', sources),
  );
  await followTogether(demo, subjects, version);
  return subjects;
}

type Sources = Record<keyof typeof facts, string>;
const SOURCE_KEYS: Sources = { signUp: 'demo_sign_up', payments: 'demo_payments' };

async function createSources({ admin, apiKeyId }: Demo): Promise<Sources> {
  const create = async (name: keyof Sources) => {
    const { id } = await admin.risk.createSource({
      body: { key: SOURCE_KEYS[name], facts: [...facts[name]], apiKeyIds: [apiKeyId] },
      idempotencyKey: `demo-source-${name}`,
    });
    return id;
  };
  return { signUp: await create('signUp'), payments: await create('payments') };
}

/** A draft that waits for an admin. */
async function proposeStricterPolicy({ admin, member }: Demo, sources: Sources): Promise<void> {
  const { id } = await admin.risk.createPolicy({
    body: { key: ONBOARDING, definition: onboardingPolicy(sources, 3) },
    idempotencyKey: 'demo-policy-draft',
  });
  await member.risk.proposePolicy({
    params: { id },
    body: { reason: 'Most accounts closed for fraud in spring had a new email address.' },
    idempotencyKey: 'demo-policy-proposal',
  });
}

async function publish(
  { admin }: Demo,
  key: string,
  version: number,
  definition: ReturnType<typeof paymentPolicy>,
): Promise<string> {
  const { id } = await admin.risk.createPolicy({
    body: { key, definition },
    idempotencyKey: `demo-policy-${key}-${version}`,
  });
  await admin.risk.publishPolicy({
    params: { id },
    idempotencyKey: `demo-publish-${key}-${version}`,
  });
  return id;
}

/** Listed customers are monitored, and two of them applied for the same loan. */
async function followTogether({ system }: Demo, subjects: Map<number, string>, version: string) {
  const listed = customers.filter(isListed).map(({ number }) => subjects.get(number) ?? '');
  await mapConcurrently(listed, CONCURRENCY, (id) =>
    system.risk.configureMonitoring({
      params: { id },
      body: { policyVersionId: version, enabled: true },
      idempotencyKey: `demo-${id}-monitoring`,
    }),
  );
  const loan = await system.risk.createContext({
    body: { kind: 'loan_application', externalId: 'loan-0001', label: 'Loan for a paper mill' },
    idempotencyKey: 'demo-loan',
  });
  for (const [role, subjectId] of Object.entries({ applicant: listed[0], guarantor: listed[1] }))
    await system.risk.addContextSubject({
      params: { id: loan.id },
      body: { subjectId: subjectId ?? '', role },
      idempotencyKey: `demo-loan-${role}`,
    });
}

/** What was known of a customer when they signed up. Some still owe an identity document. */
async function onboard(demo: Demo, customer: Customer, id: string, sources: Sources) {
  const observedAt = daysAgo(demo, customer.sinceDays);
  const state = submitter(demo, id, observedAt, `demo-${customer.externalId}-onboarding`);
  await state(sources.signUp, {
    'email.age_days': customer.emailAgeDays,
    'email.disposable': customer.isEmailDisposable,
    ...(customer.number % 23 !== 0 && {
      'identity.document_verified': customer.isDocumentVerified,
      'address.country': customer.country,
    }),
  });
  await demo.system.risk.createAssessment({
    params: { id },
    body: { policyKey: ONBOARDING, trigger: 'sign_up' },
    idempotencyKey: `demo-${customer.externalId}-onboarding`,
  });
}

const isFollowed = (customer: Customer) => isListed(customer) || customer.number % 4 === 0;

/** What has happened to a customer since: a screening, payments, activities, a new assessment. */
async function follow(demo: Demo, customer: Customer, id: string, sources: Sources) {
  const key = `demo-${customer.externalId}-later`;
  await screen(demo, customer, id, key);
  const recent = Math.min(customer.sinceDays - 1, 1 + (customer.number % 14));
  await submitter(
    demo,
    id,
    daysAgo(demo, recent),
    key,
  )(sources.payments, {
    'payments.active': customer.volumeEur > 0,
    'payments.volume_30d_eur': customer.volumeEur,
    'payments.chargebacks_90d': customer.chargebacks,
  });
  const event = await demo.system.risk.reportActivity({
    params: { id },
    body: {
      activityType: 'login.succeeded',
      category: 'authentication',
      title: 'Signed in from a new device',
      occurredAt: daysAgo(demo, recent),
    },
    idempotencyKey: `${key}-activity`,
  });
  for (const policyKey of customer.volumeEur > 0 ? [ONBOARDING, PAYMENTS] : [ONBOARDING])
    await demo.system.risk.createAssessment({
      params: { id },
      body: { policyKey, trigger: 'periodic_review', eventIds: [event.id] },
      idempotencyKey: `${key}-${policyKey}`,
    });
}

async function screen(demo: Demo, customer: Customer, id: string, key: string) {
  const isPerson = customer.kind !== 'business';
  const run = await demo.system.screening.createScreeningRun({
    body: {
      subject: {
        name: customer.name,
        entityType: isPerson ? 'person' : 'entity',
        nationalities: [customer.country],
        datesOfBirth: customer.dateOfBirth && isPerson ? [customer.dateOfBirth] : [],
      },
      sources: SCREENED_LISTS,
      reviewScore: REVIEW_SCORE,
      matchScore: MATCH_SCORE,
      riskSubjectId: id,
    },
    idempotencyKey: `${key}-screening`,
  });
  const [match] = run.matches;
  if (!match) return;
  await demo.member.risk.createNote({
    params: { id },
    body: { text: `Possible match: "${match.listedName}". Asked the branch for a passport copy.` },
    idempotencyKey: `${key}-note`,
  });
  // Some possible matches are decided or have a proposal, the others wait for an analyst.
  if (match.score >= MATCH_SCORE) return;
  if (customer.number % 2 === 1)
    await demo.admin.screening.decideScreeningMatch({
      params: { id: match.id },
      body: { decision: 'false_positive', reason: SEEN_BY_BRANCH },
      idempotencyKey: `${key}-decision`,
    });
  else if (customer.kind === 'business')
    await demo.member.screening.proposeScreeningDecision({
      params: { id: match.id },
      body: {
        decision: 'false_positive',
        reason: 'The commercial register shows another company.',
      },
      idempotencyKey: `${key}-proposal`,
    });
}

const REASONS = {
  acknowledged: 'Looking into it.',
  completed: 'Documents checked, no objection.',
  failed: 'The customer does not answer.',
  cancelled: 'Requested by mistake.',
};
/** What has become of an action, by the number of its customer; the others are still requested. */
const STATUSES: Record<number, (keyof typeof REASONS)[]> = {
  1: ['acknowledged'],
  2: ['acknowledged', 'completed'],
  3: ['acknowledged'],
  5: ['failed'],
  7: ['cancelled'],
};

async function workOnActions(demo: Demo, subjects: Map<number, string>): Promise<void> {
  const numberOf = new Map([...subjects].map(([number, id]) => [id, number]));
  const overridden = new Set<string>();
  const followed = new Set(customers.filter(isFollowed).map(({ number }) => number));
  const query = { status: 'requested' } as const;
  const actions: ActionRecord[] = [];
  for await (const action of demo.admin.risk.listActionQueue.each({ query })) actions.push(action);
  await mapConcurrently(actions, CONCURRENCY, async ({ id, data }) => {
    const number = numberOf.get(data.subjectId) ?? 0;
    let expectedRevision = data.revision;
    for (const status of STATUSES[number % 10] ?? []) {
      const worker = status === 'cancelled' ? demo.admin : demo.member;
      await worker.risk.transitionAction({
        params: { id },
        body: { status, expectedRevision, reason: REASONS[status] },
        idempotencyKey: `demo-${id}-${status}`,
      });
      expectedRevision += 1;
    }
    // Only a current assessment can be overridden, and those of followed customers have newer ones.
    if (number % 10 !== 3 || followed.has(number) || overridden.has(data.assessmentId)) return;
    overridden.add(data.assessmentId);
    await demo.admin.risk.createOverride({
      params: { id: data.assessmentId },
      body: {
        decision: 'review',
        reason: 'Known to the branch for years; seen in person.',
        expiresAt: daysAgo(demo, -90),
      },
      idempotencyKey: `demo-${data.assessmentId}-override`,
    });
  });
}

const submitter =
  ({ system }: Demo, id: string, observedAt: string, key: string) =>
  (sourceRegistrationId: string, values: Record<string, string | number | boolean>) =>
    system.risk.submitEvidenceBatch({
      params: { id },
      body: {
        sourceRegistrationId,
        items: Object.entries(values).map(([fact, value]) => ({ fact, value, status: 'available', observedAt })),
      },
      idempotencyKey: `${key}-${sourceRegistrationId}`,
    });

const daysAgo = ({ startedMs }: Demo, days: number) => new Date(startedMs - days * DAY_MS).toISOString();
