import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import { configFile, readConfig } from '../src/profiles/config-file.ts';
import { type Asked, type Reply, startFakeService } from './fake-service.ts';
import { runAssay } from './run-assay.ts';

const home = mkdtempSync(join(tmpdir(), 'assay-refusals-'));
afterAll(() => rmSync(home, { recursive: true }));

const serviceOf = async (answer: (asked: Asked) => Reply) => {
  const service = await startFakeService(answer);
  onTestFinished(service.stop);
  return service;
};

const ID = '019ced2c-0e65-7a4c-9b1d-6f1c2b9a4e00';
const UNAUTHENTICATED = { status: 401, body: { code: 'unauthenticated', detail: 'The credential is invalid.' } };

describe('login with an API key', () => {
  const loginTo = (url: string, folder: string, ...options: string[]) => {
    const env = { XDG_CONFIG_HOME: join(home, folder) };
    const args = ['login', '--url', url, '--key', 'ak_test_1', '--secret', 'hush', ...options];
    return { env, ran: runAssay(args, env) };
  };

  test('a refused key exits with 1 and is not stored', async () => {
    const service = await serviceOf(() => UNAUTHENTICATED);
    const { env, ran } = loginTo(service.url, 'refused');

    expect(await ran).toEqual({
      exitCode: 1,
      stdout: '',
      stderr: 'The credential is invalid. (401 unauthenticated)\n',
    });
    expect(existsSync(configFile(env))).toBe(false);
  });

  test.each<[string, Reply]>([
    ['an accepted key', { body: {} }],
    ['a key whose scopes do not include the request', { status: 403, body: { code: 'insufficient_scope' } }],
  ])('%s is stored after one signed request', async (_case, reply) => {
    const service = await serviceOf(() => reply);
    const { env, ran } = loginTo(service.url, `accepted-${reply.status}`);

    expect((await ran).exitCode).toBe(0);
    expect(readConfig(env).profiles.default).toEqual({ url: service.url, key: 'ak_test_1', secret: 'hush' });
    expect(service.asked.map(({ headers }) => headers['x-api-key'])).toEqual(['ak_test_1']);
  });

  test('a service that does not answer exits with 3 and stores nothing, unless --no-verify is given', async () => {
    const service = await serviceOf(() => ({ body: '<html>', headers: { 'content-type': 'text/html' } }));
    const tried = loginTo(service.url, 'proxy');
    const untried = loginTo('http://127.0.0.1:9', 'untried', '--no-verify');

    expect(await tried.ran).toMatchObject({
      exitCode: 3,
      stderr: expect.stringContaining('answered 200 with content type text/html, not with JSON.'),
    });
    expect(existsSync(configFile(tried.env))).toBe(false);
    expect((await untried.ran).exitCode).toBe(0);
    expect(readConfig(untried.env).profiles.default).toMatchObject({ key: 'ak_test_1' });
  });
});

describe('ASSAY_LOCAL', () => {
  const folder = join(home, 'cloud', '.local');
  const file = join(folder, 'dev.json');
  const local = (ASSAY_LOCAL: string) => runAssay(['whoami', '-p', 'local:test'], { ASSAY_LOCAL });

  test('is the file, its folder, or the folder that has a .local', async () => {
    const service = await serviceOf(() => ({ body: {} }));
    mkdirSync(folder, { recursive: true });
    const apiKeys = { test: { key: 'ak_test_1', secret: 'hush' } };
    writeFileSync(file, JSON.stringify({ baseUrl: service.url, apiKeys, tokens: {} }));

    for (const path of [file, folder, join(home, 'cloud')])
      expect(await local(path)).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('ak_test_1') });
  });

  test.each([
    ['another file', 'other.json', '{"a":1}', /other\.json is not the file that `npm start` writes/],
    ['a file that is not JSON', 'text.json', 'a', /text\.json is not valid JSON/],
  ])('%s is named', async (_case, name, content, message) => {
    writeFileSync(join(home, name), content);

    const { exitCode, stderr } = await local(join(home, name));

    expect([exitCode, stderr]).toEqual([2, expect.stringMatching(message)]);
  });
});

describe('call', () => {
  const refusedBy = async (...args: string[]) => {
    const service = await serviceOf(() => ({ body: {} }));
    const ran = await runAssay(['call', ...args], service.env);
    return { ...ran, sent: service.asked.length };
  };

  test.each([
    ['a missing path parameter', ['risk.readRecord', '--params', 'resource=subjects'], /parameter id is missing/],
    ['no path parameters', ['risk.readRecord'], /parameter resource is missing: --params resource=<value>/],
    [
      'an unset shell variable',
      ['risk.readRecord', '--params', 'resource=subjects', '--params', 'id='],
      /parameter id must not be ""/,
    ],
    ['dots', ['risk.listRecords', '--params', 'resource=..'], /parameter resource must not be "\.\."/],
    [
      'an unknown path parameter',
      ['webhooks.readWebhook', '--params', `key=${ID}`],
      /no path parameter key\. It takes id/,
    ],
    ['a parameter too many', ['service.readHealth', '--params', 'id=1'], /no path parameter id\. It takes none/],
  ])('%s exits with 2, and nothing is sent', async (_case, args, message) => {
    const { exitCode, stderr, sent } = await refusedBy(...args);

    expect([exitCode, sent]).toEqual([2, 0]);
    expect(stderr).toMatch(message);
  });

  test('further properties of a problem are printed, such as the id of what exists', async () => {
    const problem = {
      type: 'urn:assay:problem:source_exists',
      title: 'Conflict',
      status: 409,
      code: 'source_exists',
      detail: 'The source exists.',
      requestId: 'r-1',
      existingId: ID,
      revision: 4,
    };
    const service = await serviceOf(() => ({ status: 409, body: problem }));

    const { stderr } = await runAssay(['call', 'risk.createSource', '--body', '{}'], service.env);

    expect(stderr).toBe(
      `The source exists. (409 source_exists)\n  existingId: ${ID}\n  revision: 4\n  Request id: r-1\n`,
    );
  });
});

describe('documents send', () => {
  const pdf = join(home, 'consent.pdf');
  writeFileSync(pdf, '%PDF-1.7');
  const args = ['documents', 'send', pdf, '--signer', 'Ada Example <ada@example.com>', '--sign-at', '9,72,640'];
  const answering =
    (refusal: Reply, isDeletable = true) =>
    ({ method, path }: Asked): Reply => {
      if (method === 'DELETE') return isDeletable ? { status: 204 } : { status: 503, body: { code: 'unavailable' } };
      if (path.endsWith('/signers')) return { status: 201, body: { id: ID } };
      if (path.endsWith('/fields')) return refusal;
      return { status: 201, body: { id: ID } };
    };
  const REFUSED: Reply = { status: 422, body: { code: 'unknown_page', detail: 'There is no page 9.' } };
  const deletions = (asked: readonly Asked[]) =>
    asked.filter(({ method }) => method === 'DELETE').map(({ path }) => path);

  test('a refused place deletes the draft', async () => {
    const service = await serviceOf(answering(REFUSED));

    const { exitCode, stderr } = await runAssay(args, service.env);

    expect([exitCode, stderr]).toEqual([1, 'There is no page 9. (422 unknown_page)\n']);
    expect(deletions(service.asked)).toEqual([`/api/v1/documents/${ID}`]);
  });

  test('a draft that cannot be deleted is named', async () => {
    const service = await serviceOf(answering(REFUSED, false));

    const { exitCode, stderr } = await runAssay(args, service.env);

    expect([exitCode, stderr]).toEqual([1, expect.stringContaining(`The document ${ID} remains.`)]);
  });

  test.each([
    [[pdf, '--sign-at', '1,72,640', '--template', 'Rules'], 'A PDF cannot be part of the same document.'],
    [['Lease', '--template', '=rules.json'], '--template takes <template>[@revision][=<file>], not "=rules.json".'],
    [['Lease', '--template', 'Rules=missing.json'], 'missing.json cannot be read'],
    [['Lease', '--revision', '0'], '--revision must be a whole number from 1 to 999999999.'],
  ])('%j exits with 2, and nothing is created', async (given, message) => {
    const service = await serviceOf(() => ({ body: { items: [], nextOffset: null } }));

    const ran = await runAssay(
      ['documents', 'send', ...given, '--signer', 'Ada Example <ada@example.com>'],
      service.env,
    );

    expect([ran.exitCode, ran.stderr]).toEqual([2, expect.stringContaining(message)]);
    expect(service.asked.filter(({ method }) => method !== 'GET')).toEqual([]);
  });

  test('with an idempotency key the draft remains, because the command can be repeated', async () => {
    const service = await serviceOf(answering(REFUSED));

    const { stderr } = await runAssay([...args, '--idempotency-key', 'lease-1'], service.env);

    expect(stderr).toContain(`The document ${ID} remains.`);
    expect(deletions(service.asked)).toEqual([]);
  });
});

describe('documents send with approvers and copies', () => {
  const OTHERS = ['--approver', 'Bo Example <bo@example.com>', '--copy', 'Cy Example <cy@example.com>'];
  const SENT = { id: ID, name: 'Lease', signers: [] };
  const others = [
    { name: 'Bo Example', email: 'bo@example.com', role: 'approver' },
    { name: 'Cy Example', email: 'cy@example.com', role: 'copy' },
  ];

  test('of a template creates them with the document, in one call', async () => {
    const service = await serviceOf(({ path }) =>
      path.endsWith(ID) ? { body: { id: ID, name: 'Lease', signerRoles: [{ id: 'tenant' }] } } : { body: SENT },
    );

    const args = ['documents', 'send', ID, '--signer', 'Ada Example <ada@example.com>', ...OTHERS];
    const { exitCode } = await runAssay(args, service.env);

    expect(exitCode).toBe(0);
    expect(service.asked.map(({ method, path }) => `${method} ${path}`)).toEqual([
      `GET /api/v1/templates/${ID}`,
      `POST /api/v1/templates/${ID}/create-document`,
      `POST /api/v1/documents/${ID}/send`,
    ]);
    expect(JSON.parse(service.asked[1]?.body ?? '')).toMatchObject({ others });
  });

  test('of a PDF adds them before it is sent', async () => {
    const service = await serviceOf(() => ({ body: SENT }));
    const pdf = join(home, 'rules.pdf');
    writeFileSync(pdf, '%PDF-1.7');

    const signer = ['--signer', 'Ada Example <ada@example.com>', '--sign-at', '1,72,640'];
    await runAssay(['documents', 'send', pdf, ...signer, ...OTHERS], service.env);

    const added = service.asked.filter(({ path }) => path.endsWith('/signers')).map(({ body }) => JSON.parse(body));
    expect(added.slice(1)).toEqual(others);
    expect(service.asked.at(-1)?.path).toBe(`/api/v1/documents/${ID}/send`);
  });

  test('that cannot be read exits with 2, and nothing is created', async () => {
    const service = await serviceOf(() => ({ body: SENT }));

    const args = ['documents', 'send', ID, '--signer', 'Ada Example <ada@example.com>', '--copy', 'cy@example.com'];
    const { exitCode, stderr } = await runAssay(args, service.env);

    expect([exitCode, stderr]).toEqual([2, expect.stringContaining('--copy takes "Name <email>"')]);
    expect(service.asked).toEqual([]);
  });
});

describe('webhooks listen', () => {
  test.each(['bogus.*', 'risk.subjects.*', 'risk.subject', 'risk.*,typo', ''])(
    'the events "%s" exit with 2, with the families, and nothing is sent',
    async (events) => {
      const service = await serviceOf(() => ({ body: { items: [], nextOffset: null } }));

      const { exitCode, stderr } = await runAssay(
        ['webhooks', 'listen', '--forward', 'http://127.0.0.1:9/', '--events', events],
        service.env,
      );

      expect([exitCode, service.asked.length]).toEqual([2, 0]);
      expect(stderr).toMatch(
        /is neither an event nor a family\. Families: risk\.\*, work\.\*, audit\.\*, verification\.\*, screening\.\*, document\.\*/,
      );
      expect(stderr).toContain('\n  risk.subject.created\n');
    },
  );

  test.each(['abc', 'whsec_', 'whsec_abc', 'whsec_!!!!', `whsec_${'A'.repeat(120)}`])(
    'the secret %s exits with 2',
    async (secret) => {
      const service = await serviceOf(() => ({ body: { items: [], nextOffset: null } }));

      const { exitCode, stderr } = await runAssay(
        ['webhooks', 'listen', '--forward', 'http://127.0.0.1:9/', '--secret', secret],
        service.env,
      );

      expect([exitCode, stderr]).toEqual([2, expect.stringContaining('--secret must be whsec_ and 24 to 64 bytes')]);
      expect(service.asked).toEqual([]);
    },
  );
});

test.each([
  ['while it watches', []],
  ['with --once', ['--once']],
])('templates watch: a file that is missing at the start exits with 2, %s', async (_case, options) => {
  const service = await serviceOf(() => ({ body: {} }));

  const { exitCode, stderr } = await runAssay(['templates', 'watch', 'no.md', ...options], service.env);

  expect([exitCode, stderr]).toEqual([2, expect.stringContaining('no.md cannot be read')]);
  expect(service.asked).toEqual([]);
});
