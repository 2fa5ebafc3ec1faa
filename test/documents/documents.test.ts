import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { documentRoutes } from '#shared/documents/routes.ts';
import type { Scope } from '#shared/platform/caller.ts';
import { type CallOptions, type Credential, call, keyOf } from '#test/support/api.ts';
import { aField, aSigner, existingDraft, existingSent } from '#test/support/document-examples.ts';
import { prepareEngine } from '#test/support/engine.ts';

const { createDocument, readDocument, readDocumentAudit } = documentRoutes;

let scope: Scope;
let key: Credential;
const ask = (route: Parameters<typeof call>[1], options?: CallOptions) => call(key, route, options);

beforeAll(prepareEngine);
beforeAll(async () => {
  scope = { organizationId: randomUUID(), mode: 'test' };
  key = (await keyOf(scope.organizationId, 'test')).credential;
});

describe('signers', () => {
  test('are added to and removed from a draft', async () => {
    const { id } = await existingDraft(scope);
    const added = await ask(documentRoutes.addSigner, {
      params: { id },
      body: { name: 'Bo', email: 'bo@example.com', signingOrder: 2 },
    });
    expect(added.body).toMatchObject({
      name: 'Bo',
      email: 'bo@example.com',
      signingOrder: 2,
      status: 'waiting',
      completedAt: null,
      documentId: id,
    });
    const { document, documentId, ...bo } = added.body;
    expect(document).toEqual((await ask(readDocument, { params: { id } })).body);
    expect(document.signers[1]).toEqual(bo);

    const removed = await ask(documentRoutes.removeSigner, { params: { id, signerId: bo.id } });

    expect(removed.body.signers).toHaveLength(1);
  });

  test('with a field cannot be removed', async () => {
    const { id, signerId } = await existingDraft(scope);

    const refused = await ask(documentRoutes.removeSigner, { params: { id, signerId } });

    expect(refused).toMatchObject({ status: 409, body: { code: 'signer_has_fields' } });
  });

  test('are limited to twenty', async () => {
    const { id } = await existingDraft(scope);
    for (let count = 1; count < 20; count += 1)
      await ask(documentRoutes.addSigner, { params: { id }, body: aSigner() });

    const refused = await ask(documentRoutes.addSigner, { params: { id }, body: aSigner() });

    expect(refused).toMatchObject({ status: 409, body: { code: 'too_many_signers' } });
  });

  test.each([
    ['no address', { name: 'Bo', email: 'bo' }],
    ['no name', { name: '', email: 'bo@example.com' }],
    ['an order of zero', { name: 'Bo', email: 'bo@example.com', signingOrder: 0 }],
  ])('with %s are rejected', async (_case, body) => {
    const { id } = await existingDraft(scope);

    const refused = await ask(documentRoutes.addSigner, { params: { id }, body });

    expect(refused).toMatchObject({ status: 400, body: { code: 'invalid_body' } });
  });
});

describe('fields', () => {
  test('can be added, listed, changed and removed while the document is a draft', async () => {
    const { id, signerId, fieldId } = await existingDraft(scope);
    const added = await ask(documentRoutes.addField, {
      params: { id },
      body: aField(signerId, { fieldType: 'checkbox', label: 'Married', yPosition: 200 }),
    });
    expect(added).toMatchObject({
      status: 201,
      body: { documentId: id, required: true, value: null, filledBy: null, filledAt: null },
    });

    const changed = await ask(documentRoutes.updateField, {
      params: { id, fieldId },
      body: { requiredWhenFieldId: added.body.id },
    });
    expect(changed.body).toMatchObject({ requiredWhenFieldId: added.body.id, required: false });

    await ask(documentRoutes.removeField, { params: { id, fieldId: added.body.id } });
    const { body } = await ask(documentRoutes.listFields, { params: { id } });
    expect(body.items).toEqual([
      expect.objectContaining({ id: fieldId, requiredWhenFieldId: null, signatureImageUrl: null }),
    ]);
  });

  test('accept ids of signers and fields in upper case', async () => {
    const { id, signerId, fieldId } = await existingDraft(scope);

    const added = await ask(documentRoutes.addField, {
      params: { id },
      body: aField(signerId.toUpperCase(), { requiredWhenFieldId: fieldId.toUpperCase() }),
    });

    expect(added).toMatchObject({
      status: 201,
      body: { signerId, requiredWhenFieldId: fieldId },
    });
  });

  test.each([
    ['beyond the page', { xPosition: 500 }, 'width'],
    ['on a missing page', { pageNumber: 2 }, 'pageNumber'],
    ['of an unknown signer', { signerId: randomUUID() }, 'signerId'],
    ['with an invalid date format', { fieldType: 'date' as const, dateFormat: 'DD-MM' }, 'dateFormat'],
    ['with a character no font has', { value: '\u{10A00}' }, 'value'],
    ['linked to a missing form', { acroFieldName: 'x' }, 'acroFieldName'],
  ])('%s are rejected, and nothing changes', async (_case, changes, path) => {
    const { id, signerId } = await existingDraft(scope);
    const before = await ask(documentRoutes.listFields, { params: { id } });

    const refused = await ask(documentRoutes.addField, {
      params: { id },
      body: aField(signerId, changes),
    });

    expect(refused).toMatchObject({ status: 422, body: { code: 'invalid_field' } });
    expect(refused.body.errors.map((error: { path: string }) => error.path)).toContain(path);
    const after = await ask(documentRoutes.listFields, { params: { id } });
    expect(after.body).toEqual(before.body);
  });

  test.each([
    ['narrower than 5 pt', { width: 4.9 }, 'width'],
    ['lower than 5 pt', { height: 0.001 }, 'height'],
    ['with a blank label', { label: ' \u3164\u200b' }, 'label'],
    ['with an empty label', { label: '' }, 'label'],
  ])('%s are rejected', async (_case, changes, path) => {
    const { id, signerId, fieldId } = await existingDraft(scope);

    for (const answer of [
      await ask(documentRoutes.addField, { params: { id }, body: aField(signerId, changes) }),
      await ask(documentRoutes.updateField, { params: { id, fieldId }, body: changes }),
    ])
      expect(answer).toMatchObject({ status: 400, body: { errors: [{ path }] } });
  });

  test.each([
    [true, 'true'],
    ['true', 'true'],
    [false, null],
    ['false', null],
  ])('of type checkbox can be prefilled with %j', async (value, stored) => {
    const { id, signerId } = await existingDraft(scope);

    const { status, body } = await ask(documentRoutes.addField, {
      params: { id },
      body: aField(signerId, { fieldType: 'checkbox', value }),
    });

    expect([status, body.value]).toEqual([201, stored]);
  });

  test('of type text reject the boolean true', async () => {
    const { id, signerId } = await existingDraft(scope);

    const { status, body } = await ask(documentRoutes.addField, {
      params: { id },
      body: aField(signerId, { value: true }),
    });

    expect([status, body.errors]).toEqual([
      422,
      [
        {
          path: 'value',
          message: 'Only a checkbox accepts true or false. Send the text value as a string.',
        },
      ],
    ]);
  });

  test('cannot be changed once the document is sent', async () => {
    const { id, signerId, fieldId } = await existingSent(scope);
    const params = { id, fieldId };

    for (const answer of [
      await ask(documentRoutes.addField, { params: { id }, body: aField(signerId) }),
      await ask(documentRoutes.updateField, { params, body: { label: 'New' } }),
      await ask(documentRoutes.removeField, { params }),
      await ask(documentRoutes.addSigner, { params: { id }, body: aSigner() }),
    ])
      expect(answer).toMatchObject({ status: 409, body: { code: 'not_a_draft' } });
  });
});

describe('the audit trail', () => {
  test('is numbered without gaps, and every entry contains the hash of the previous one', async () => {
    const { id, signerId } = await existingDraft(scope);
    await ask(documentRoutes.addField, { params: { id }, body: aField(signerId) });
    await ask(documentRoutes.addSigner, { params: { id }, body: aSigner() });
    await ask(documentRoutes.voidDocument, { params: { id }, body: { reason: 'A mistake.' } });

    const { body } = await ask(readDocumentAudit, { params: { id } });

    expect(body.items.map((entry: { action: string }) => entry.action)).toEqual([
      'document.created',
      'field.created',
      'signer.added',
      'document.voided',
    ]);
    let previousHash = '0'.repeat(64);
    for (const [index, entry] of body.items.entries()) {
      expect(entry).toMatchObject({ number: index + 1, previousHash });
      previousHash = entry.hash;
    }
  });

  test('loses no number under concurrent changes', async () => {
    const { id, signerId } = await existingDraft(scope);

    const answers = await Promise.all(
      Array.from({ length: 6 }, () => ask(documentRoutes.addField, { params: { id }, body: aField(signerId) })),
    );

    expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(201));
    const { body } = await ask(readDocumentAudit, { params: { id } });
    expect(body.items.map(({ number }: { number: number }) => number)).toEqual([1, 2, 3, 4, 5, 6, 7]);
  });
});

test('voiding: a document can be voided once', async () => {
  const { id } = await existingSent(scope);
  const voided = await ask(documentRoutes.voidDocument, {
    params: { id },
    body: { reason: 'Old.' },
  });
  expect(voided.body).toMatchObject({ status: 'voided', closeReason: 'Old.' });

  const again = await ask(documentRoutes.voidDocument, { params: { id }, body: {} });

  expect(again).toMatchObject({ status: 409, body: { code: 'document_closed' } });
  const { body } = await ask(readDocument, { params: { id } });
  expect(body.status).toBe('voided');
});

describe('names and email addresses', () => {
  test.each(['   ', '\u00a0\u2003', '\u3164', '\u200b'])('a blank name (%j) is rejected', async (name) => {
    const { id } = await existingDraft(scope);
    const signer = await ask(documentRoutes.addSigner, {
      params: { id },
      body: { ...aSigner(), name },
    });
    const document = await ask(createDocument, { body: { name, uploadId: randomUUID() } });

    expect(signer).toMatchObject({ status: 400, body: { errors: [{ path: 'name' }] } });
    expect(document.status).toBe(400);
    expect(JSON.stringify(document.body.errors)).toContain('Must not be blank');
  });

  test.each(['a&b=c@example.com', 'a/b@example.com', "o'neil+x@sub.example.co", 'ada@exämple.de'])(
    'a signer can have the address %s',
    async (email) => {
      const { id } = await existingDraft(scope);
      const { status, body } = await ask(documentRoutes.addSigner, {
        params: { id },
        body: { ...aSigner(), email },
      });

      expect([status, body.email]).toEqual([201, email]);
    },
  );

  test('an address that SES cannot deliver to is rejected', async () => {
    const { id } = await existingDraft(scope);
    const { status, body } = await ask(documentRoutes.addSigner, {
      params: { id },
      body: { ...aSigner(), email: 'ünïcode@exämple.de' },
    });

    expect([status, body.errors]).toEqual([
      400,
      [{ path: 'email', message: expect.stringMatching(/only ASCII characters before the @/) }],
    ]);
  });
});
