import { describe, expect, test } from 'vitest';
import { documentRoutes } from '#shared/documents/routes.ts';
import { A_SIGNATURE } from '#test/support/document-examples.ts';
import { everyRow } from '#test/support/engine.ts';
import { observed } from '#test/support/faults.ts';
import { preparedSigningWorld } from '#test/support/prepared-signing-world.ts';
import { anAddress, type Draft, done, draftWith, sent } from '#test/support/signing-world.ts';

const world = preparedSigningWorld();

const auditOf = async ({ id }: Draft) =>
  (await done(world.key, documentRoutes.readDocumentAudit, { params: { id } })).items;
const fieldsOf = async ({ id }: Draft) => (await done(world.key, documentRoutes.listFields, { params: { id } })).items;

/** The complete document state, and the number of published events. */
const kept = async (draft: Draft) => ({
  document: await done(world.key, documentRoutes.readDocument, { params: { id: draft.id } }),
  fields: (await fieldsOf(draft)).map(({ filledAt, updatedAt }: Listed) => [filledAt, updatedAt]),
  trail: await auditOf(draft),
  announced: (await everyRow('journal')).filter(({ events }) => Array.isArray(events)).length,
});

interface Listed {
  filledAt: string | null;
  updatedAt: string;
}

/** A document with this one field, and its signer's calls. */
async function sentWith(field: object) {
  const draft = await draftWith(world, [{ email: anAddress(), fields: [field] }]);
  const [holder] = await sent(world, draft);
  const fill = async (value: string | null) => holder?.fill(draft.fieldIds[0]?.[0] ?? '', value);
  return { draft, fill };
}

describe('entering the same value again', () => {
  test.each([
    ['a text', {}, 'Example Ltd', 'Example Ltd'],
    ['a text whose lines end in another way', { multiline: true }, 'a\nb', 'a\r\nb'],
    ['a checked box', { fieldType: 'checkbox', groupKey: 'one' }, 'true', 'true'],
    ['nothing', {}, null, ' '],
    ['a signature', { fieldType: 'signature', height: 50 }, A_SIGNATURE, A_SIGNATURE],
  ])('changes nothing: %s', async (_case, field, value, again) => {
    const { draft, fill } = await sentWith(field);
    const first = await fill(value);
    const before = await kept(draft);

    const { result: second, calls } = await observed(() => fill(again));

    expect(second).toMatchObject({ status: 200, body: first?.body });
    expect(await kept(draft)).toEqual(before);
    expect(calls.map(({ command }) => command)).not.toContain('PutObject');
  });

  test('turns the sender’s prefill into the signer’s value', async () => {
    const { draft, fill } = await sentWith({ value: 'Maybe', editable: true });
    const before = (await auditOf(draft)).length;

    await fill('Maybe');
    await fill('Maybe');

    expect(await fieldsOf(draft)).toMatchObject([{ value: 'Maybe', filledBy: 'signer' }]);
    expect(await auditOf(draft)).toHaveLength(before + 1);
  });
});
