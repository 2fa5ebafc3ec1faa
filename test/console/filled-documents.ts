import { PDFDocument, rgb } from '@cantoo/pdf-lib';
import { type AuditAction, type AuditEntry, appendEntries, NO_ENTRY } from '#shared/documents/audit.ts';
import { ago, DAY_MS, HOUR_MS, ME, uuid } from './filled-base.ts';

/** A lease that one of two people has signed. */
export const document = (id: string) => ({
  id,
  name: 'Residential lease',
  status: 'sent',
  origin: { kind: 'upload' },
  createdAt: ago(3 * DAY_MS),
  updatedAt: ago(2 * HOUR_MS),
  sentAt: ago(2 * DAY_MS),
  expiresAt: ago(-12 * DAY_MS),
  completedAt: null,
  pages: [{ width: 595, height: 842 }],
  signers: [
    signer(1, 'Ada Example', { status: 'completed', viewedAt: ago(3 * HOUR_MS) }),
    signer(2, 'Ben Example', {
      status: 'ready',
      delivery: { status: 'delivered', at: ago(2 * DAY_MS), reason: null },
    }),
  ],
  message: null,
  senderName: 'Mia Example',
  organizationName: 'Northwind Pay',
  replyTo: null,
  noticesTo: 'mia@example.com',
  remindAfterDays: 3,
  remindBeforeExpiryDays: null,
  language: null,
  requireConsent: true,
  closeReason: null,
  sha256: SHA256,
  finalSha256: null,
});

const SHA256 = '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08';

const signer = (number: number, name: string, more: { status: string; viewedAt?: string; delivery?: object }) => ({
  id: uuid(31, number),
  roleId: null,
  name,
  signingOrder: number,
  language: null,
  email: `${name.split(' ')[0]?.toLowerCase()}@example.com`,
  consent: null,
  identityCheck: null,
  identityVerifiedAt: null,
  remindedAt: null,
  delivery: null,
  viewedAt: null,
  completedAt: more.status === 'completed' ? ago(2 * HOUR_MS) : null,
  ...more,
});

const HISTORY: [by: 'user' | 'signer', action: AuditAction, ms: number][] = [
  ['user', 'document.created', 3 * DAY_MS],
  ['user', 'document.sent', 2 * DAY_MS],
  ['signer', 'document.viewed', 3 * HOUR_MS],
  ['signer', 'consent.accepted', 3 * HOUR_MS],
  ['signer', 'signer.signed', 2 * HOUR_MS],
];

/** With hashes that the console can verify. */
export function trail(): AuditEntry[] {
  let state = { auditCount: 0, auditHead: NO_ENTRY };
  return HISTORY.flatMap(([kind, action, ms]) => {
    const id = kind === 'user' ? ME : uuid(31, 1);
    const caller = { kind, id, role: 'member', organizationId: uuid(1, 1), mode: 'test' } as const;
    const ipAddress = kind === 'user' ? '203.0.113.7' : '198.51.100.24';
    const client = { ipAddress, userAgent: 'Example/1.0', origin: 'https://sign.example.com' };
    const appended = appendEntries(state, [{ action }], { caller, client, now: new Date(ago(ms)) });
    state = appended;
    return appended.entries;
  });
}

/** A page of grey lines. It has no text, so it is drawn identically whatever fonts are installed. */
export const pdf = await drawPdf();

async function drawPdf(): Promise<Uint8Array> {
  const file = await PDFDocument.create();
  const page = file.addPage([595, 842]);
  const line = (y: number, width: number, height = 6) =>
    page.drawRectangle({ x: 60, y, width, height, color: rgb(0.75, 0.78, 0.82) });
  line(740, 220, 18);
  for (let row = 0; row < 30; row += 1) line(700 - row * 18, row % 6 === 5 ? 260 : 475);
  line(90, 180, 1);
  return file.save();
}
