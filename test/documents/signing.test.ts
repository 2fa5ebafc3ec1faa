import { describe, expect, test } from 'vitest';
import { documentRoutes } from '#shared/documents/routes.ts';
import { A_SIGNATURE } from '#test/support/document-examples.ts';
import { preparedSigningWorld } from '#test/support/prepared-signing-world.ts';
import { anAddress, done, draftWith, sent } from '#test/support/signing-world.ts';

const world = preparedSigningWorld();

const TEXT = { label: 'Company' };

describe('filling a field', () => {
  test('stores the value and updates the signer’s progress', async () => {
    const draft = await draftWith(world, [
      { email: anAddress(), fields: [TEXT, { fieldType: 'checkbox', required: false }] },
    ]);
    const [holder] = await sent(world, draft);
    const [textId = '', boxId = ''] = draft.fieldIds[0] ?? [];
    expect((await holder?.read())?.body.progress).toEqual({ filled: 0, total: 1 });

    const filled = await holder?.fill(textId, 'Example Ltd');
    await holder?.fill(boxId, 'true');

    expect(filled?.body.progress).toEqual({ filled: 1, total: 1 });
    const { items } = await done(world.key, documentRoutes.listFields, {
      params: { id: draft.id },
    });
    expect(items).toMatchObject([
      { value: 'Example Ltd', filledBy: 'signer' },
      { value: 'true', filledBy: 'signer' },
    ]);
    expect(items[0].filledAt).toMatch(/^20/);
  });

  test('stores a drawn signature, which the signer and the sender can view', async () => {
    const draft = await draftWith(world, [{ email: anAddress(), fields: [{ fieldType: 'signature', height: 50 }] }]);
    const [holder] = await sent(world, draft);
    const fieldId = draft.fieldIds[0]?.[0] ?? '';

    const { body } = (await holder?.fill(fieldId, A_SIGNATURE)) ?? {};

    expect(body.fields[0].value).toMatch(/^sha256:[0-9a-f]{64}$/);
    expect(body.fields[0].signatureImage).toContain(`/fields/${fieldId}/image`);
    const image = await holder?.ask(documentRoutes.readSigningImage, { params: { fieldId } });
    expect(image?.headers['content-type']).toBe('image/png');
    expect(`data:image/png;base64,${image?.body}`).toBe(A_SIGNATURE);
    const { items } = await done(world.key, documentRoutes.listFields, {
      params: { id: draft.id },
    });
    const fetched = await fetch(items[0].signatureImageUrl);
    expect(Buffer.from(await fetched.arrayBuffer()).toString('base64')).toBe(image?.body);
  });

  test.each([
    ['text for a signature', { fieldType: 'signature' as const, height: 50 }, 'Ada'],
    ['half an image', { fieldType: 'signature' as const, height: 50 }, A_SIGNATURE.slice(0, 90)],
    ['an option there is not', { fieldType: 'dropdown' as const, options: ['a', 'b'] }, 'c'],
    ['a day there is not', { fieldType: 'date' as const, dateFormat: 'DD.MM.YYYY' }, '31.02.2026'],
    ['too many letters', { maxLength: 3 }, 'four'],
    ['more letters than any field keeps', {}, 'x'.repeat(10_001)],
    ['a pattern it does not match', { validationPattern: '[0-9]+' }, 'x1'],
    ['a character no font has', {}, '\u{10A00}'],
    ['a checkbox that is maybe', { fieldType: 'checkbox' as const }, 'maybe'],
  ])('rejects %s, and nothing changes', async (_case, field, value) => {
    const draft = await draftWith(world, [{ email: anAddress(), fields: [field] }]);
    const [holder] = await sent(world, draft);
    const fieldId = draft.fieldIds[0]?.[0] ?? '';
    const before = (await holder?.read())?.body;

    const refused = await holder?.fill(fieldId, value);

    expect(refused).toMatchObject({
      status: 422,
      body: { code: 'invalid_value', errors: [{ path: fieldId }] },
    });
    expect((await holder?.read())?.body).toEqual(before);
  });

  test('returns the sender’s message when the pattern does not match', async () => {
    const field = { validationPattern: '[0-9]{5}', validationMessage: 'Five digits, please.' };
    const draft = await draftWith(world, [{ email: anAddress(), fields: [field] }]);
    const [holder] = await sent(world, draft);

    const refused = await holder?.fill(draft.fieldIds[0]?.[0] ?? '', '123');

    expect(refused?.body.errors[0].message).toBe('Five digits, please.');
  });

  test('rejects changes of a prefill, unless it is editable', async () => {
    const draft = await draftWith(world, [
      { email: anAddress(), fields: [{ value: 'Fixed' }, { value: 'Maybe', editable: true }] },
    ]);
    const [holder] = await sent(world, draft);
    const [fixed = '', editable = ''] = draft.fieldIds[0] ?? [];

    expect(await holder?.fill(fixed, 'Other')).toMatchObject({
      status: 409,
      body: { code: 'read_only' },
    });
    expect((await holder?.fill(editable, 'Other'))?.status).toBe(200);
  });

  test('is rejected until earlier signers have signed', async () => {
    const draft = await draftWith(world, [
      { email: anAddress(), signingOrder: 1, fields: [TEXT] },
      { email: anAddress(), signingOrder: 2, fields: [TEXT] },
    ]);
    const [first, second] = await sent(world, draft);
    const refused = { status: 409, body: { code: 'not_your_turn' } };
    const fieldId = draft.fieldIds[1]?.[0] ?? '';
    expect(await second?.fill(fieldId, 'x')).toMatchObject(refused);
    expect(await second?.complete()).toMatchObject(refused);

    await first?.fill(draft.fieldIds[0]?.[0] ?? '', 'x');
    expect((await first?.complete())?.body.signer.status).toBe('completed');

    expect((await second?.read())?.body.signer.status).toBe('ready');
    expect((await second?.fill(fieldId, 'x'))?.status).toBe(200);
  });

  test('does not show fields of other signers, unless they are shared', async () => {
    const draft = await draftWith(world, [
      { email: anAddress(), fields: [TEXT] },
      { email: anAddress(), fields: [TEXT, { ...TEXT, sharedFill: true }] },
    ]);
    const [first] = await sent(world, draft);
    const [own = '', shared = ''] = draft.fieldIds[1] ?? [];

    const { body } = (await first?.read()) ?? {};

    expect(body.fields.map(({ id, isMine }: { id: string; isMine: boolean }) => [id, isMine])).toEqual([
      [draft.fieldIds[0]?.[0], true],
      [shared, false],
    ]);
    expect(await first?.fill(own, 'x')).toMatchObject({ status: 404 });
  });
});

test('signing: signed values are visible to later signers and do not change', async () => {
  const draft = await draftWith(world, [
    {
      email: anAddress(),
      signingOrder: 1,
      fields: [TEXT, { fieldType: 'signature', height: 50 }, { required: false }],
    },
    { email: anAddress(), signingOrder: 2, fields: [TEXT] },
  ]);
  const [first, second] = await sent(world, draft);
  const [textId = '', signatureId = '', emptyId = ''] = draft.fieldIds[0] ?? [];
  await first?.fill(textId, 'Example Ltd');
  await first?.fill(signatureId, A_SIGNATURE);
  const image = { params: { fieldId: signatureId } };
  expect((await second?.ask(documentRoutes.readSigningImage, image))?.status).toBe(404);
  await first?.complete();

  const { fields } = (await second?.read())?.body ?? {};

  const seen = { isMine: false, isReadOnly: true, isFrozen: true, isRequiredNow: false };
  expect(fields).toContainEqual(expect.objectContaining({ id: textId, value: 'Example Ltd', ...seen }));
  expect(fields.map(({ id }: { id: string }) => id)).not.toContain(emptyId);
  expect((await second?.ask(documentRoutes.readSigningImage, image))?.status).toBe(200);
  expect(await second?.fill(textId, 'Other')).toMatchObject({
    status: 404,
    body: { detail: 'This field belongs to another signer.' },
  });
});

describe('a shared field', () => {
  test('can be filled by another signer and is frozen when its owner signs', async () => {
    const draft = await draftWith(world, [
      { email: anAddress(), signingOrder: 1, fields: [TEXT] },
      { email: anAddress(), signingOrder: 1, fields: [{ label: 'IBAN', sharedFill: true }] },
      { email: anAddress(), signingOrder: 2, fields: [TEXT] },
    ]);
    const [preparer, owner] = await sent(world, draft);
    const shared = draft.fieldIds[1]?.[0] ?? '';
    expect((await preparer?.fill(shared, 'DE02'))?.status).toBe(200);
    expect((await owner?.read())?.body.progress).toEqual({ filled: 1, total: 1 });
    expect((await owner?.complete())?.status).toBe(200);

    const late = await preparer?.fill(shared, 'DE99');

    expect(late).toMatchObject({ status: 409, body: { code: 'read_only' } });
    const { items } = await done(world.key, documentRoutes.listFields, {
      params: { id: draft.id },
    });
    expect(items.find(({ id }: { id: string }) => id === shared).value).toBe('DE02');
    expect((await preparer?.read())?.body.fields).toContainEqual(
      expect.objectContaining({ id: shared, isFrozen: true }),
    );
  });
});

describe('signing the values that were shown', () => {
  const twoWithSharedPrice = async () => {
    const draft = await draftWith(world, [
      { email: anAddress(), fields: [{ label: 'Price', sharedFill: true }, TEXT] },
      { email: anAddress(), fields: [TEXT] },
    ]);
    const [owner, other] = await sent(world, draft);
    const [price = '', company = ''] = draft.fieldIds[0] ?? [];
    const own = draft.fieldIds[1]?.[0] ?? '';
    await owner?.fill(company, 'Example Ltd');
    const shown: string = (await owner?.fill(price, 'EUR 1,000'))?.body.shown;
    return { owner, other, price, own, shown };
  };
  const changed = { status: 409, body: { code: 'changed_meanwhile' } };

  test('is rejected after another signer changed a value, until the signer has seen it', async () => {
    const { owner, other, price, shown } = await twoWithSharedPrice();
    await other?.fill(price, 'EUR 100,000');

    expect(await owner?.complete(shown)).toMatchObject(changed);

    const { body } = (await owner?.read()) ?? {};
    expect(body.signer.status).toBe('ready');
    expect((await owner?.complete(body.shown))?.status).toBe(200);
    expect((await owner?.complete(shown))?.status).toBe(200); // the same signing
  });

  test('covers the signer’s own entries, and no hidden values of others', async () => {
    const { owner, other, own: fieldId, shown } = await twoWithSharedPrice();
    await other?.fill(fieldId, 'A secret');

    expect((await owner?.read())?.body.shown).toBe(shown);
    expect((await owner?.complete(shown))?.status).toBe(200);
  });

  test('is optional: without `shown`, the current values are signed', async () => {
    const { owner, other, price } = await twoWithSharedPrice();
    await other?.fill(price, 'EUR 100,000');

    await owner?.view();
    const signed = await owner?.sign({});

    expect(signed?.status).toBe(200);
  });
});

describe('invisible characters', () => {
  const INVISIBLE = ['\u200b\u200b', '\u3164', '\u2800', '\u00ad', ' \u2060\u200e'];

  test.each([true, false])('are no value of a text field with required=%j', async (required) => {
    const draft = await draftWith(world, [
      {
        email: anAddress(),
        fields: [
          { ...TEXT, required },
          { label: 'Signed', fieldType: 'signature' },
        ],
      },
      { email: anAddress(), fields: [TEXT] },
    ]);
    const [signer] = await sent(world, draft);
    const [fieldId = '', signatureId = ''] = draft.fieldIds[0] ?? [];
    await signer?.fill(signatureId, { typed: 'Ada' });

    for (const value of INVISIBLE) {
      const refused = await signer?.fill(fieldId, value);

      expect(refused).toMatchObject({ status: 422, body: { code: 'invalid_value' } });
      expect(refused?.body.errors).toEqual([
        { path: fieldId, message: expect.stringContaining('no visible characters') },
      ]);
    }
    expect((await signer?.read())?.body.fields).toContainEqual(expect.objectContaining({ id: fieldId, value: null }));
    expect((await signer?.complete())?.status).toBe(required ? 422 : 200);
  });

  test('are no typed signature', async () => {
    const draft = await draftWith(world, [
      { email: anAddress(), fields: [{ label: 'Signed', fieldType: 'signature' }] },
    ]);
    const [signer] = await sent(world, draft);

    for (const typed of INVISIBLE) {
      const refused = await signer?.fill(draft.fieldIds[0]?.[0] ?? '', { typed });

      expect(refused).toMatchObject({ status: 422, body: { code: 'invalid_value' } });
    }
  });
});

describe('signing', () => {
  test('is rejected while a condition holds and its field is empty, naming both fields', async () => {
    const draft = await draftWith(world, [
      {
        email: anAddress(),
        fields: [{ fieldType: 'checkbox', label: 'Married', required: false }, TEXT],
      },
      { email: anAddress(), fields: [TEXT] },
    ]);
    const [marriedId = '', companyId = ''] = draft.fieldIds[0] ?? [];
    await done(world.key, documentRoutes.updateField, {
      params: { id: draft.id, fieldId: companyId },
      body: { requiredWhenFieldId: marriedId },
    });
    const [holder] = await sent(world, draft);
    await holder?.fill(marriedId, 'true');

    const refused = await holder?.complete();

    expect(refused).toMatchObject({
      status: 422,
      body: {
        code: 'fields_missing',
        errors: [{ path: companyId, message: 'Company is required when Married is selected.' }],
      },
    });
    await holder?.fill(marriedId, null);
    expect((await holder?.complete())?.status).toBe(200);
  });

  test('ends the signer’s changes, and has no further effect when repeated', async () => {
    const draft = await draftWith(world, [
      { email: anAddress(), fields: [TEXT] },
      { email: anAddress(), fields: [TEXT] },
    ]);
    const [holder] = await sent(world, draft);
    const fieldId = draft.fieldIds[0]?.[0] ?? '';
    await holder?.fill(fieldId, 'x');
    const signed = await holder?.complete();

    const again = await holder?.complete();

    expect(again?.body).toEqual(signed?.body);
    expect(await holder?.fill(fieldId, 'y')).toMatchObject({
      status: 409,
      body: { code: 'signed_already' },
    });
  });

  test('ends for all signers when one declines', async () => {
    const draft = await draftWith(world, [
      { email: anAddress(), fields: [TEXT] },
      { email: anAddress(), fields: [TEXT] },
    ]);
    const [first, second] = await sent(world, draft);

    const declined = await first?.decline('Too dear.\n\nAnd too late.');

    expect(declined?.body).toMatchObject({
      document: { status: 'declined' },
      signer: { status: 'declined' },
    });
    expect((await first?.decline('Again.'))?.status).toBe(200);
    expect(await second?.complete()).toMatchObject({
      status: 409,
      body: { code: 'document_closed' },
    });
    const read = await done(world.key, documentRoutes.readDocument, { params: { id: draft.id } });
    expect(read).toMatchObject({ status: 'declined', closeReason: 'Too dear.\n\nAnd too late.' });
  });

  test('is recorded with IP address and order', async () => {
    const draft = await draftWith(world, [{ email: anAddress(), fields: [TEXT] }]);
    const [holder] = await sent(world, draft);
    await holder?.ask(documentRoutes.openSigning);
    await holder?.ask(documentRoutes.openSigning);
    await holder?.fill(draft.fieldIds[0]?.[0] ?? '', 'x');
    await holder?.decline('Enough.');

    const { items } = await done(world.key, documentRoutes.readDocumentAudit, {
      params: { id: draft.id },
    });

    expect(items.map(({ action }: { action: string }) => action)).toEqual([
      'document.created',
      'signer.added',
      'field.created',
      'document.sent',
      'link.disclosed',
      'document.viewed',
      'field.filled',
      'document.declined',
    ]);
    expect(items.at(-1)).toMatchObject({
      actor: `signer:${draft.signerIds[0]}`,
      ipAddress: '127.0.0.1',
      details: { reason: 'Enough.' },
    });
  });
});
