import type { ExampleValues } from '#shared/platform/http/openapi-examples.ts';

const DIGEST = '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08';
const SIGNING_TOKEN =
  'sl_test_vCm6nlCiVQXhZd_DHoljE7ernxpEJJiTurw1ovNGStWPoNUfJ0bWhZDCr_LpDUu6ll_Cp2LGQMyL37R8tgB-k4JN8fxAxAEWyapg3UqXUMq';

/**
 * What the OpenAPI document shows for strings and numbers whose shape gives no example, by property name. A string
 * property that is missing here fails a test.
 */
export const EXAMPLE_VALUES: ExampleValues = {
  // Identity of people and systems.
  userId: '3d0c9b8e-5a41-4c6f-9f0e-2b7d1a6c8e55',
  organizationId: '019ced2b-0000-7000-8000-5d3c2b1a0f00',
  email: 'ada@example.com',
  actor: 'user:3d0c9b8e-5a41-4c6f-9f0e-2b7d1a6c8e55',
  createdBy: 'user:3d0c9b8e-5a41-4c6f-9f0e-2b7d1a6c8e55',
  decidedBy: 'user:3d0c9b8e-5a41-4c6f-9f0e-2b7d1a6c8e55',
  proposedBy: 'user:8f14e45f-ceea-467f-a9d2-1f6c3b7a90d4',
  'signer.name': 'Ada Example',
  'signers.name': 'Ada Example',

  // Risk.
  externalId: 'application-2026-0042',
  q: 'application-2026-0042',
  'data.kind': 'loan_application',
  policyKey: 'onboarding',
  'policy.key': 'onboarding',
  evaluatorVersion: 'policy-evaluator-v2',
  trigger: 'onboarding',
  'data.reason': 'Reviewed the original documents with the customer.',
  reviewDueAt: '2026-04-13T09:26:53.589Z',
  'actions.name': 'manual_review',
  'all.input': 'ip.country',
  'all.value': 'US',
  'bands.id': 'high',
  fact: 'ip.country',
  source: 'registered:019ced2c-0e65-7a4c-9b1d-6f1c2b9a4e00',
  'factors.key': 'ip_country',
  'inputs.key': 'ip.country',
  unknownInputs: 'ip.country',
  observedAt: '2026-03-14T09:20:00.000Z',
  receiptId: '019ced2c-0e65-7a4c-9b1d-6f1c2b9a4e00',
  'requiredBy.key': 'high',
  'results.name': 'A login from another country',
  'rules.key': 'sanctions_match',
  'rules.decidedBy': 'screening.sanctions',
  'rules.reason': 'The person is on a sanctions list.',
  'reasons.code': 'score_in_band',
  'reasons.message': 'The input ip.country has no usable evidence.',
  description: 'A risk policy of format version 1.',

  'cases.points': 40,
  maxAgeSeconds: 86_400,
  reviewAfterSeconds: 2_592_000,

  // Verification.
  'workflow.key': 'onboarding',
  'steps.key': 'document',
  stepKey: 'passport',

  // Screening.
  'screening.key': 'ofac_sdn',
  'sources.key': 'ofac_sdn',
  'match.source': 'ofac_sdn',
  'matches.source': 'ofac_sdn',
  'items.source': 'ofac_sdn',
  'riskSources.source': 'service:screening:ofac_sdn:r70:m90',
  entryId: '36216',
  sourceEntryId: '36216',
  listedName: 'QUILLFEATHER, Ambrose Tobias',
  matchedName: 'Ambrose Tobias Quillfeather',
  'factors.detail': 'ambrose tobias quillfeather',
  'decisions.reason': 'The date of birth differs by twenty years.',
  'earlier.reason': 'The date of birth differs by twenty years.',
  'proposal.reason': 'The date of birth differs by twenty years.',
  attributions: 'Office of Foreign Assets Control, U.S. Department of the Treasury',
  staleReasons: 'not_confirmed',
  reasons: 'shrunk',
  scorerVersion: 'screening-score-v8',
  subjectDigest: DIGEST,
  fileName: 'sdn.xml',
  reviewScore: 70,
  matchScore: 90,
  'matches.score': 85,
  'match.score': 85,
  'items.score': 85,
  'factors.points': 85,

  // Documents.
  'documents.name': 'Residential lease',
  'document.name': 'Residential lease',
  'items.name': 'Residential lease',
  'pages.width': 595,
  'pages.height': 842,
  'fields.role': 'tenant',
  'signerRoles.id': 'tenant',
  token: SIGNING_TOKEN,
  signingUrl: `https://api.example.com/api/v1/sign/${SIGNING_TOKEN}`,
  url: 'https://uploads.example.com/uploads/019ced2c-0e65-7a4c-9b1d-6f1c2b9a4e00?X-Amz-Signature=5d3f8a',
  sha256: DIGEST,
  fingerprint: DIGEST,
  publicKey: '-----BEGIN PUBLIC KEY-----\nMIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8A…\n-----END PUBLIC KEY-----\n',
  certificates: '-----BEGIN CERTIFICATE-----\nMIIDNTCCAh2gAwIBAgIQ…\n-----END CERTIFICATE-----\n',
  sourceHash: DIGEST,
  shown: DIGEST,
  hash: DIGEST,
  previousHash: '2c26b46b68ffc68ff99b453c1d30413413422d706483bfa0f98a5e886266e7ae',
};
