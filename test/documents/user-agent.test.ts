import { describe, expect, test } from 'vitest';
import { storedUserAgent } from '#shared/documents/audit.ts';
import { readDocument } from '#shared/documents/repository/documents.ts';
import { documentRoutes } from '#shared/documents/routes.ts';
import { contextOf } from '#test/support/document-examples.ts';
import { preparedSigningWorld } from '#test/support/prepared-signing-world.ts';
import { anAddress, done, draftWith, sent } from '#test/support/signing-world.ts';

const world = preparedSigningWorld();

const SAFARI =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) ' +
  'Version/18.5 Mobile/15E148 Safari/604.1';

describe('stored user agent', () => {
  test.each([
    ['unchanged', SAFARI, SAFARI],
    ['up to its 300th byte', 'x'.repeat(8_000), 'x'.repeat(300)],
    ['up to as many bytes of other letters', 'é'.repeat(300), 'é'.repeat(150)],
    ['up to as many bytes with each mark spelled out', '"'.repeat(300), '"'.repeat(75)],
    ['with a mark for half a letter', `x${'😀'.repeat(200)}`, `x${'😀'.repeat(74)}\u{fffd}`],
    ['empty if it is empty', '', ''],
  ])('is stored %s', (_case, userAgent, kept) => {
    const client = { ipAddress: '127.0.0.1', userAgent, origin: 'http://127.0.0.1' };

    expect(storedUserAgent(client)).toBe(kept);
  });

  test('takes no more space in the document than in its audit trail', async () => {
    const plans = [1, 2].map(() => ({ email: anAddress(), fields: [{ value: 'x' }] }));
    const draft = await draftWith(world, plans);
    const [holder] = await sent(world, draft);

    await holder?.view();
    await holder?.ask(documentRoutes.completeSigning, {
      headers: { 'user-agent': 'x'.repeat(8_000) },
    });

    const scope = { organizationId: world.organizationId, mode: 'test' as const };
    const { record } = await readDocument(contextOf(scope), draft.id);
    const { items } = await done(world.key, documentRoutes.readDocumentAudit, {
      params: { id: draft.id },
    });
    expect(record.signers[0]?.userAgent).toBe('x'.repeat(300));
    expect(items.at(-1)).toMatchObject({ action: 'signer.signed', userAgent: 'x'.repeat(300) });
  });
});
