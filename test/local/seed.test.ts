import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { decodeJwt } from 'jose';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { type LocalIssuer, openIssuer } from '#infra/local/issuer.ts';
import { seed } from '#infra/local/seed.ts';
import { closeServer, listen } from '#packages/local-aws/src/gateway/http-server.ts';

let directory: string;
let issuer: LocalIssuer;

beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), 'assay-seed-'));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  issuer = await openIssuer(join(directory, 'issuer.json'), 'http://127.0.0.1:3000');
});

/** A service that makes keys for all but those that were deleted. */
async function serviceWithout(isDeleted: (organizationId: string) => boolean): Promise<string> {
  const server = createServer(({ headers }, answer) => {
    const { org } = decodeJwt(String(headers.authorization).replace('Bearer ', ''));
    const body = { id: randomUUID(), data: { key: String(org), secret: 'secret' } };
    answer.writeHead(isDeleted(String(org)) ? 401 : 201).end(JSON.stringify(body));
  });
  onTestFinished(() => closeServer(server));
  return `http://127.0.0.1:${await listen(server, 0)}`;
}

const seededAt = (baseUrl: string) =>
  seed(baseUrl, issuer, { file: join(directory, 'demo.json'), onReplaced: () => {} });

test.each([
  ['organizationId', 'otherOrganizationId'],
  ['otherOrganizationId', 'organizationId'],
] as const)('where the %s was deleted, the %s stays', async (gone, other) => {
  const deleted = new Set<string>();
  const baseUrl = await serviceWithout((id) => deleted.has(id));
  const first = await seededAt(baseUrl);

  deleted.add(first[gone]);
  const second = await seededAt(baseUrl);
  const third = await seededAt(baseUrl);

  expect(second[gone]).not.toBe(first[gone]);
  expect(second[other]).toBe(first[other]);
  expect([third.organizationId, third.otherOrganizationId]).toEqual([
    second.organizationId,
    second.otherOrganizationId,
  ]);
});

test('both may have been deleted', async () => {
  const deleted = new Set<string>();
  const baseUrl = await serviceWithout((id) => deleted.has(id));
  const first = await seededAt(baseUrl);

  deleted.add(first.organizationId).add(first.otherOrganizationId);
  const second = await seededAt(baseUrl);

  expect(second.organizationId).not.toBe(first.organizationId);
  expect(second.otherOrganizationId).not.toBe(first.otherOrganizationId);
});

test('a service that refuses every caller is not asked for ever', async () => {
  const baseUrl = await serviceWithout(() => true);

  await expect(seededAt(baseUrl)).rejects.toThrow();
});
