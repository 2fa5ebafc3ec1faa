import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { documentRoutes } from '#shared/documents/routes.ts';
import { routes } from '#shared/routes.ts';
import { call } from '#test/support/api.ts';
import { preparedSigningWorld } from '#test/support/prepared-signing-world.ts';
import { aSubject } from '#test/support/route-examples.ts';
import { anAddress, draftWith, type Holder, sent } from '#test/support/signing-world.ts';

const { createSubject } = routes.risk;
const world = preparedSigningWorld();

/** A document with two signers, each with a field, in any order. */
async function twoSigners() {
  const plan = () => ({ email: anAddress(), fields: [{}] });
  const draft = await draftWith(world, [plan(), plan()]);
  const [one, other] = await sent(world, draft);
  const fillBy = (holder: Holder | undefined, index: number) => (idempotencyKey: string) =>
    holder?.ask(documentRoutes.fillField, {
      params: { fieldId: draft.fieldIds[index]?.[0] ?? '' },
      body: { value: 'Example Ltd' },
      idempotencyKey,
    });
  return { fill: fillBy(one, 0), fillOther: fillBy(other, 1) };
}

test('idempotency keys: a key used by a signer can also be used by the organization', async () => {
  const idempotencyKey = randomUUID();
  const { fill } = await twoSigners();

  const filled = await fill(idempotencyKey);
  const created = await call(world.key, createSubject, { body: aSubject(), idempotencyKey });

  expect([filled?.status, created.status]).toEqual([200, 201]);
});

test('idempotency keys: a signer cannot find out which keys others have used', async () => {
  const idempotencyKey = randomUUID();
  const { fill, fillOther } = await twoSigners();
  await call(world.key, createSubject, { body: aSubject(), idempotencyKey });

  const answers = [await fill(idempotencyKey), await fillOther(idempotencyKey)];

  expect(answers.map((answer) => answer?.status)).toEqual([200, 200]);
  for (const answer of answers) expect(answer?.headers).not.toHaveProperty('idempotent-replayed');
});

test('idempotency keys: a signer who repeats a request with its key gets the same answer', async () => {
  const idempotencyKey = randomUUID();
  const { fill } = await twoSigners();

  const first = await fill(idempotencyKey);
  const again = await fill(idempotencyKey);

  expect(again).toMatchObject({ status: 200, body: first?.body });
  expect(again?.headers['idempotent-replayed']).toBe('true');
});
