import { basename } from 'node:path';
import { AssayProblem, type Client } from '../client.ts';
import type { Run } from '../command.ts';
import { connect } from '../connect.ts';
import { EXIT, Failure, usageError } from '../failure.ts';
import type { Invocation } from '../invocation.ts';
import { readBytes, readObject } from '../read-file.ts';
import { jsonText, table } from '../terminal.ts';

type IdentityCheck = 'email_code' | { workflowId: string };

interface Signer {
  role: string | undefined;
  name: string;
  email: string;
  identityCheck?: IdentityCheck;
}

const OTHER_ROLES = ['approver', 'copy'] as const;

interface Other {
  name: string;
  email: string;
  role: (typeof OTHER_ROLES)[number];
}

interface Place {
  pageNumber: number;
  xPosition: number;
  yPosition: number;
}

const SIGNATURE = { fieldType: 'signature', width: 180, height: 48 } as const;
/** A form has room for about 4 MB; larger files are uploaded. */
const FORM_BYTES = 3_500_000;

export const sendDocument: Run = async (invocation) => {
  const { terminal, isJson } = invocation;
  const source = invocation.argument(0);
  const named = invocation.texts('signer').map((text) => signerOf(text));
  if (named.length === 0) throw usageError('--signer is required: --signer "Name <email>".');
  const identityCheck = identityCheckOf(invocation);
  const signers = named.map((signer) => ({ ...signer, ...(identityCheck && { identityCheck }) }));
  const others = othersOf(invocation);
  const client = connect(invocation);
  const isPdf = /\.pdf$/i.test(source);
  const id = isPdf
    ? await draftOfPdf(client, invocation, signers, others)
    : await draftOfTemplate(client, invocation, signers, others);
  const message = invocation.text('message');
  const returnLinks = invocation.flag('return-links');
  const allowDelegation = invocation.flag('allow-delegation');
  const remindAfterDays = daysOf(invocation, 'remind-after');
  const expiresInDays = daysOf(invocation, 'expires-in');
  const retainDays = daysOf(invocation, 'retain-days');
  const sent = await orDiscard(client, invocation, id, () =>
    client.documents.sendDocument({
      params: { id },
      body: {
        ...(message !== undefined && { message }),
        ...(returnLinks && { returnLinks }),
        ...(allowDelegation && { allowDelegation }),
        ...(remindAfterDays !== undefined && { remindAfterDays }),
        ...(expiresInDays !== undefined && { expiresInDays }),
        ...(retainDays !== undefined && { retainDays }),
      },
      ...keyOf(invocation, 'send'),
    }),
  );
  if (isJson) terminal.out(jsonText(sent));
  else {
    terminal.out(`Sent ${sent.name} (${sent.id}).`);
    table(
      terminal,
      ['signer', 'email', ...(returnLinks ? ['signing link'] : [])],
      sent.signers.map(({ name, email, signingUrl }) => [
        name,
        email,
        ...(signingUrl === undefined ? [] : [signingUrl]),
      ]),
    );
  }
  return undefined;
};

/** The check of every signer. */
function identityCheckOf(invocation: Invocation): IdentityCheck | undefined {
  const text = invocation.text('identity-check');
  const [, workflowId] = /^workflow:(.+)$/.exec(text ?? '') ?? [];
  if (workflowId !== undefined) return { workflowId };
  if (text !== undefined && text !== 'email_code')
    throw usageError(`--identity-check takes email_code or workflow:<id>, not "${text}".`);
  return text;
}

export function daysOf(
  invocation: Invocation,
  name: 'remind-after' | 'expires-in' | 'retain-days',
): number | undefined {
  const text = invocation.text(name);
  if (text !== undefined && !/^[1-9]\d{0,4}$/.test(text))
    throw usageError(`--${name} takes a number of days, not "${text}".`);
  return text === undefined ? undefined : Number(text);
}

/** Each step has a key of its own, so that the whole command can be repeated. */
function keyOf(invocation: Invocation, step: string): { idempotencyKey?: string } {
  const key = invocation.text('idempotency-key');
  return key === undefined ? {} : { idempotencyKey: `${key}.${step}` };
}

/**
 * Deletes the draft if a later step is refused, so that a corrected command does not leave two. The draft stays, and is
 * named, where the command can be repeated with its idempotency key, or where it is unknown whether it was sent.
 */
async function orDiscard<T>(client: Client, invocation: Invocation, id: string, step: () => Promise<T>): Promise<T> {
  try {
    return await step();
  } catch (error) {
    const isRefused = error instanceof AssayProblem && error.status < 500;
    const isRepeatable = invocation.text('idempotency-key') !== undefined;
    const isDeleted =
      isRefused &&
      !isRepeatable &&
      (await client.documents.deleteDocument({ params: { id } }).then(
        () => true,
        () => false,
      ));
    if (!isDeleted) invocation.terminal.err(`The document ${id} remains. Check it before you repeat the command.`);
    throw error;
  }
}

async function draftOfPdf(
  client: Client,
  invocation: Invocation,
  signers: readonly Signer[],
  others: readonly Other[],
): Promise<string> {
  const path = invocation.argument(0);
  if (invocation.texts('template').length > 0)
    throw usageError('--template adds a template to a template. A PDF cannot be part of the same document.');
  const places = invocation.texts('sign-at').map(placeOf);
  if (places.length !== signers.length)
    throw usageError(
      'Give --sign-at <page>,<x>,<y> once for each --signer, in the same order. A template needs no places.',
    );
  const name = invocation.text('name') ?? basename(path).replace(/\.pdf$/i, '');
  const bytes = readBytes(path);
  const key = keyOf(invocation, 'create');
  const document =
    bytes.length <= FORM_BYTES
      ? await client.documents.createDocument({
          body: { name, file: new File([bytes], basename(path), { type: 'application/pdf' }) },
          ...key,
        })
      : await client.documents.createDocument({ body: { name, uploadId: await uploaded(client, bytes) }, ...key });
  await orDiscard(client, invocation, document.id, async () => {
    await addSigners(client, invocation, document.id, signers, places);
    await addOthers(client, invocation, document.id, others);
  });
  return document.id;
}

async function addSigners(
  client: Client,
  invocation: Invocation,
  id: string,
  signers: readonly Signer[],
  places: readonly Place[],
): Promise<void> {
  for (const [index, { name: person, role: _role, ...rest }] of signers.entries()) {
    const signer = await client.documents.addSigner({
      params: { id },
      body: { name: person, ...rest },
      ...keyOf(invocation, `signer-${index}`),
    });
    const place = places[index];
    if (!place) continue;
    await client.documents.addField({
      params: { id },
      body: { ...SIGNATURE, ...place, signerId: signer.id },
      ...keyOf(invocation, `field-${index}`),
    });
  }
}

/** Approvers, in the first turn, and recipients of copies. */
const othersOf = (invocation: Invocation): Other[] =>
  OTHER_ROLES.flatMap((role) =>
    invocation.texts(role).map((text) => {
      const { name, email } = signerOf(text, role);
      return { name, email, role };
    }),
  );

async function addOthers(client: Client, invocation: Invocation, id: string, others: readonly Other[]): Promise<void> {
  for (const role of OTHER_ROLES)
    for (const [index, body] of others.filter((one) => one.role === role).entries())
      await client.documents.addSigner({ params: { id }, body, ...keyOf(invocation, `${role}-${index}`) });
}

async function uploaded(client: Client, bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const { uploadId, url, headers } = await client.documents.openUpload({
    body: { sizeBytes: bytes.length },
  });
  const response = await fetch(url, { method: 'PUT', headers, body: bytes });
  if (!response.ok) throw new Failure(EXIT.refused, `The upload was refused with status ${response.status}.`);
  return uploadId;
}

/** A template, with the revision and data that it is printed with. */
interface Part {
  template: Awaited<ReturnType<typeof findTemplate>>;
  revision: number | undefined;
  templateData: Record<string, unknown>;
}

async function draftOfTemplate(
  client: Client,
  invocation: Invocation,
  signers: readonly Signer[],
  others: readonly Other[],
): Promise<string> {
  const parts = await partsOf(client, invocation);
  const roles = [...new Set(parts.flatMap(({ template }) => template.signerRoles.map(({ id }) => id)))];
  const byRole = signers.map(({ role, ...signer }, index) => {
    const own = role ?? (roles.length === signers.length ? roles[index] : undefined);
    if (own === undefined || !roles.includes(own))
      throw usageError(`Give a signer for each role: --signer <role>="Name <email>". Roles: ${roles.join(', ')}.`);
    return [own, signer] as const;
  });
  const [first, ...further] = parts;
  if (!first) throw usageError('Name a template.');
  const common = {
    name: invocation.text('name') ?? first.template.name,
    signers: Object.fromEntries(byRole),
    ...(others.length > 0 && { others: [...others] }),
  };
  const key = keyOf(invocation, 'create');
  const printed = ({ revision, templateData }: Part) => ({ templateData, ...(revision !== undefined && { revision }) });
  const document =
    further.length === 0
      ? await client.documents.createDocumentFromTemplate({
          params: { id: first.template.id },
          body: { ...common, ...printed(first) },
          ...key,
        })
      : await client.documents.createBundle({
          body: { ...common, templates: parts.map((part) => ({ templateId: part.template.id, ...printed(part) })) },
          ...key,
        });
  return document.id;
}

/** The template of the argument, and those of --template in order. */
async function partsOf(client: Client, invocation: Invocation): Promise<Part[]> {
  const data = invocation.text('data');
  const first = {
    name: invocation.argument(0),
    revision: invocation.number('revision', { min: 1, max: 999_999_999 }),
    templateData: data === undefined ? {} : readObject(data),
  };
  const parts: Part[] = [];
  for (const { name, ...part } of [first, ...invocation.texts('template').map(furtherOf)])
    parts.push({ template: await findTemplate(client, name), ...part });
  return parts;
}

/** `House rules@2=rules.json`: a template, a revision and a file with its data. */
function furtherOf(text: string) {
  const [, name = '', revision, file] = /^([^=]+?)(?:@([1-9]\d{0,8}))?(?:=(.+))?$/.exec(text) ?? [];
  if (name === '') throw usageError(`--template takes <template>[@revision][=<file>], not "${text}".`);
  return {
    name,
    revision: revision === undefined ? undefined : Number(revision),
    templateData: file === undefined ? {} : readObject(file),
  };
}

const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export async function findTemplate(client: Client, idOrName: string) {
  if (ID.test(idOrName)) return client.documents.readTemplate({ params: { id: idOrName } });
  const found = [];
  for await (const template of client.documents.listTemplates.each())
    if (template.name === idOrName) found.push(template);
  const [template, another] = found;
  if (!template) throw usageError(`There is no template and no PDF file ${idOrName}.`);
  if (another) throw usageError(`Several templates are called ${idOrName}. Give the id of one.`);
  return template;
}

/** `Ada Example <ada@example.com>`, after a role and `=` for templates. */
function signerOf(text: string, option = 'signer'): Signer {
  const [, role, name, email] = /^(?:([\w.-]+)=)?\s*([^<>]+?)\s*<([^<>\s]+@[^<>\s]+)>\s*$/.exec(text) ?? [];
  if (name === undefined || email === undefined) throw usageError(`--${option} takes "Name <email>", not "${text}".`);
  return { role, name, email };
}

function placeOf(text: string): Place {
  const numbers = text.split(',').map(Number);
  const [pageNumber, xPosition, yPosition] = numbers;
  if (
    numbers.length !== 3 ||
    !numbers.every((one) => Number.isFinite(one) && one >= 0) ||
    pageNumber === undefined ||
    xPosition === undefined ||
    yPosition === undefined
  )
    throw usageError(`--sign-at takes <page>,<x>,<y>, not "${text}".`);
  return { pageNumber, xPosition, yPosition };
}
