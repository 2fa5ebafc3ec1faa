import { randomBytes, randomUUID } from 'node:crypto';
import type { Client } from '@assay/client';
import { PDFDocument, StandardFonts } from '@cantoo/pdf-lib';
import type { NewField } from '#packages/agreements/src/fields/new-field.ts';

const SOURCE = `# Lease of {{ flat }}

The landlord **{{ landlord }}** lets the flat to **{{ tenant }}**, with

{% for item in inventory %}
- {{ item }}
{% endfor %}

::pagebreak

## Signatures

:::signatures
::signature{role=tenant, label=Signature of the tenant}
::signature{role=landlord, label=Signature of the landlord}
:::
`;
const TEMPLATE_DATA = {
  flat: '12 Harbour Street',
  landlord: 'Hedda Gabler',
  tenant: 'Åse Nilsen',
  inventory: ['a stove', 'two keys'],
};

export interface Person {
  name: string;
  email: string;
}

/** A person with a new address. */
const aPerson = (name: string): Person => ({ name, email: `${randomUUID()}.signer@example.com` });

export interface LiveDraft {
  id: string;
  tenant: Person;
  landlord: Person;
}

/** A lease from a template: the tenant signs first, and the landlord has fewer fields. */
export async function draftLease({ documents }: Client): Promise<LiveDraft> {
  const [tenant, landlord] = [aPerson('Åse Nilsen'), aPerson('Hedda Gabler')];
  const template = await documents.createTemplate({
    body: { name: 'Lease', source: SOURCE, sampleData: TEMPLATE_DATA },
  });
  const { id, signers } = await documents.createDocumentFromTemplate({
    params: { id: template.id },
    body: {
      name: 'Lease of 12 Harbour Street',
      templateData: TEMPLATE_DATA,
      signers: { tenant, landlord },
    },
  });
  const idOf = (role: string) => signers.find(({ roleId }) => roleId === role)?.id ?? '';
  const landlordId = await signsSecond({ documents }, id, { ...landlord, id: idOf('landlord') });

  const add = (field: NewField) => documents.addField({ params: { id }, body: field });
  const pet = await add(placedFor(idOf('tenant'), PET));
  for (const field of tenantsFields(pet.id)) await add(placedFor(idOf('tenant'), field));
  for (const field of LANDLORDS_FIELDS) await add(placedFor(landlordId, field));
  return { id, tenant, landlord };
}

/**
 * Roles have no order, so the signer who signs later replaces the role's signer, with its fields.
 */
async function signsSecond(
  { documents }: Pick<Client, 'documents'>,
  id: string,
  { id: signerId, ...person }: Person & { id: string },
): Promise<string> {
  const params = { id };
  const { id: later } = await documents.addSigner({
    params,
    body: { ...person, signingOrder: 2 },
  });
  const { items } = await documents.listFields({ params });
  for (const field of items.filter((one) => one.signerId === signerId))
    await documents.updateField({
      params: { id, fieldId: field.id },
      body: { signerId: later },
    });
  await documents.removeSigner({ params: { id, signerId } });
  return later;
}

type Placed = Omit<NewField, 'signerId' | 'pageNumber'>;
const placedFor = (signerId: string, field: Placed): NewField => ({ signerId, pageNumber: 1, ...field });

const LEFT = { xPosition: 72, width: 200, height: 30 };
const RIGHT = { xPosition: 320, width: 200, height: 30 };

const PET: Placed = {
  fieldType: 'checkbox',
  label: 'I keep a pet',
  ...LEFT,
  width: 30,
  yPosition: 360,
  required: false,
};

const tenantsFields = (petId: string): Placed[] => [
  { fieldType: 'text', label: 'Full name', ...LEFT, yPosition: 300 },
  { fieldType: 'date', label: 'Moving in on', dateFormat: 'DD.MM.YYYY', ...RIGHT, yPosition: 300 },
  { fieldType: 'text', label: 'Kind of pet', requiredWhenFieldId: petId, ...RIGHT, yPosition: 360 },
  { fieldType: 'dropdown', label: 'Rent is paid', options: ['monthly', 'quarterly'], ...LEFT, yPosition: 420 },
  { fieldType: 'initials', label: 'Initials of the tenant', ...RIGHT, width: 80, yPosition: 420 },
];

const LANDLORDS_FIELDS: Placed[] = [
  { fieldType: 'text', label: 'Account', ...LEFT, yPosition: 520 },
  { fieldType: 'date', label: 'Signed on (YYYY-MM-DD)', ...RIGHT, yPosition: 520 },
];

const LARGE_BYTES = 5 * 1024 * 1024;

/** A page of text with random bytes, as large as a scan. */
export async function largePdf(): Promise<Uint8Array<ArrayBuffer>> {
  const file = await PDFDocument.create();
  const page = file.addPage([595, 842]);
  const font = await file.embedFont(StandardFonts.Helvetica);
  page.drawText('House rules of Harbour Street', { x: 72, y: 740, size: 24, font });
  const weight = file.context.register(file.context.stream(randomBytes(LARGE_BYTES)));
  page.node.newXObject('Weight', weight);
  return Uint8Array.from(await file.save());
}

/** A draft of the large file, uploaded directly to the bucket, with one text field. */
export async function draftOfUpload({ documents }: Client, pdf: Uint8Array<ArrayBuffer>) {
  const tenant = aPerson('Åse Nilsen');
  const { uploadId, url, headers } = await documents.openUpload({
    body: { sizeBytes: pdf.length },
  });
  const put = await fetch(url, { method: 'PUT', headers, body: pdf });
  if (!put.ok) throw new Error(`The upload was answered with ${put.status}.`);
  const { id } = await documents.createDocument({ body: { name: 'House rules', uploadId } });
  const { id: signerId } = await documents.addSigner({ params: { id }, body: tenant });
  await documents.addField({
    params: { id },
    body: { signerId, pageNumber: 1, fieldType: 'text', label: 'Read by', ...LEFT, yPosition: 300 },
  });
  return { id, tenant };
}
