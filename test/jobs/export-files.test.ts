import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { addPart, downloadUrl, finishFile, removeExportsOf } from '#shared/jobs/export-files.ts';
import { PART_BYTES, PARTS_PER_EXPORT } from '#shared/jobs/limits.ts';
import { prepareEngine } from '#test/support/engine.ts';

beforeAll(prepareEngine);

const scope = () => ({ organizationId: randomUUID(), mode: 'test' as const });
const part = (letter: string) => Buffer.alloc(PART_BYTES, letter);
const NONE = { upload: null, tags: [] };

async function contentOf(at: ReturnType<typeof scope>, id: string) {
  return Buffer.from(await (await fetch(await downloadUrl(at, id, 'x.csv'))).arrayBuffer());
}

test('a file of several parts appears when it is finished, also if parts and the end are repeated', async () => {
  const at = scope();
  const id = randomUUID();

  const first = await addPart(at, id, NONE, part('a'));
  await addPart(at, id, first, part('x'));
  const second = await addPart(at, id, first, part('b'));
  expect((await fetch(await downloadUrl(at, id, 'x.csv'))).status).toBe(404);
  await finishFile(at, id, second, Buffer.from('end'));
  const content = await contentOf(at, id);

  expect(content.length).toBe(2 * PART_BYTES + 3);
  expect(content.equals(Buffer.concat([part('a'), part('b'), Buffer.from('end')]))).toBe(true);
  for await (const _page of removeExportsOf(at));
  expect((await fetch(await downloadUrl(at, id, 'x.csv'))).status).toBe(404);
});

test('a file that ends with a full part has no empty one', async () => {
  const at = scope();
  const id = randomUUID();

  await finishFile(at, id, await addPart(at, id, NONE, part('a')), Buffer.alloc(0));

  expect((await contentOf(at, id)).length).toBe(PART_BYTES);
});

test('a file that is too large fails with a reason', async () => {
  const full = { upload: 'x', tags: Array.from({ length: PARTS_PER_EXPORT }, String) };

  await expect(addPart(scope(), randomUUID(), full, part('a'))).rejects.toMatchObject({
    problem: { code: 'export_too_large' },
  });
});
