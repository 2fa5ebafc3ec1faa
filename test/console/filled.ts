import { assurance, assurances } from './filled-assurance.ts';
import { auditRoots, eventProof } from './filled-audit.ts';
import { backtest, backtestJobs, changedCases } from './filled-backtests.ts';
import { ago, COLLEAGUE, clock, DAY_MS, HOUR_MS, ME, uuid } from './filled-base.ts';
import { document, pdf, trail } from './filled-documents.ts';
import { bulkJobs, bulkSend, jobs, REPORT_PATH, report } from './filled-jobs.ts';
import { attestation, coverage, profiles, sources } from './filled-lists.ts';
import { lookBack, lookBackFindings, lookBackJobs } from './filled-look-backs.ts';
import { notificationSettings, notifications } from './filled-notifications.ts';
import { outcomes, policyQuality } from './filled-outcomes.ts';
import { worklistOverview } from './filled-overview.ts';
import { closedProposals, openProposals } from './filled-proposals.ts';
import { foundEntries, keptRun, screeningBatch, simulated } from './filled-start.ts';
import type { Answering, StubAnswer } from './stub-service.ts';

/** Answers of a service with invented customers, for tests of the screens. */
export const me = (role: 'owner' | 'admin' | 'member' = 'owner') => ({
  userId: ME,
  organizationId: uuid(1, 1),
  role,
  email: 'mia@example.com',
  name: 'Mia Example',
  isListOperator: true,
  settings: {
    name: 'Northwind Pay',
    deadlines: { manual_review: 86_400 },
    subjectLink: null,
    highestReviewScore: null,
    linksByEmailOnly: false,
    reasons: {
      falsePositive: ['Different date of birth', 'Not our customer’s portrait'],
      confirmed: ['Same full name and date of birth'],
      facts: [
        { reason: 'Different date of birth', fact: 'birth' },
        { reason: 'Not our customer’s portrait', fact: 'none' },
        { reason: 'Same full name and date of birth', fact: 'birth' },
      ],
    },
    fourEyes: { policies: false, overrides: false, matches: false, lists: false },
    revision: 1,
    updatedAt: ago(DAY_MS),
    updatedBy: `user:${ME}`,
  },
});

const DECISIONS = ['reject', 'restrict', 'review'] as const;
const KINDS = ['person', 'business', 'account'] as const;
const SCORES: Record<string, number> = { reject: 92, restrict: 68, review: 47 };

export function workItem(index: number) {
  const decision = DECISIONS[Math.min(2, Math.floor(index / 4))] ?? 'review';
  const action = (name: string, status: string, at: number) => ({
    id: uuid(2, index * 10 + at),
    name,
    status,
    revision: 1,
    policyKey: 'onboarding',
    assessmentId: uuid(3, index),
    createdAt: ago((17 - (index % 14)) * DAY_MS),
  });
  return {
    subject: {
      id: uuid(4, index),
      kind: KINDS[index % 3] ?? 'person',
      externalId: `cus_${(11_900 + index).toString(36)}`,
    },
    decision,
    effectiveDecision: decision,
    since: ago((17 - (index % 14)) * DAY_MS),
    dueAt: index % 3 === 0 ? ago(DAY_MS) : null,
    late: index % 3 === 0,
    assignee: index % 5 === 1 ? COLLEAGUE : null,
    revision: 0,
    actions: [
      action('limit_payouts', index % 4 === 1 ? 'acknowledged' : 'requested', 0),
      action('request_source_of_funds', index % 7 === 3 ? 'failed' : 'requested', 1),
    ],
    more: index % 6 === 0 ? 1 : 0,
    assessments: [
      {
        id: uuid(3, index),
        policyKey: 'onboarding',
        version: 2,
        decision,
        score: SCORES[decision] ?? 0,
        band: 'high',
        evaluatedAt: ago(15 * DAY_MS),
      },
    ],
  };
}

const condition = (input: string, operator: string, value: unknown) => ({ input, operator, value });
const FACTORS = [
  ['email_age', 'Age of the e-mail address', condition('email.age_days', 'lt', 30), 18],
  ['mailbox', 'Disposable mailbox', condition('email.disposable', 'eq', true), 0],
  ['device', 'Accounts on the same device', condition('device.accounts', 'gte', 5), 24],
  ['volume', 'Payment volume, 30 days', condition('payment.volume_30d', 'gte', 50_000), 22],
  ['corridor', 'High-risk corridors', condition('payment.countries', 'contains', 'PA'), 10],
  ['address', 'Address verified', condition('address.verified', 'eq', true), -6],
] as const;

const definition = {
  inputs: FACTORS.map(([, , { input }]) => ({
    key: input,
    type: 'number',
    itemType: null,
    verification: null,
    acceptedSources: [`registered:${uuid(6, 1)}`],
    maxAgeSeconds: 2_592_000,
  })),
  applicability: [],
  factors: FACTORS.map(([key, label, when, points]) => ({
    key,
    label,
    match: 'first',
    weight: 1,
    defaultPoints: 0,
    cases: [{ all: [when], points }],
  })),
  aggregation: 'sum',
  floor: 0,
  ceiling: 100,
  missingEvidence: 'review',
  bands: [
    { id: 'low', from: 0, effect: { decision: 'none', actions: [] } },
    { id: 'elevated', from: 25, effect: { decision: 'review', actions: ['manual_review'] } },
    { id: 'high', from: 60, effect: { decision: 'restrict', actions: ['limit_payouts'] } },
  ],
  rules: [
    {
      key: 'sanctions_match',
      reason: 'The customer is on a sanctions list.',
      forceBand: null,
      all: [condition('screening.sanctions', 'eq', 'match')],
      effect: { decision: 'reject', actions: ['freeze_account'] },
    },
  ],
  reviewAfterSeconds: 2_592_000,
};

function assessment(index: number) {
  return {
    id: uuid(3, index),
    resource: 'assessments',
    data: {
      subjectId: uuid(4, index),
      policyVersionId: uuid(5, 2),
      policyKey: 'onboarding',
      policy: {
        key: 'onboarding',
        version: 2,
        status: 'published',
        definition,
        createdAt: ago(60 * DAY_MS),
        publishedAt: ago(59 * DAY_MS),
      },
      trigger: 'address confirmed',
      eventIds: [],
      evaluatedAt: ago(15 * DAY_MS),
      sequence: 2,
      evidenceRevision: 7,
      previousAssessmentId: null,
      evidence: [],
      outcome: 'complete',
      score: 68,
      band: 'high',
      decision: 'restrict',
      factors: FACTORS.map(([key, label, , points]) => ({
        key,
        label,
        points,
        weight: 1,
        contribution: points,
        unknownInputs: [],
        status: points === 0 ? 'default_taken' : 'case_taken',
        case: points === 0 ? null : 0,
      })),
      rules: [
        {
          key: 'sanctions_match',
          result: 'not_matched',
          reason: 'The customer is on a sanctions list.',
          decidedBy: ['screening.sanctions'],
        },
      ],
      inputs: FACTORS.map(([, , { input }], at) => ({
        key: input,
        status: 'resolved',
        value: at * 7,
        reason: null,
        receipts: [
          {
            receiptId: uuid(7, at),
            source: `registered:${uuid(6, 1)}`,
            status: 'available',
            observedAt: ago((at * 5 + 2) * DAY_MS),
            expiresAt: null,
            ageSeconds: 86_400,
            why: 'usable',
          },
        ],
      })),
      reasons: [{ code: 'score_in_band', key: 'high', message: 'The score 68 is in the band high.' }],
      actions: [{ name: 'limit_payouts', requiredBy: [{ kind: 'band', key: 'high' }] }],
      freshUntil: ago(-2 * DAY_MS),
      reviewDueAt: ago(-15 * DAY_MS),
      evaluatorVersion: 'policy-evaluator-v2',
      actionIds: [],
    },
  };
}

const ENTRY = {
  kind: 'person',
  names: [
    { text: 'QUILLFEATHER, Ambrose Tobias', isWeak: false, script: 'Latn' },
    { text: 'FEATHER, Ambrose T.', isWeak: false, script: 'Latn' },
    { text: 'The Scribe', isWeak: true, script: 'Latn' },
  ],
  births: [{ from: '1961-04-17', to: '1961-04-17', isCirca: false }],
  birthPlaces: ['Ravelin, Ruritania'],
  countries: ['IR', 'KP'],
  identifiers: [{ kind: 'passport', value: 'QF0011223', country: 'IR' }],
  addresses: [{ text: '1 Paper Street, Ville, Iran', country: 'IR' }],
  programmes: ['SDGT', 'IFSR'],
  references: [],
  measures: [],
  listedOn: '2011-06-14',
  endsOn: null,
  titles: ['Director of the Paper Office'],
  remarks: 'Supplied paper to a sanctioned printing house.',
  links: ['https://sanctionssearch.ofac.treas.gov/Details.aspx?id=101'],
  truncated: false,
  digest: 'a'.repeat(64),
};

const matchOf = (index: number) => ({
  id: uuid(8, index),
  source: 'ofac_sdn',
  sourceEntryId: String(101 + index),
  listedName: 'Ambrose Tobias QUILLFEATHER',
  matchedName: 'FEATHER, Ambrose T.',
  score: 75,
  decision: 'pending',
  listKind: 'sanctions',
  group: null,
});

const runOf = (index: number) => ({
  id: uuid(9, index),
  status: 'possible_match',
  incomplete: false,
  incompleteReasons: [],
  topScore: 75,
  trigger: 'api',
  sessionId: null,
  createdAt: ago((13 + index) * DAY_MS),
});

export const matchItem = (index: number) => ({
  match: { ...matchOf(index), pepStanding: null },
  run: runOf(index),
  subject: {
    id: uuid(4, index),
    kind: 'person',
    externalId: `cus_${(11_900 + index).toString(36)}`,
  },
  proposal: null,
});

export const matchDetail = (index: number) => ({
  match: {
    ...matchOf(index),
    pep: null,
    factors: [
      { code: 'all_subject_tokens', points: 75, detail: 'FEATHER, Ambrose T.' },
      { code: 'dob_near', points: 0, detail: '' },
      { code: 'nationality_other', points: 0, detail: 'GB' },
    ],
  },
  run: {
    ...runOf(index),
    errorCode: null,
    sources: [],
    notices: [],
    candidateCount: 3,
    policy: {
      reviewScore: 70,
      matchScore: 90,
      scorerVersion: 'screening-score-v6',
      pepLookbackMonths: null,
    },
    riskSource: 'service:screening:ofac_sdn:r70:m90',
    riskSources: [],
    decisions: [],
    subjectDigest: 'b'.repeat(64),
    riskSubjectId: uuid(4, index),
    attributions: ['Source: OFAC.'],
  },
  subject: {
    id: uuid(4, index),
    kind: 'person',
    externalId: `cus_${(11_900 + index).toString(36)}`,
  },
  entry: ENTRY,
  members: [],
  earlier: [
    {
      runId: uuid(9, 99),
      matchId: uuid(8, 99),
      decision: 'false_positive',
      score: 75,
      reason: 'Born in another year',
      decidedBy: `user:${COLLEAGUE}`,
      decidedAt: ago(90 * DAY_MS),
      proposedBy: null,
      entryDigest: 'a'.repeat(64),
      entryChanged: false,
    },
  ],
  proposal: null,
  reasons: [
    { text: 'Different date of birth', decision: 'false_positive', fact: 'birth', contradiction: null },
    { text: 'Not our customer’s portrait', decision: 'false_positive', fact: 'none', contradiction: null },
    {
      text: 'Same full name and date of birth',
      decision: 'confirmed',
      fact: 'birth',
      contradiction: 'the dates of birth differ',
    },
  ],
});

const LANES = ['evidence.recorded', 'assessment.created', 'action.requested', 'activity.reported'];

/** What the list of subjects shows: some were never assessed. */
const summary = (index: number) => {
  const { effectiveDecision } = workItem(index);
  const [assessment] = workItem(index).assessments;
  if (!assessment || index % 5 === 4) return { assessment: null, openActions: 0, assignee: null };
  const { id, policyKey, score, band, decision, evaluatedAt } = assessment;
  return {
    assessment: { id, policyKey, score, band, decision, effectiveDecision, evaluatedAt },
    openActions: workItem(index).actions.length,
    assignee: workItem(index).assignee,
  };
};

const overview = (index: number) => ({
  subject: {
    id: uuid(4, index),
    resource: 'subjects',
    data: {
      kind: 'person',
      externalId: `cus_${(11_900 + index).toString(36)}`,
      createdAt: ago(40 * DAY_MS),
    },
  },
  policies: [
    {
      policyKey: 'onboarding',
      assessment: {
        id: uuid(3, index),
        version: 2,
        score: 68,
        band: 'high',
        decision: 'restrict',
        evaluatedAt: ago(15 * DAY_MS),
      },
      state: {
        assessmentId: uuid(3, index),
        current: true,
        effectiveDecision: 'restrict',
        reasons: [],
        override: null,
        freshUntil: ago(-2 * DAY_MS),
        reviewDueAt: ago(-15 * DAY_MS),
      },
      bands: definition.bands.map(({ id, from }) => ({ id, from })),
    },
  ],
  actions: workItem(index).actions,
  moreActions: 0,
  monitoring: [],
  latestRun: null,
  decision: 'restrict',
  since: ago(15 * DAY_MS),
  dueAt: null,
  late: false,
  assignee: null,
  revision: 0,
  viewers: [],
});

const compactStory = (index: number) => ({
  events: Array.from({ length: 24 }, (_, at) => [
    ago((at * 31 + (at % 5)) * HOUR_MS),
    `risk.${LANES[at % LANES.length]}`,
    uuid(10, at),
    uuid(11, at),
    `user:${ME}`,
  ]),
  scores: [
    [ago(30 * DAY_MS), 'onboarding', 18, 'low', 'none', uuid(3, 900)],
    [ago(15 * DAY_MS), 'onboarding', 68, 'high', 'restrict', uuid(3, index)],
    [ago(14 * DAY_MS), 'payments.fraud', 82, 'high', 'restrict', uuid(3, 901)],
  ],
  nextCursor: null,
});

const event = (index: number) => ({
  id: uuid(10, index),
  resource: 'events',
  data: {
    type: `risk.${LANES[index % LANES.length]}`,
    resource: 'evidence',
    resourceId: uuid(11, index),
    subjectId: uuid(4, 1),
    subject: { kind: 'person', externalId: 'customer-0144' },
    actor: `user:${index % 2 ? ME : COLLEAGUE}`,
    reason: null,
    details: { fact: 'email.age_days' },
    occurredAt: ago(index * 7 * HOUR_MS),
  },
});

/** An attempt of a workflow: the second one waits for a decision. */
function attempt(index: number, decision: 'approved' | null) {
  const observedAt = ago((index * 9 + 2) * DAY_MS);
  const decisions = decision
    ? [
        {
          id: uuid(19, index),
          decision,
          decidedBy: `user:${COLLEAGUE}`,
          decidedAt: observedAt,
          acceptedFailedSteps: [],
        },
      ]
    : [];
  const steps = [
    { key: 'document', type: 'extract' },
    { key: 'liveness', type: 'check' },
    { key: 'screening', type: 'check' },
  ];
  const evidence = (fact: string, value: unknown, at: number) => ({
    id: uuid(18, index * 10 + at),
    resource: 'evidence',
    data: {
      subjectId: uuid(4, 1),
      source: `verification:${uuid(16, index)}:r1:document`,
      sourceRegistrationId: null,
      fact,
      status: value === null ? 'unavailable' : 'available',
      value,
      observedAt,
      expiresAt: null,
      providerRef: null,
      receivedAt: observedAt,
      evidenceRevision: at,
      supersedesId: null,
      bindingRevision: null,
      batchId: null,
      submittedBy: 'service:verification',
      adapterVersion: 'v1',
      evidenceClass: 'native',
    },
  });
  const key = index === 1 ? 'identity' : 'proof_of_address';
  return {
    workflow: { id: uuid(16, index), key, revision: 1, steps },
    session: {
      id: uuid(17, index),
      resource: 'sessions',
      data: {
        workflowId: uuid(16, index),
        workflowRevision: 1,
        riskSubjectId: uuid(4, 1),
        sessionWorkflowId: uuid(17, index),
        participantKey: null,
        status: 'completed',
        latestRunId: uuid(20, index),
        createdAt: observedAt,
        checks: [],
        runs: [{ id: uuid(20, index), number: 1, status: 'completed', decision }],
      },
    },
    run: {
      id: uuid(20, index),
      resource: 'runs',
      data: {
        sessionId: uuid(17, index),
        workflowRunId: uuid(20, index),
        number: 1,
        status: 'completed',
        createdAt: observedAt,
        completedAt: observedAt,
        steps: Object.fromEntries(
          steps.map((step) => [
            step.key,
            {
              status: decision === null && step.key === 'liveness' ? 'failed' : 'completed',
              observedAt,
              reportedAt: observedAt,
            },
          ]),
        ),
        decision,
        decisions,
      },
    },
    checks: [
      {
        id: uuid(21, index),
        resource: 'checks',
        data: {
          sessionId: uuid(17, index),
          kind: 'email_reputation',
          status: 'completed',
          outcome: 'review',
          flags: [{ code: 'new_domain', severity: 'review' }],
          observedAt,
          providerRef: null,
          participantKey: null,
          screening: null,
          createdAt: observedAt,
        },
      },
    ],
    evidence: [evidence('is_live', true, 1), evidence('birth_date', decision ? '1988-09-23' : null, 2)],
    known: [evidence('birth_date', '1988-09-23', 3), evidence('full_name', 'Ada Example', 4)],
  };
}

/** The attempt that waits for a decision, with the outputs of its document. */
function reportedRun() {
  const { run } = attempt(2, null);
  const outputs = { full_name: 'Ada Example', birth_date: '1990-05-17', nationality: 'GB' };
  const { document, ...steps } = run.data.steps;
  return { ...run, data: { ...run.data, steps: { document: { ...document, outputs }, ...steps } } };
}

/** Busy by day, quiet by night, with an outage of five hours. */
function webhookStats(length: number) {
  const begin = Math.floor(clock.nowMs() / HOUR_MS) * HOUR_MS;
  const hours = Array.from({ length }, (_, index) => {
    const ago = length - 1 - index;
    const at = new Date(begin - ago * HOUR_MS);
    const attempts = Math.max(0, Math.round(70 * Math.sin(((at.getUTCHours() - 5) / 24) * Math.PI * 2)) + 22);
    const failed = ago >= 9 && ago < 14 ? Math.round(attempts * 0.8) + 6 : ago % 31 === 2 ? 1 : 0;
    const succeeded = Math.max(0, attempts - failed);
    const p95LatencyMs = succeeded + failed > 0 ? 140 + (ago % 7) * 35 : null;
    return { hour: at.toISOString(), succeeded, failed, p95LatencyMs };
  });
  const sum = (key: 'succeeded' | 'failed') => hours.reduce((total, hour) => total + hour[key], 0);
  const total = { succeeded: sum('succeeded'), failed: sum('failed'), p95LatencyMs: 318 };
  return { webhookId: uuid(15, 1), total, hours };
}

const many = <Item>(count: number, make: (index: number) => Item) =>
  Array.from({ length: count }, (_, index) => make(index));

export const page = (items: readonly unknown[]): StubAnswer => ({
  body: { items, nextOffset: null, nextCursor: null, nextPage: null },
});

const numberIn = (path: string) =>
  Number.parseInt(
    path
      .split('/')
      .find((part) => /^019ced2c/.test(part))
      ?.slice(-12) ?? '0',
    16,
  );

const policyVersion = (version: number) => ({
  id: uuid(5, version),
  resource: 'policies',
  data: {
    key: 'onboarding',
    version,
    status: version === 3 ? 'draft' : 'published',
    definition: {
      ...definition,
      bands: definition.bands.map((band) => (band.id === 'high' ? { ...band, from: version === 3 ? 45 : 60 } : band)),
    },
    createdAt: ago(60 * DAY_MS),
    publishedAt: version === 3 ? null : ago(59 * DAY_MS),
    createdBy: `user:${uuid(1, 1)}`,
    hash: '0'.repeat(64),
    ...(version === 2 && { inForce: true }),
  },
});

const policyScenarios = () => {
  const actual = {
    applicability: 'applicable',
    outcome: 'complete',
    score: 40,
    band: 'medium',
    decision: 'review',
    actions: ['manual_review'],
    matchedRules: [],
  };
  const about = { evidence: [], evaluatedAt: ago(60 * DAY_MS), actual };
  return {
    policyVersionId: uuid(5, 2),
    passed: 1,
    failed: 1,
    unchecked: 1,
    scenarios: [
      { name: 'a new address', ...about, expect: { band: 'medium' }, passed: true, differences: [] },
      {
        name: 'a new address and many accounts',
        ...about,
        expect: { band: 'high' },
        passed: false,
        differences: [{ member: 'band', expected: 'high', actual: 'medium' }],
      },
      { name: 'nothing known', ...about },
    ],
    unreached: {
      groups: [],
      bands: ['high'],
      cases: [{ factor: definition.factors[0]?.key ?? '', case: 0 }],
      rules: [],
    },
    savedBy: `user:${uuid(1, 1)}`,
    savedAt: ago(60 * DAY_MS),
  };
};

const RECORDS: Record<string, () => StubAnswer> = {
  evidence: () =>
    page(
      many(8, (index) => ({
        id: uuid(7, index),
        resource: 'evidence',
        data: {
          subjectId: uuid(4, 1),
          source: `registered:${uuid(6, 1)}`,
          sourceRegistrationId: uuid(6, 1),
          fact: index % 2 ? 'email.age_days' : 'device.accounts',
          status: 'available',
          value: index,
          observedAt: ago((9 - index) * DAY_MS),
          expiresAt: null,
          providerRef: null,
          receivedAt: ago((9 - index) * DAY_MS),
          evidenceRevision: index + 1,
          supersedesId: index > 1 ? uuid(7, index - 2) : null,
          bindingRevision: 1,
          submittedBy: `api_key:${uuid(12, 1)}`,
          adapterVersion: 'evidence-api-v1',
          evidenceClass: 'assertion',
          batchId: null,
        },
      })),
    ),
  sources: () =>
    page([
      {
        id: uuid(6, 1),
        resource: 'sources',
        data: {
          key: 'email_intelligence',
          apiKeyIds: [uuid(12, 1)],
          enabled: true,
          revision: 1,
          facts: [{ key: 'email.age_days', type: 'number' }],
          createdAt: ago(60 * DAY_MS),
        },
      },
    ]),
  contexts: () =>
    page([
      {
        id: uuid(13, 1),
        resource: 'contexts',
        data: {
          kind: 'application',
          externalId: 'app-2026-0815',
          label: null,
          createdAt: ago(9 * DAY_MS),
        },
      },
    ]),
  investigations: () =>
    page([
      {
        id: uuid(14, 1),
        resource: 'investigations',
        data: {
          subjectId: uuid(4, 1),
          question: 'Why did the score rise?',
          assistance: 'none',
          assessmentIds: [],
          status: 'completed',
          requestedBy: `user:${ME}`,
          createdAt: ago(DAY_MS),
          startedAt: ago(DAY_MS),
          finishedAt: ago(DAY_MS),
          snapshot: {},
          findings: [
            {
              key: 'contradiction:email.age_days',
              confidence: 'high',
              statement: '2 sources state 2 different values of email.age_days.',
              evidenceIds: [uuid(7, 1)],
              eventIds: [],
            },
          ],
          summary: 'Findings: 1.',
          errorCode: null,
        },
      },
    ]),
  'investigation-reviews': () => page([]),
  subjects: () => page(many(12, (index) => ({ ...overview(index).subject, summary: summary(index) }))),
  events: () => page(many(20, event)),
  policies: () => page([1, 2, 3].map(policyVersion)),
};

/** A service with work to do. Routes that are not named here answer with their OpenAPI example. */
export const answers: Answering = (call) => {
  const { route, path, query } = call;
  switch (route) {
    case 'organization.readMe':
      return { body: me() };
    case 'organization.readBrand':
      return {
        body: {
          name: 'Northwind',
          colour: '#0b5fff',
          logo: null,
          shownName: 'Northwind',
          registeredName: 'Northwind Pay',
          revision: 2,
          updatedAt: ago(DAY_MS),
          updatedBy: `user:${ME}`,
        },
      };
    case 'organization.listDirectory':
      return {
        body: {
          items: [
            {
              userId: ME,
              name: 'Mia Example',
              email: 'mia@example.com',
              role: 'owner',
              lastSeenAt: ago(0),
            },
            {
              userId: COLLEAGUE,
              name: 'Adam Admin',
              email: 'adam@example.com',
              role: 'admin',
              lastSeenAt: ago(DAY_MS),
            },
          ],
          more: false,
        },
      };
    case 'risk.readCounts':
      return {
        body: {
          worklist: {
            total: 12,
            mine: 0,
            late: 4,
            decisions: { reject: 4, restrict: 4, review: 4, awaiting_evidence: 0, none: 0 },
          },
          matches: { pending: 5, proposed: 1 },
          proposals: { waiting: 2 },
          notifications: { unread: 2 },
          lists: { stale: 0, waiting: 1 },
          webhooks: { failing: 2 },
          deliveries: { failed: 2 },
        },
      };
    case 'risk.listNotifications':
      return { body: notifications() };
    case 'risk.readNotificationSettings':
      return { body: notificationSettings() };
    case 'risk.updateNotificationSettings':
      return { body: notificationSettings() };
    case 'risk.readWorklistOverview':
      return { body: worklistOverview(clock.nowMs()) };
    case 'risk.listWorklist':
      return page(
        many(12, workItem).filter(({ decision }) => !query.has('decision') || query.get('decision') === decision),
      );
    case 'risk.readRecord':
      if (path.includes('/assessments/')) return { body: assessment(numberIn(path)) };
      if (path.includes('/policies/')) return { body: policyVersion(2) };
      return undefined;
    case 'risk.listOutcomes':
      return page(outcomes());
    case 'risk.readPolicyQuality':
      return { body: policyQuality() };
    case 'risk.readPolicyScenarios':
      return { body: policyScenarios() };
    case 'risk.readSubjectOverview':
      return { body: overview(numberIn(path)) };
    case 'risk.readJourney':
      return query.get('view') === 'compact' ? { body: compactStory(numberIn(path)) } : page(many(20, event));
    case 'risk.listRecords':
      if (query.has('policyVersionId')) return page(many(3, assessment));
      return RECORDS[path.split('/').at(-1) ?? '']?.();
    case 'jobs.listJobs':
      if (query.get('kind') === 'screening_look_back') return page(lookBackJobs());
      if (query.get('kind') === 'policy_backtest') return page(backtestJobs());
      return page(query.get('kind') === 'bulk_send' ? bulkJobs() : jobs());
    case 'screening.createScreeningLookBack':
      return { status: 202, body: lookBack(true) };
    case 'screening.readScreeningLookBack':
      return { body: lookBack(false) };
    case 'screening.listLookBackFindings':
      return page(lookBackFindings());
    case 'documents.readBulkSend':
      return { body: bulkSend(path.split('/').at(-1) ?? '') };
    case `GET ${REPORT_PATH}`:
      return { body: Buffer.from(report) };
    case 'organization.listProposals':
      return { body: { items: query.get('status') === 'closed' ? closedProposals() : openProposals() } };
    case 'risk.listPolicyProposals':
      return {
        body: {
          items: [
            {
              id: uuid(23, 1),
              policyVersionId: uuid(5, 3),
              status: 'open',
              reason: 'Tested against the assessments of March: 3 more reviews a week.',
              proposedBy: `user:${COLLEAGUE}`,
              proposedAt: ago(3 * HOUR_MS),
              closedBy: null,
              closedAt: null,
            },
          ],
        },
      };
    case 'risk.listOverrideProposals':
      return {
        body: {
          items: [
            {
              id: uuid(23, 2),
              assessmentId: uuid(3, 1),
              subjectId: uuid(4, 1),
              decision: 'none',
              expiresAt: ago(-30 * DAY_MS),
              status: 'open',
              reason: 'Source of funds seen in person.',
              closedBy: null,
              closedAt: null,
              proposedBy: `user:${COLLEAGUE}`,
              proposedAt: ago(3 * HOUR_MS),
            },
          ],
        },
      };
    case 'risk.listContextSubjects':
      return page(
        ['applicant', 'guarantor'].map((role, index) => ({
          id: uuid(22, index),
          resource: 'context-memberships',
          data: { contextId: uuid(13, 1), subjectId: uuid(4, index + 1), role, createdAt: ago(9 * DAY_MS) },
        })),
      );
    case 'verification.listSubjectAttempts':
      return { body: { items: [attempt(1, 'approved'), attempt(2, null)] } };
    case 'verification.readRun':
      return { body: reportedRun() };
    case 'webhooks.readWebhookStats':
      return { body: webhookStats(Number(query.get('hours') ?? 168)) };
    case 'screening.listScreeningMatches':
      return page(many(5, matchItem));
    case 'screening.readScreeningMatch':
      return { body: matchDetail(numberIn(path)) };
    case 'risk.readBacktest':
      return { body: backtest() };
    case 'risk.listChangedCases':
      return page(changedCases());
    case 'risk.simulatePolicy':
      return { body: simulated((call.body as { scenarios?: { name: string }[] } | undefined)?.scenarios) };
    case 'screening.searchScreeningEntries':
      return { body: foundEntries(matchDetail(1)) };
    case 'screening.readScreeningRun':
      return { body: keptRun(matchDetail(1)) };
    case 'screening.readScreeningBatch':
      return { body: screeningBatch() };
    case 'screening.listScreeningBatches': {
      const { runs: _, ...batch } = screeningBatch();
      return page([batch]);
    }
    case 'screening.listScreeningSources':
      return page(sources());
    case 'screening.readListCoverage':
      return { body: coverage(path.split('/').at(-2) ?? '') };
    case 'screening.readScreeningAttestation':
      return { body: attestation(path.split('/').at(-1) ?? '') };
    case 'risk.listAuditRoots':
      return page(auditRoots());
    case 'risk.readEventProof':
      return { body: eventProof(path.split('/').at(-2) ?? '') };
    case 'screening.listScreeningAssurances':
      return page(assurances());
    case 'screening.readScreeningAssurance':
      return { body: assurance() };
    case 'screening.listScreeningProfiles':
      return page(profiles());
    case 'screening.listOpenProfileProposals':
      return page([]);
    case 'documents.readDocument':
      return { body: document(path.split('/').at(-1) ?? '') };
    case 'documents.readDocumentAudit':
      return page(trail());
    case 'documents.readDocumentPdf':
      return { body: pdf };
    default:
      return undefined;
  }
};

/** A service without any record. */
export const emptyAnswers: Answering = (call) => {
  if (call.route === 'organization.readMe') return { body: me() };
  if (call.route === 'risk.listMonitoring') return { body: [] };
  if (call.route === 'webhooks.readWebhookStats')
    return {
      body: { ...webhookStats(0), total: { succeeded: 0, failed: 0, p95LatencyMs: null } },
    };
  if (/\.(list|search)/.test(call.route)) return page([]);
  return answers(call);
};

/** A service that cannot answer anything but who is signed in. */
export const failingAnswers: Answering = ({ route }) =>
  route === 'organization.readMe'
    ? { body: me() }
    : {
        status: 500,
        body: { code: 'internal', detail: 'Something failed.', requestId: 'req-1' },
      };
