import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { hasPoppler } from '#packages/agreements/test/pdf/pixels.ts';
import { textsIn } from '#packages/agreements/test/printing/read-pdf.ts';
import { sha256Hex } from '#packages/foundation/src/canonical-json.ts';
import { documentRoutes } from '#shared/documents/routes.ts';
import { call } from '#test/support/api.ts';
import { A_SIGNATURE, aTemplate } from '#test/support/document-examples.ts';
import { everyRow } from '#test/support/engine.ts';
import { crashWhen, withFaults } from '#test/support/faults.ts';
import { preparedSigningWorld } from '#test/support/prepared-signing-world.ts';
import { anAddress, done, draftWith, holderOf, sent } from '#test/support/signing-world.ts';

const world = preparedSigningWorld();
const directory = mkdtempSync(join(tmpdir(), 'assay-sealed-'));
afterAll(() => rmSync(directory, { recursive: true }));

const pdfOf = async (id: string) =>
  Buffer.from(await done(world.key, documentRoutes.readDocumentPdf, { params: { id } }), 'base64');
const auditOf = async (id: string) =>
  (await done(world.key, documentRoutes.readDocumentAudit, { params: { id } })).items;

const FIELDS = [
  { fieldType: 'signature' as const, height: 50 },
  { label: 'Company', value: null },
  { fieldType: 'checkbox' as const, label: 'Agreed', width: 30 },
  { fieldType: 'dropdown' as const, label: 'Country', options: ['Norway', 'Ελλάδα'] },
  { fieldType: 'date' as const, dateFormat: 'DD.MM.YYYY' },
];

async function signedByAll() {
  const draft = await draftWith(world, [{ email: anAddress(), fields: FIELDS }]);
  const [holder] = await sent(world, draft);
  const values = [A_SIGNATURE, 'Пример & Söhne', 'true', 'Norway', '01.03.2026'];
  for (const [index, value] of values.entries())
    expect((await holder?.fill(draft.fieldIds[0]?.[index] ?? '', value))?.status).toBe(200);
  const signed = await holder?.complete();
  return { draft, holder, signed };
}

test('completion: the last signature stamps, certifies, seals and stores the document', async () => {
  const { draft, signed } = await signedByAll();

  expect(signed).toMatchObject({ status: 200, body: { document: { status: 'completed' } } });
  const document = await done(world.key, documentRoutes.readDocument, { params: { id: draft.id } });
  const pdf = await pdfOf(draft.id);
  expect(document).toMatchObject({ status: 'completed', finalSha256: sha256Hex(pdf) });
  expect(signed?.body.document.sha256).toBe(document.finalSha256);
  expect(document.finalSha256).not.toBe(document.sha256);

  const texts = await textsIn(pdf);
  const first = texts.filter(({ page }) => page === 1).map(({ text }) => text);
  const certificate = texts.filter(({ page }) => page > 1).map(({ text }) => text);
  // A space between two fonts is a piece of its own, and blank pieces are left out.
  for (const text of ['Пример&Söhne', 'Norway', '01.03.2026'])
    expect(first.join('').replaceAll(/\s+/g, '')).toContain(text);
  const words = certificate.join('').replaceAll(/\s+/g, '');
  for (const text of ['Certificateofcompletion', 'Signer1', '127.0.0.1', document.sha256])
    expect(words).toContain(text);

  const trail = await auditOf(draft.id);
  expect(trail.slice(-2)).toMatchObject([
    { action: 'signer.signed' },
    { action: 'document.completed', details: { sha256: sha256Hex(pdf) } },
  ]);
  expect(words).toContain(trail.at(-2).hash);
});

test('completion: a signer reads the sealed file through the link', async () => {
  const { draft, holder } = await signedByAll();

  const read = await holder?.ask(documentRoutes.readSigningPdf);

  expect(sha256Hex(Buffer.from(read?.body, 'base64'))).toBe(sha256Hex(await pdfOf(draft.id)));
});

test.runIf(hasPoppler)('completion: pdfsig accepts the sealed file (needs Poppler)', async () => {
  const { draft } = await signedByAll();
  const file = join(directory, 'sealed.pdf');
  writeFileSync(file, await pdfOf(draft.id));

  const report = execFileSync('pdfsig', [file], { encoding: 'utf8' });

  expect(report).toContain('Signature Validation: Signature is Valid.');
  expect(report).toContain('ETSI.CAdES.detached');
});

test('completion: a document from a template is signed at the places in its source', async () => {
  const template = await done(world.key, documentRoutes.createTemplate, {
    body: {
      ...aTemplate(),
      source: '# Terms\n\n:::signatures\n::signature{role=a}\n::signature{role=b}\n:::\n',
    },
  });
  const people = { a: { name: 'Ada', email: anAddress() }, b: { name: 'Bo', email: anAddress() } };
  const { id } = await done(world.key, documentRoutes.createDocumentFromTemplate, {
    params: { id: template.id },
    body: { name: 'Terms', templateData: {}, signers: people },
  });
  const { signers } = await done(world.key, documentRoutes.sendDocument, {
    params: { id },
    body: { returnLinks: true },
  });
  const holders = signers.map(({ signingUrl }: { signingUrl: string }) => holderOf(signingUrl.split('/').at(-1) ?? ''));
  for (const holder of holders) {
    const { fields } = (await holder.read()).body;
    const mine = fields.filter(({ isMine }: { isMine: boolean }) => isMine);
    expect(mine).toHaveLength(1);
    await holder.fill(mine[0].id, A_SIGNATURE);
    expect((await holder.complete()).status).toBe(200);
  }

  const document = await done(world.key, documentRoutes.readDocument, { params: { id } });
  expect(document.status).toBe('completed');
});

test('completion: two concurrent last signatures complete the document once', async () => {
  const draft = await draftWith(world, [
    { email: anAddress(), fields: [{ value: 'x' }] },
    { email: anAddress(), fields: [{ value: 'y' }] },
  ]);
  const holders = await sent(world, draft);

  const answers = await Promise.all(holders.map((holder) => holder.complete()));

  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  const actions = (await auditOf(draft.id)).map(({ action }: { action: string }) => action);
  expect(actions.filter((action: string) => action === 'document.completed')).toHaveLength(1);
  expect(actions.filter((action: string) => action === 'signer.signed')).toHaveLength(2);
  const document = await done(world.key, documentRoutes.readDocument, { params: { id: draft.id } });
  expect(sha256Hex(await pdfOf(draft.id))).toBe(document.finalSha256);
});

test.each(['before', 'after'] as const)(
  'completion: a function that crashes %s the last step can be retried, and nothing is lost',
  async (moment) => {
    const draft = await draftWith(world, [{ email: anAddress(), fields: [{ value: 'x' }] }]);
    const [holder] = await sent(world, draft);
    await holder?.view();
    const isCommit = ({ command }: { command: string }) => command === 'TransactWriteItems';
    await withFaults(crashWhen(isCommit, moment), async () => holder?.sign()).catch(() => 0);

    const again = await holder?.complete();

    expect(again).toMatchObject({ status: 200, body: { document: { status: 'completed' } } });
    const actions = (await auditOf(draft.id)).map(({ action }: { action: string }) => action);
    expect(actions.filter((action: string) => action === 'document.completed')).toHaveLength(1);
  },
);

async function toldOf(documentId: string) {
  const rows = (await everyRow('journal')).filter((row) => Array.isArray(row.events));
  return rows
    .flatMap(({ events }) => events as { type: string; resourceId: string; payload?: object }[])
    .filter(({ resourceId }) => resourceId === documentId);
}

test('completion: events are published in order, without names or values', async () => {
  const { draft } = await signedByAll();

  const told = await toldOf(draft.id);

  const types = told.map(({ type }) => type);
  for (const type of ['document.sent', 'document.field_filled', 'document.signed']) expect(types).toContain(type);
  expect(types.filter((type) => type === 'document.completed')).toHaveLength(1);
  const payloads = JSON.stringify(told.map(({ payload }) => payload));
  for (const secret of ['Пример', '@example.com', 'Signer 1']) expect(payloads).not.toContain(secret);
});

test('completion: a cleared field is in the audit trail, and not published as filled', async () => {
  const draft = await draftWith(world, [{ email: anAddress(), fields: [{ label: 'Company' }] }]);
  const [holder] = await sent(world, draft);
  const fieldId = draft.fieldIds[0]?.[0] ?? '';
  for (const value of ['Example Ltd', null]) expect((await holder?.fill(fieldId, value))?.status).toBe(200);

  const types = (await toldOf(draft.id)).map(({ type }) => type);
  const trail: { action: string; details: object }[] = await auditOf(draft.id);

  expect(types.filter((type) => type === 'document.field_filled')).toHaveLength(1);
  expect(trail.filter(({ action }) => action === 'field.filled')).toMatchObject(
    [true, false].map((isFilled) => ({ details: { fieldId, isFilled } })),
  );
});

test('completion: an unsigned document has no final file', async () => {
  const draft = await draftWith(world, [{ email: anAddress(), fields: [{}] }]);
  await sent(world, draft);

  const { status, body } = await call(world.key, documentRoutes.readDocument, {
    params: { id: draft.id },
  });

  expect({ status, final: body.finalSha256 }).toEqual({ status: 200, final: null });
});
