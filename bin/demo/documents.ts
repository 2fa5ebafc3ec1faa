import type { Company } from './company.ts';
import type { Life } from './timeline.ts';

/** A template, and documents from it in every state. All names are invented. */
const SOURCE = `# Safe deposit box agreement

This fictional agreement is made between **Paper & Quill Bank** and **{{ customer }}**.

1. The bank provides box number {{ box }}.
2. The yearly fee is {{ fee }} euros.
3. Either side may terminate the agreement with one month's notice.

::signature{role=customer, label=Customer}
`;

interface Agreement {
  name: string;
  outcome: 'draft' | 'sent' | 'viewed' | 'completed' | 'declined' | 'voided' | 'expired';
  /** Days before today. */
  sent: number;
  /** Days until it is opened, signed, declined or voided. */
  after: number;
}

const AGREEMENTS: readonly Agreement[] = [
  { name: 'Barnaby Inkpot', outcome: 'completed', sent: 82, after: 2 },
  { name: 'Leopold Pencilton', outcome: 'voided', sent: 66, after: 1 },
  { name: 'Clementine Paperclip', outcome: 'declined', sent: 58, after: 3 },
  { name: 'Ottilie Eraserby', outcome: 'completed', sent: 49, after: 5 },
  { name: 'Ferdinand Foolscap', outcome: 'expired', sent: 40, after: 14 },
  { name: 'Marigold Blotter', outcome: 'completed', sent: 27, after: 1 },
  { name: 'Barnaby Vellum', outcome: 'expired', sent: 24, after: 14 },
  { name: 'Penelope Inkpot', outcome: 'declined', sent: 15, after: 2 },
  { name: 'Ottilie Vellum', outcome: 'viewed', sent: 4, after: 1 },
  { name: 'Ferdinand Blotter', outcome: 'sent', sent: 1, after: 0 },
  { name: 'Penelope Foolscap', outcome: 'draft', sent: 0, after: 0 },
];

export async function createTemplate({ admin }: Pick<Company, 'admin'>): Promise<string> {
  const { id } = await admin.documents.createTemplate({
    body: {
      name: 'Safe deposit box agreement',
      source: SOURCE,
      sampleData: { customer: 'Penelope Foolscap', box: 12, fee: 80 },
    },
    idempotencyKey: 'demo-template',
  });
  return id;
}

export const agreementLives = (company: Company): Life[] =>
  AGREEMENTS.map((agreement) => async (until) => {
    await until(agreement.sent, 15);
    const [sent, signing] = await sendAgreement(company, agreement);
    if (sent === undefined) return;
    await until(agreement.sent - agreement.after, 16);
    await signing();
  });

const nothing = async () => undefined;

/** Sends it, and returns its id with what becomes of it. A draft has no id here. */
export async function sendAgreement(
  { admin, system, templateId }: Company,
  { name, outcome }: Agreement,
): Promise<[id: string | undefined, signing: () => Promise<void>]> {
  const key = `demo-document-${name.replace(' ', '-')}`;
  const { id } = await admin.documents.createDocumentFromTemplate({
    params: { id: templateId },
    body: {
      name: `Safe deposit box agreement, ${name}`,
      templateData: { customer: name, box: 100 + name.length, fee: 80 },
      signers: { customer: { name, email: `${name.replace(' ', '.').toLowerCase()}@example.com` } },
    },
    idempotencyKey: key,
  });
  if (outcome === 'draft') return [undefined, nothing];
  const { signers } = await admin.documents.sendDocument({
    params: { id },
    body: { senderName: 'Paper & Quill Bank (fictional)', returnLinks: true, expiresInDays: 14 },
    idempotencyKey: `${key}-send`,
  });
  const token = signers[0]?.signingUrl?.split('/').at(-1) ?? '';
  const voided = async () => {
    const body = { reason: 'Sent to the wrong address.' };
    await admin.documents.voidDocument({ params: { id }, body, idempotencyKey: `${key}-void` });
  };
  const endings: Partial<Record<Agreement['outcome'], () => Promise<void>>> = {
    voided,
    viewed: async () => void (await system.documents.openSigning({ params: { token } })),
    declined: async () => {
      await system.documents.openSigning({ params: { token } });
      const body = { reason: 'The fee is not what we agreed.' };
      await system.documents.declineSigning({ params: { token }, body, idempotencyKey: `${key}-decline` });
    },
    completed: async () => {
      const { fields } = await system.documents.openSigning({ params: { token } });
      for (const field of fields)
        await system.documents.fillField({
          params: { token, fieldId: field.id },
          body: { value: { typed: name } },
          idempotencyKey: `${key}-${field.id}`,
        });
      await system.documents.completeSigning({ params: { token }, idempotencyKey: `${key}-complete` });
    },
  };
  return [id, endings[outcome] ?? nothing];
}
