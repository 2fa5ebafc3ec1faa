import { beforeAll, describe, expect, test } from 'vitest';
import { recordsOf } from '#shared/documents/repository/collections.ts';
import { documentRoutes } from '#shared/documents/routes.ts';
import { parseToken } from '#shared/documents/signing/link.ts';
import type { Route } from '#shared/platform/http/route.ts';
import { keyIn } from '#shared/platform/store/collection.ts';
import { call } from '#test/support/api.ts';
import { prepareEngine } from '#test/support/engine.ts';
import { type AwsCall, observed, withFaults } from '#test/support/faults.ts';
import { exampleOf } from '#test/support/route-examples.ts';
import { anAddress, aSigningWorld, draftWith, sent } from '#test/support/signing-world.ts';
import { callerFor, plantTenant } from '#test/support/tenant.ts';

beforeAll(prepareEngine);

const signingRoutes = Object.values<Route>(documentRoutes).filter(({ access }) => access === 'signer');

/** How often calls read the row of a link's document. */
function documentReads(token: string, calls: readonly AwsCall[]): number {
  const link = parseToken(token);
  if (!link) throw new Error('The link is invalid.');
  const { pk, sk } = keyIn(recordsOf(link, 'documents'), link.documentId);
  return calls.flatMap(keysIn).filter((key) => key === `${pk}\n${sk}`).length;
}

type Key = { pk?: { S?: string }; sk?: { S?: string } };

function keysIn({ command, input }: AwsCall): string[] {
  const batches = Object.values((input.RequestItems ?? {}) as Record<string, { Keys?: Key[] }>);
  const keys = command === 'GetItem' ? [input.Key as Key] : batches.flatMap(({ Keys = [] }) => Keys);
  return keys.map(({ pk, sk }) => `${pk?.S}\n${sk?.S}`);
}

describe.each(signingRoutes.map((route) => [route.name, route] as const))('signing: %s', (_name, route) => {
  test('reads the document once', async () => {
    const tenant = await plantTenant();
    const options = await exampleOf(route).prepare(tenant);
    const { result, calls } = await observed(() => call(callerFor(tenant, route), route, options));
    expect(result.status).toBe(route.status);
    // A token may name the session of a page after the link.
    const [link = ''] = String(options.params?.token).split('.');
    expect(documentReads(link, calls)).toBe(1);
  });
});

test('signing: a request that loses a race reads the document again', async () => {
  const world = await aSigningWorld();
  const draft = await draftWith(world, [{ email: anAddress(), fields: [{}, {}] }]);
  const [holder] = await sent(world, draft);
  if (!holder) throw new Error('There is no signer.');
  const [mine = '', other = ''] = draft.fieldIds[0] ?? [];
  let isFirst = true;
  const ofCall = ({ command }: AwsCall) => {
    if (!isFirst || command !== 'TransactWriteItems') return undefined;
    isFirst = false;
    return { waitsFor: () => holder.fill(other, 'Second') };
  };

  const { result, calls } = await withFaults({ ofCall }, () => holder.fill(mine, 'First'));

  expect(result.status).toBe(200);
  const values = result.body.fields.map(({ value }: { value: string }) => value);
  expect(values).toEqual(['First', 'Second']);
  // Two of this request, one of the request that won.
  expect(documentReads(holder.token, calls)).toBe(3);
});
