import type { Client } from '@assay/client';
import { facts, ONBOARDING, onboardingPolicy, PAYMENTS, paymentPolicy } from './policies.ts';
import { FIRST_DAY, type Life, momentOf, NOON, type Until } from './timeline.ts';

export type Person = 'owner' | 'admin' | 'member';

/** Who makes the calls of the demo. */
export interface Callers {
  /** The source system: an API key. */
  system: Client;
  owner: Client;
  admin: Client;
  member: Client;
  baseUrl: string;
  apiKeyId: string;
  /** When the demo was first started: the end of the quarter. */
  endMs: number;
  /** Resolves when the lists of the day have been downloaded. */
  listsAreRead(): Promise<void>;
}

/** What the bank has before its first customer. */
export interface Company extends Callers {
  userIds: Record<Person, string>;
  sources: Record<keyof typeof facts, string>;
  workflowId: string;
  templateId: string;
}

/** Since then customers are assessed by their screening as well. */
export const SANCTIONS_POLICY_DAYS_AGO = 70;
const OUTAGE_DAYS_AGO = 39;

export const SEEN_BY_BRANCH = 'The branch has seen the papers: not the listed one';

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

/** Names the organization, and creates sources, policies, webhooks and a verification workflow. */
export async function foundCompany(callers: Callers, until: Until): Promise<Omit<Company, 'templateId'>> {
  await until(FIRST_DAY, NOON);
  // The directory knows people, and shows their names, once they have signed in.
  const userIds = {
    owner: (await callers.owner.organization.readMe()).userId,
    admin: (await callers.admin.organization.readMe()).userId,
    member: (await callers.member.organization.readMe()).userId,
  };
  await nameOrganization(callers);
  const sources = {
    signUp: await createSource(callers, 'signUp', 'demo_sign_up'),
    payments: await createSource(callers, 'payments', 'demo_payments'),
  };
  await publish(callers, ONBOARDING, 1, onboardingPolicy(sources, 1));
  await publish(callers, PAYMENTS, 1, paymentPolicy(sources));
  const workflow = await callers.admin.verification.createWorkflow({
    body: {
      key: 'identity_document',
      steps: [
        {
          key: 'document',
          type: 'extract',
          outputs: [
            { key: 'full_name', type: 'string' },
            { key: 'birth_date', type: 'string' },
          ],
        },
        { key: 'liveness', type: 'check', outputs: [{ key: 'is_live', type: 'boolean' }] },
      ],
    },
    idempotencyKey: 'demo-workflow',
  });
  await subscribe(callers);
  return { ...callers, userIds, sources, workflowId: workflow.id };
}

async function nameOrganization({ owner }: Callers): Promise<void> {
  const { name, revision } = await owner.organization.readSettings();
  if (name !== null) return;
  await owner.organization.updateSettings({
    body: {
      name: 'Paper & Quill Bank (fictional)',
      reasons: DECISION_REASONS,
      expectedRevision: revision,
      deadlines: {
        manual_review: 2 * 86_400,
        enhanced_due_diligence: 5 * 86_400,
        review_payments: 86_400,
        file_report: 3 * 86_400,
      },
    },
    idempotencyKey: 'demo-settings',
  });
}

/** One webhook whose receiver answers, and one whose receiver failed for a while and was sent everything again. */
async function subscribe({ admin, baseUrl, endMs }: Callers): Promise<void> {
  const outage = [OUTAGE_DAYS_AGO, OUTAGE_DAYS_AGO - 4].map((day) => new Date(momentOf(endMs, day, 0)).toISOString());
  const [from = '', until = ''] = outage;
  const webhooks = [
    { path: 'available', description: 'Case system', events: ['document.*', 'risk.override.*', 'screening.match.*'] },
    {
      path: `interrupted?${new URLSearchParams({ from, until })}`,
      description: 'Data warehouse',
      events: ['risk.override.*', 'screening.match.*'],
    },
  ] as const;
  for (const { path, description, events } of webhooks)
    await admin.webhooks.createWebhook({
      body: { url: `${baseUrl}/_local/receiver/${path}`, description, events: [...events], mode: 'test' },
      idempotencyKey: `demo-webhook-${events.length}`,
    });
}

async function createSource({ admin, apiKeyId }: Callers, name: keyof typeof facts, key: string): Promise<string> {
  const body = { key, facts: [...facts[name]], apiKeyIds: [apiKeyId] };
  return (await admin.risk.createSource({ body, idempotencyKey: `demo-source-${key}` })).id;
}

async function publish(
  { admin }: Callers,
  key: string,
  version: number,
  definition: ReturnType<typeof paymentPolicy>,
): Promise<void> {
  const { id } = await admin.risk.createPolicy({
    body: { key, definition },
    idempotencyKey: `demo-policy-${key}-${version}`,
  });
  await admin.risk.publishPolicy({ params: { id }, idempotencyKey: `demo-publish-${key}-${version}` });
}

/** Changes of the policy and the settings. Two people decide each; the last proposal waits for the second. */
export const governCompany =
  (company: Company): Life =>
  async (until) => {
    const { owner, admin, member, sources } = company;
    await until(78, 10);
    const { revision } = await owner.organization.readSettings();
    await owner.organization.updateSettings({
      body: { fourEyes: { policies: true, overrides: true }, expectedRevision: revision },
      idempotencyKey: 'demo-four-eyes',
    });

    // Whoever creates a version is not the one who publishes it.
    const draft = async (version: 2 | 3, suffix = '', author = admin) => {
      const body = { key: ONBOARDING, definition: onboardingPolicy(sources, version) };
      return (await author.risk.createPolicy({ body, idempotencyKey: `demo-policy-draft-${version}${suffix}` })).id;
    };
    const propose = (id: string, reason: string) =>
      member.risk.proposePolicy({ params: { id }, body: { reason }, idempotencyKey: `demo-propose-${id}` });

    await until(SANCTIONS_POLICY_DAYS_AGO + 2, 11);
    const second = await draft(2, '', owner);
    const accepted = await propose(second, 'The regulator expects sanctions lists to decide at once.');
    await until(SANCTIONS_POLICY_DAYS_AGO, 9);
    await admin.risk.publishPolicy({
      params: { id: second },
      body: { proposalId: accepted.id },
      idempotencyKey: 'demo-publish-second',
    });

    await until(38, 11);
    const early = await draft(3, '-early');
    const declined = await propose(early, 'New email addresses are the commonest sign of fraud.');
    await until(36, 15);
    await admin.organization.declineProposal({
      params: { id: declined.id },
      body: { kind: 'policy', about: early, reason: 'Count the customers that it would send to review first.' },
      idempotencyKey: 'demo-decline-policy',
    });

    await until(3, 10);
    await propose(await draft(3), 'Of the accounts closed for fraud this quarter, two thirds had a new email address.');
  };
