import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { type Asked, startFakeService } from './fake-service.ts';
import { runAssay } from './run-assay.ts';

const home = mkdtempSync(join(tmpdir(), 'assay-send-'));
afterAll(() => rmSync(home, { recursive: true }));

const [LEASE, RULES, DOCUMENT] = [1, 2, 3].map((number) => `019ced2c-0e65-7a4c-9b1d-6f1c2b9a4e0${number}`);
const rolesOf = (...ids: string[]) => ids.map((id) => ({ id, label: null }));
const TEMPLATES = [
  { id: LEASE, name: 'Lease', signerRoles: rolesOf('tenant', 'landlord') },
  { id: RULES, name: 'House rules', signerRoles: rolesOf('tenant') },
];

async function aService() {
  const service = await startFakeService(({ method, path }: Asked) => {
    if (method === 'GET') return { body: { items: TEMPLATES, nextOffset: null } };
    return { status: 201, body: { id: DOCUMENT, name: 'Lease', signers: [], path } };
  });
  onTestFinished(service.stop);
  return service;
}

const fileOf = (name: string, data: object) => {
  const path = join(home, name);
  writeFileSync(path, JSON.stringify(data));
  return path;
};

const SIGNERS = [
  '--signer',
  'tenant=Ada Example <ada@example.com>',
  '--signer',
  'landlord=Bo Example <bo@example.com>',
];

test('documents send: further templates make a bundle, in order, each with its revision and data', async () => {
  const service = await aService();
  const lease = fileOf('lease.json', { flat: 1 });
  const rules = fileOf('rules.json', { hour: 22 });

  const args = ['documents', 'send', 'Lease', '--data', lease, '--template', `House rules@2=${rules}`];
  const ran = await runAssay([...args, '--template', 'Lease', ...SIGNERS], service.env);

  expect([ran.exitCode, ran.stderr]).toEqual([0, '']);
  const posts = service.asked.filter(({ method }) => method === 'POST');
  expect(posts.map(({ path }) => path)).toEqual(['/api/v1/documents/bundles', `/api/v1/documents/${DOCUMENT}/send`]);
  expect(JSON.parse(posts[0]?.body ?? '')).toEqual({
    name: 'Lease',
    templates: [
      { templateId: LEASE, templateData: { flat: 1 } },
      { templateId: RULES, revision: 2, templateData: { hour: 22 } },
      { templateId: LEASE, templateData: {} },
    ],
    signers: {
      tenant: { name: 'Ada Example', email: 'ada@example.com' },
      landlord: { name: 'Bo Example', email: 'bo@example.com' },
    },
  });
});

test('documents send: one template uses the revision that is named', async () => {
  const service = await aService();

  const ran = await runAssay(['documents', 'send', 'Lease', '--revision', '3', ...SIGNERS], service.env);

  expect([ran.exitCode, ran.stderr]).toEqual([0, '']);
  const [created] = service.asked.filter(({ method }) => method === 'POST');
  expect(created?.path).toBe(`/api/v1/templates/${LEASE}/create-document`);
  expect(JSON.parse(created?.body ?? '')).toMatchObject({ revision: 3, templateData: {} });
});
