import type { Context } from '#shared/platform/context.ts';
import type { AuditEntry } from '../audit.ts';
import type { KeptDocument } from '../document.ts';
import type { Stamp } from '../pdf/drawing.ts';
import { finishPdf } from '../pdf/finish-pdf.ts';
import { kmsSigner } from '../pdf/kms-signer.ts';
import { printOverlay } from '../printing/typst-overlay.ts';
import { typstPrinter } from '../printing/typst-printer.ts';
import { listAuditEntries } from '../repository/audit-entries.ts';
import type { KeptField } from '../repository/fields.ts';
import { type KeptFile, keepFile, readFile } from '../repository/files.ts';
import { auditLines } from './audit-lines.ts';

export interface Signed {
  document: KeptDocument;
  fields: readonly KeptField[];
  /** Those that are not stored yet. */
  entries: readonly AuditEntry[];
}

/** Stamps, seals and stores the file everybody has signed. Nothing leads to it yet. */
export async function sealDocument(
  { store, caller, now }: Context,
  { document, fields, entries }: Signed,
): Promise<KeptFile> {
  const [original, stamps, earlier, signer] = await Promise.all([
    readFile(document.original.key),
    stampsOf(fields),
    listAuditEntries(store, caller, document.id),
    kmsSigner(),
  ]);
  const trail = [...earlier, ...entries];
  const { pdf } = await finishPdf({
    ...{ original, stamps, printOverlay, print: typstPrinter.print, signer },
    seal: { reason: 'Signed by everybody it names', sealedAt: now },
    facts: {
      ...{ documentId: document.id, documentName: document.name },
      signers: document.signers.map((one) => ({
        ...one,
        consent: consentIn(trail, one.id),
        disclosure: one.consent,
      })),
      completedAt: now.toISOString(),
      auditEntries: auditLines(trail, { signers: document.signers, fields }),
      auditHead: trail.at(-1)?.hash ?? '',
    },
  });
  return keepFile(caller, document.id, pdf, 'pdf');
}

/** What the trail says a signer was told they do by signing. */
function consentIn(trail: readonly AuditEntry[], signerId: string): string | null {
  const signed = trail.find(
    ({ action, details }) => action === 'signer.signed' && details.signerId === signerId,
  );
  return typeof signed?.details.consent === 'string' ? signed.details.consent : null;
}

/** One read for each different image: a signature is often used again. */
async function stampsOf(fields: readonly KeptField[]): Promise<Stamp[]> {
  const keys = [...new Set(fields.flatMap(({ imageKey }) => imageKey ?? []))];
  const images = new Map(
    await Promise.all(keys.map(async (key) => [key, await readFile(key)] as const)),
  );
  return (
    fields
      // A form's own field may come filled in: one that the signer has left empty is emptied.
      .filter(({ value, acroFieldName }) => value !== null || acroFieldName !== null)
      .map((field) => ({
        ...field,
        image: field.imageKey === null ? null : (images.get(field.imageKey) ?? null),
      }))
  );
}
