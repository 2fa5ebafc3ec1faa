import { describe, expect, test } from 'vitest';
import { FieldUpdate } from '#packages/agreements/src/fields/new-field.ts';
import { FIELDS_PER_DOCUMENT } from '#packages/agreements/src/limits.ts';
import { ANOTHER_PNG } from '#packages/agreements/test/pdf/fixtures.ts';
import { type AuditEntry, appendEntries, NO_ENTRY } from '#shared/documents/audit.ts';
import {
  TRAIL_ENTRIES_TO_CHANGE_DRAFT,
  TRAIL_ENTRIES_TO_FILL,
  TRAIL_ENTRIES_TO_ISSUE_LINK,
} from '#shared/documents/limits.ts';
import { documentRoutes } from '#shared/documents/routes.ts';
import { expireDocuments } from '#shared/documents/use-cases/expire-documents.ts';
import { addSeconds } from '#shared/platform/clock.ts';
import { presentAnswer } from '#shared/platform/http/response.ts';
import { newId } from '#shared/platform/ids.ts';
import { call } from '#test/support/api.ts';
import { A_SIGNATURE, aField, aSigner, contextOf } from '#test/support/document-examples.ts';
import { observed } from '#test/support/faults.ts';
import { claimTrail, lengthenTrail } from '#test/support/long-trail.ts';
import { preparedSigningWorld } from '#test/support/prepared-signing-world.ts';
import { anAddress, done, draftWith, sent } from '#test/support/signing-world.ts';
import { workerContext } from '#test/support/webhook-workers.ts';

const world = preparedSigningWorld();
const scope = () => ({ organizationId: world.organizationId, mode: 'test' as const });

const TRAIL_FULL = { status: 409, body: { code: 'trail_full' } };
const TEXT = { label: 'Company' };

const auditOf = async (id: string): Promise<AuditEntry[]> =>
  (await done(world.key, documentRoutes.readDocumentAudit, { params: { id } })).items;
const statusOf = async (id: string) => (await done(world.key, documentRoutes.readDocument, { params: { id } })).status;

/** Two signers in parallel, the first of whom has filled their fields. */
async function halfFilled() {
  const signature = { fieldType: 'signature' as const, height: 50 };
  const draft = await draftWith(world, [
    { email: anAddress(), fields: [TEXT, signature] },
    { email: anAddress(), fields: [TEXT] },
  ]);
  const [first, second] = await sent(world, draft);
  const [text = '', drawn = ''] = draft.fieldIds[0] ?? [];
  await first?.fill(text, 'Example Ltd');
  return { id: draft.id, first, second, text, drawn, other: draft.fieldIds[1]?.[0] ?? '' };
}

describe('a full audit trail', () => {
  test('can be read, and all signers can sign, however often one has refilled a field', { tags: 'full' }, async () => {
    const { id, first, second, text, drawn, other } = await halfFilled();
    const entry = { action: 'field.filled', details: { fieldId: text, isFilled: true } } as const;
    // Two fields are empty, and entries are reserved for both.
    await lengthenTrail(scope(), id, { length: TRAIL_ENTRIES_TO_FILL - 2, entry });

    expect(await first?.fill(text, 'Other Ltd')).toMatchObject(TRAIL_FULL);
    expect(await first?.fill(text, null)).toMatchObject(TRAIL_FULL);
    expect((await first?.fill(text, 'Example Ltd'))?.status).toBe(200);
    expect((await first?.fill(drawn, A_SIGNATURE))?.status).toBe(200);
    expect((await second?.fill(other, 'Example AS'))?.status).toBe(200);
    expect(await second?.fill(other, null)).toMatchObject(TRAIL_FULL);
    expect((await first?.complete())?.status).toBe(200);
    expect((await second?.complete())?.status).toBe(200);

    expect(await statusOf(id)).toBe('completed');
    const trail = await auditOf(id);
    expect(trail).toHaveLength(TRAIL_ENTRIES_TO_FILL + 5);
    expect(trail.slice(-5).map(({ action }) => action)).toEqual([
      'document.viewed',
      'signer.signed',
      'document.viewed',
      'signer.signed',
      'document.completed',
    ]);
  });

  test('rejects another signature, and no image is stored', async () => {
    const { id, first, drawn } = await halfFilled();
    await first?.fill(drawn, A_SIGNATURE);
    await claimTrail(scope(), id, TRAIL_ENTRIES_TO_FILL);
    const other = `data:image/png;base64,${ANOTHER_PNG.toString('base64')}`;

    const { result, calls } = await observed(async () => first?.fill(drawn, other));

    expect(result).toMatchObject(TRAIL_FULL);
    expect(calls.map(({ command }) => command)).not.toContain('PutObject');
  });

  test.each([
    ['declined', (made: Made) => made.first?.decline()],
    ['voided', ({ id }: Made) => done(world.key, documentRoutes.voidDocument, withId(id))],
    ['expired', () => expireDocuments(inAYear())],
  ])('still allows a document to be %s', async (status, end) => {
    const made = await halfFilled();
    await claimTrail(scope(), made.id, 2 * TRAIL_ENTRIES_TO_ISSUE_LINK);

    await end(made);

    expect(await statusOf(made.id)).toBe(status);
  });

  test('rejects new links; existing links open the document', async () => {
    const { id, first } = await halfFilled();
    const document = await done(world.key, documentRoutes.readDocument, { params: { id } });
    const params = { id, signerId: document.signers[1].id };
    await claimTrail(scope(), id, TRAIL_ENTRIES_TO_FILL);
    await done(world.key, documentRoutes.issueLink, { params });
    await claimTrail(scope(), id, TRAIL_ENTRIES_TO_ISSUE_LINK);

    const refused = await call(world.key, documentRoutes.issueLink, { params });

    expect(refused).toMatchObject(TRAIL_FULL);
    expect((await first?.read())?.status).toBe(200);
  });
});

const YEAR_SECONDS = 365 * 24 * 60 * 60;
const inAYear = () => workerContext(addSeconds(new Date(), YEAR_SECONDS));
const withId = (id: string) => ({ params: { id }, body: {} });
type Made = Awaited<ReturnType<typeof halfFilled>>;

describe('a draft with a full audit trail', () => {
  test('keeps its fields and signers, and can be sent and filled', async () => {
    const draft = await draftWith(world, [{ email: anAddress(), fields: [TEXT, TEXT] }]);
    const { id } = draft;
    const [signerId = ''] = draft.signerIds;
    const [fieldId = ''] = draft.fieldIds[0] ?? [];
    await claimTrail(scope(), id, TRAIL_ENTRIES_TO_CHANGE_DRAFT);

    for (const [route, params, body] of [
      [documentRoutes.addField, { id }, aField(signerId)],
      [documentRoutes.updateField, { id, fieldId }, { label: 'New' }],
      [documentRoutes.removeField, { id, fieldId }, undefined],
      [documentRoutes.addSigner, { id }, aSigner()],
      [documentRoutes.removeSigner, { id, signerId }, undefined],
    ] as const)
      expect(await call(world.key, route, { params, body })).toMatchObject(TRAIL_FULL);

    const [holder] = await sent(world, draft);
    expect((await holder?.fill(fieldId, 'Example Ltd'))?.status).toBe(200);
    expect((await holder?.fill(fieldId, 'Other Ltd'))?.status).toBe(200);
  });

  test('can be voided', async () => {
    const { id } = await draftWith(world, [{ email: anAddress(), fields: [TEXT] }]);
    await claimTrail(scope(), id, TRAIL_ENTRIES_TO_CHANGE_DRAFT);

    await done(world.key, documentRoutes.voidDocument, withId(id));

    expect(await statusOf(id)).toBe('voided');
  });
});

test('audit trail: every field can be placed, and filled at least three times', () => {
  expect(TRAIL_ENTRIES_TO_CHANGE_DRAFT).toBeGreaterThan(FIELDS_PER_DOCUMENT);
  expect(TRAIL_ENTRIES_TO_FILL - TRAIL_ENTRIES_TO_CHANGE_DRAFT).toBeGreaterThanOrEqual(3 * FIELDS_PER_DOCUMENT);
});

/** The response limit of Lambda. */
const ANSWER_BYTES = 6 * 1024 * 1024;

test.each([
  ['plain letters', 'x'],
  ['quotation marks', '"'],
  ['letters of three bytes', 'ส'],
])('audit trail: the longest one fits a response with user agents in %s', (_case, letter) => {
  const [fieldId, signerId] = [newId(), newId()];
  const client = { ipAddress: '1111:'.repeat(8), userAgent: letter.repeat(8_000), origin: '' };
  const by = { caller: { ...contextOf(scope()).caller, id: newId() }, now: new Date(), client };
  const updated = {
    action: 'field.updated' as const,
    // One condition is cleared for each that was made.
    details: {
      fieldId,
      members: Object.keys(FieldUpdate.shape).sort(),
      clearedConditions: [newId()],
    },
  };
  const filled = {
    action: 'field.filled' as const,
    details: { fieldId, signerId, isFilled: false },
  };
  const voided = { action: 'document.voided' as const, details: { reason: '"'.repeat(1_000) } };
  const { entries } = appendEntries(
    { auditCount: 0, auditHead: NO_ENTRY },
    [
      ...Array.from({ length: TRAIL_ENTRIES_TO_CHANGE_DRAFT }, () => updated),
      ...Array.from({ length: TRAIL_ENTRIES_TO_ISSUE_LINK - TRAIL_ENTRIES_TO_CHANGE_DRAFT }, () => filled),
      voided,
    ],
    by,
  );

  const answer = presentAnswer({ status: 200, body: { items: entries } }, newId());

  expect(Buffer.byteLength(JSON.stringify(answer))).toBeLessThan(0.85 * ANSWER_BYTES);
});
