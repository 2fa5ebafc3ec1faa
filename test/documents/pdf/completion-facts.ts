import type {
  AuditLine,
  CompletionFacts,
} from '#shared/documents/pdf/certificate-of-completion.ts';

export const anAuditLine = (number: number): AuditLine => ({
  ...{ number, at: '2026-03-01T10:20:30.456Z', actor: 'Ada Example', action: `Step ${number}` },
});

export const completionFacts = (facts: Partial<CompletionFacts> = {}): CompletionFacts => ({
  ...{ documentId: '0195a000-0000-7000-8000-000000000001', documentName: 'Lease', pageCount: 2 },
  ...{ originalSha256: 'a'.repeat(64), stampedSha256: 'b'.repeat(64), auditHead: 'c'.repeat(64) },
  completedAt: '2026-03-01T10:20:30.456Z',
  signers: [
    {
      ...{ name: 'Ada Example', email: 'ada@example.com', signingOrder: 1 },
      ...{ viewedAt: '2026-03-01T10:00:00.000Z', completedAt: '2026-03-01T10:20:30.456Z' },
      ...{ ipAddress: '203.0.113.7', userAgent: 'Mozilla/5.0', consent: 'You sign.' },
      disclosure: { version: '2026-11', language: 'en', acceptedAt: '2026-03-01T09:20:00.000Z' },
    },
  ],
  auditEntries: [anAuditLine(1), anAuditLine(2)],
  ...facts,
});
