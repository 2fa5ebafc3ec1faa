import type { Client } from '@assay/client';

/** A template, and documents from it in every state. All names are invented. */
const SOURCE = `# Safe deposit box agreement

This fictional agreement is made between **Paper & Quill Bank** and **{{ customer }}**.

1. The bank provides box number {{ box }}.
2. The yearly fee is {{ fee }} euros.
3. Either side may terminate the agreement with one month's notice.

::signature{role=customer, label=Customer}
`;

const SIGNERS = [
  { name: 'Penelope Foolscap', state: 'draft' },
  { name: 'Ferdinand Blotter', state: 'sent' },
  { name: 'Ottilie Vellum', state: 'viewed' },
  { name: 'Barnaby Inkpot', state: 'completed' },
  { name: 'Clementine Paperclip', state: 'declined' },
  { name: 'Leopold Pencilton', state: 'voided' },
] as const;

export async function signDocuments(admin: Client, anonymous: Client): Promise<void> {
  const template = await admin.documents.createTemplate({
    body: {
      name: 'Safe deposit box agreement',
      source: SOURCE,
      sampleData: { customer: 'Penelope Foolscap', box: 12, fee: 80 },
    },
    idempotencyKey: 'demo-template',
  });
  for (const [index, { name, state }] of SIGNERS.entries()) {
    const key = `demo-document-${index}`;
    const { id } = await admin.documents.createDocumentFromTemplate({
      params: { id: template.id },
      body: {
        name: `Safe deposit box agreement, ${name}`,
        templateData: { customer: name, box: 100 + index, fee: 80 },
        signers: {
          customer: { name, email: `${name.replace(' ', '.').toLowerCase()}@example.com` },
        },
      },
      idempotencyKey: key,
    });
    if (state === 'draft') continue;
    const sent = await admin.documents.sendDocument({
      params: { id },
      body: { senderName: 'Paper & Quill Bank (fictional)', returnLinks: true },
      idempotencyKey: `${key}-send`,
    });
    const token = sent.signers[0]?.signingUrl?.split('/').at(-1) ?? '';
    if (state === 'voided')
      await admin.documents.voidDocument({
        params: { id },
        body: { reason: 'Sent to the wrong address.' },
        idempotencyKey: `${key}-void`,
      });
    else if (state !== 'sent') await sign(anonymous, { token, name, state, key });
  }
}

interface Signing {
  token: string;
  name: string;
  state: 'viewed' | 'completed' | 'declined';
  key: string;
}

async function sign(anonymous: Client, { token, name, state, key }: Signing): Promise<void> {
  const params = { token };
  const { fields } = await anonymous.documents.openSigning({ params });
  if (state === 'declined')
    await anonymous.documents.declineSigning({
      params,
      body: { reason: 'The fee is not what we agreed.' },
      idempotencyKey: `${key}-decline`,
    });
  if (state !== 'completed') return;
  for (const { id } of fields)
    await anonymous.documents.fillField({
      params: { token, fieldId: id },
      body: { value: { typed: name } },
      idempotencyKey: `${key}-${id}`,
    });
  await anonymous.documents.completeSigning({ params, idempotencyKey: `${key}-complete` });
}
