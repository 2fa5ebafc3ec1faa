import { describe, expect, test } from 'vitest';
import { aForm } from '#packages/agreements/test/pdf/fixtures.ts';
import { hasPoppler, textOf } from '#packages/agreements/test/pdf/pixels.ts';
import { textsIn } from '#packages/agreements/test/printing/read-pdf.ts';
import { documentRoutes } from '#shared/documents/routes.ts';
import { preparedSigningWorld } from '#test/support/prepared-signing-world.ts';
import { anAddress, done, draftWith, sent } from '#test/support/signing-world.ts';
import { some } from '#test/support/soak.ts';

const world = preparedSigningWorld();

const VALUES = { Chinese: '张三丰有限公司', Japanese: '山田 太郎 カタカナ', Korean: '홍길동 주식회사' };
const packed = (text: string) => text.replaceAll(/\s+/g, '');

async function formWith(fields: object[]) {
  const draft = await draftWith(world, [{ email: anAddress(), fields }], await aForm());
  const [holder] = await sent(world, draft);
  if (!holder) throw new Error('There is no signer.');
  return { id: draft.id, fieldIds: draft.fieldIds[0] ?? [], holder };
}

describe('an entry in Chinese, Japanese or Korean', () => {
  test.each(some(Object.entries(VALUES), 1))(
    'is printed in a free and in a linked field: %s',
    async (_language, value) => {
      const { id, fieldIds, holder } = await formWith([
        { label: 'Company', width: 300 },
        { acroFieldName: 'person.name' },
      ]);
      for (const fieldId of fieldIds) expect((await holder.fill(fieldId, value)).status).toBe(200);

      expect((await holder.complete()).status).toBe(200);

      const sealed = await done(world.key, documentRoutes.readDocumentPdf, { params: { id } });
      const pdf = Buffer.from(sealed, 'base64');
      const pages = (await textsIn(pdf)).filter(({ page }) => page <= 2);
      const words = packed(pages.map(({ text }) => text).join(''));
      // The linked field has a widget on each of the two pages.
      expect(words.split(packed(value))).toHaveLength(1 + 3);
      if (hasPoppler) expect(packed(textOf(pdf))).toContain(packed(value));
    },
  );

  test('with a character that no font has is refused before anything is signed, with the character', async () => {
    const { fieldIds, holder } = await formWith([{ label: 'Company' }, { acroFieldName: 'person.name' }]);
    for (const fieldId of fieldIds) {
      const refused = await holder.fill(fieldId, '山田\u{10A00}太郎');
      expect([refused.status, refused.body.code]).toEqual([422, 'invalid_value']);
      expect(refused.body.errors).toEqual([{ path: fieldId, message: 'No font has these characters: \u{10A00}.' }]);
    }

    const { body } = await holder.read();
    const values = body.fields.map(({ value }: { value: string | null }) => value);
    expect(JSON.stringify(values)).not.toContain('山田');
  });
});
