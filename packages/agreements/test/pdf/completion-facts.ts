import type { CompletedSigner, CompletionFacts } from '../../src/pdf/certificate-of-completion.ts';
import { A_PNG } from './fixtures.ts';

const AT = '2026-03-01T10:20:30.456Z';

export const aCompletedSigner = (signer: Partial<CompletedSigner> = {}): CompletedSigner => ({
  id: '0195a000-0000-7000-8000-000000000110',
  name: 'Ada Example',
  email: 'ada@example.com',
  signingOrder: 1,
  viewedAt: '2026-03-01T10:00:00.000Z',
  completedAt: AT,
  ipAddress: '203.0.113.7',
  userAgent: 'Mozilla/5.0',
  handOuts: { emailedAt: '2026-03-01T09:00:05.000Z', given: [] },
  openedOn: { loadedAt: '2026-03-01T09:19:00.000Z' },
  signedOn: { loadedAt: '2026-03-01T09:19:00.000Z' },
  consent: { sentence: 'You sign.', isStated: false },
  disclosure: {
    version: '2026-11',
    language: 'en',
    acceptedAt: '2026-03-01T09:20:00.000Z',
    acceptedOn: { loadedAt: '2026-03-01T09:19:00.000Z' },
  },
  signature: { kind: 'signature', image: A_PNG },
  ...signer,
});

export const completionFacts = (facts: Partial<CompletionFacts> = {}): CompletionFacts => ({
  documentId: '0195a000-0000-7000-8000-000000000001',
  documentName: 'Lease',
  pageCount: 2,
  originalSha256: 'a'.repeat(64),
  stampedSha256: 'b'.repeat(64),
  templates: [
    {
      id: '0195a000-0000-7000-8000-000000000002',
      name: 'Standard lease',
      revision: 3,
      sourceHash: 'd'.repeat(64),
    },
  ],
  sender: {
    name: 'Harbour Estates',
    principal: 'api_key:0195a000-0000-7000-8000-000000000003',
  },
  copies: [],
  completedAt: AT,
  signers: [aCompletedSigner()],
  events: [
    {
      at: '2026-03-01T09:00:00.000Z',
      event: 'Document sent',
      actor: 'Harbour Estates',
      ipAddress: null,
    },
    { at: AT, event: 'Signed', actor: 'Ada Example', ipAddress: '203.0.113.7' },
  ],
  seal: { level: 'B-B', isDowngraded: false, isVouchedFor: false, verifyUrl: null },
  audit: { count: 12, head: 'c'.repeat(64) },
  ...facts,
});
