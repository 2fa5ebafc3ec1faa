import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type FakeService, type Reply, startFakeService } from './fake-service.ts';
import { runAssay } from './run-assay.ts';

const home = mkdtempSync(join(tmpdir(), 'assay-call-'));
const PDF = Buffer.from('%PDF-1.7 \u00ff', 'latin1');
const SUBJECT = { id: '019ced2c-0e65-7a4c-9b1d-6f1c2b9a4e00', data: { kind: 'person' } };
const EXISTS = { code: 'subject_exists', detail: 'The subject exists.', status: 409 };

let service: FakeService;
let reply: Reply;

beforeAll(async () => {
  service = await startFakeService(() => reply);
});
afterAll(async () => {
  await service.stop();
  rmSync(home, { recursive: true });
});

const call = (args: string[], answer: Reply = { status: 201, body: SUBJECT }, tty = {}) => {
  reply = answer;
  return runAssay(['call', ...args], service.env, tty);
};
const last = () => service.asked.at(-1);

describe('call', () => {
  test('a body is sent signed, with the idempotency key, and the answer printed as JSON', async () => {
    const body = '{ "kind": "person", "externalId": "c-1" }';

    const ran = await call(['risk.createSubject', '--body', body, '--idempotency-key', 'k-1']);

    expect(ran).toEqual({
      exitCode: 0,
      stderr: '',
      stdout: `${JSON.stringify(SUBJECT, null, 2)}\n`,
    });
    expect(last()).toMatchObject({
      method: 'POST',
      path: '/api/v1/risk/subjects',
      body: JSON.stringify(JSON.parse(body)),
      headers: { 'x-api-key': 'ak_test_1', 'idempotency-key': 'k-1' },
    });
    expect(last()?.headers['x-signature']).toMatch(/^v1=[0-9a-f]{64}$/);
  });

  test('parameters and queries are pairs or JSON objects', async () => {
    await call(
      [
        'risk.listRecords',
        '--params',
        'resource=subjects',
        '--query',
        'kind=person',
        '--query',
        '{"externalId":"a=b"}',
      ],
      { body: { items: [], nextOffset: null } },
    );

    expect(last()?.path).toBe('/api/v1/risk/subjects?kind=person&externalId=a%3Db');
  });

  test('--pick prints one property without quotes', async () => {
    expect((await call(['risk.createSubject', '--body', '{}', '--pick', 'data.kind'])).stdout).toBe('person\n');

    const missing = await call(['risk.createSubject', '--body', '{}', '--pick', 'data.nope']);
    expect(missing).toEqual({ exitCode: 1, stdout: '', stderr: 'The answer has no data.nope.\n' });
  });

  test('a refused call exits with 1, and stdout stays empty', async () => {
    const answer = {
      status: 409,
      body: { ...EXISTS, errors: [{ path: 'externalId', message: 'Taken.' }] },
    };

    const text = await call(['risk.createSubject', '--body', '{}', '--pick', 'id'], answer);
    const json = await call(['risk.createSubject', '--body', '{}', '--json'], answer);

    expect([text.exitCode, text.stdout]).toEqual([1, '']);
    expect(text.stderr).toBe('The subject exists. (409 subject_exists)\n  externalId: Taken.\n');
    expect(JSON.parse(json.stderr)).toMatchObject({ code: 'subject_exists', status: 409 });
  });

  test('--all follows the pages of a list and prints an item per line', async () => {
    const pages = [
      { items: [{ id: 1 }], nextOffset: 7 },
      { items: [{ id: 2 }], nextOffset: null },
    ];
    const paged = await startFakeService(({ path }) => ({
      body: pages[path.includes('offset=7') ? 1 : 0],
    }));

    const { stdout } = await runAssay(['call', 'webhooks.listWebhooks', '--all'], paged.env);
    await paged.stop();

    expect(stdout).toBe('{"id":1}\n{"id":2}\n');
  });

  test('binary answers are written to a file or a pipe, not to a terminal', async () => {
    const answer = { body: PDF, headers: { 'content-type': 'application/pdf' } };
    const args = ['documents.readDocumentPdf', '--params', `id=${SUBJECT.id}`];
    const out = join(home, 'a.pdf');

    expect((await call([...args, '--out', out], answer)).stderr).toBe(`Wrote 10 bytes to ${out}.\n`);
    expect(readFileSync(out).equals(PDF)).toBe(true);
    expect((await call(args, answer)).stdout).toBe(PDF.toString('latin1'));
    expect((await call(args, answer, { isTty: true })).exitCode).toBe(2);
  });

  test('--file sends a form', async () => {
    writeFileSync(join(home, 'b.pdf'), PDF);

    await call(['documents.createDocument', '--file', join(home, 'b.pdf'), '--body', '{"name":"Lease"}']);

    expect(last()?.headers['content-type']).toMatch(/^multipart\/form-data/);
    expect(last()?.body).toMatch(/name="name"[\s\S]*Lease[\s\S]*name="file"; filename="b.pdf"/);
  });

  test.each([
    ['an unknown operation', ['risk.createSubjects'], /Did you mean risk\.createSubject /],
    ['an unknown module', ['rsk.x'], /There is no operation rsk\.x\. `assay operations` lists them\./],
    ['a body that is not JSON', ['risk.createSubject', '--body', '{'], /--body is not valid JSON/],
    ['a pair without a value', ['risk.listRecords', '--params', 'x'], /--params takes name=value/],
    ['--all of a single record', ['service.readHealth', '--all'], /does not return a list/],
  ])('%s is wrong usage', async (_case, args, message) => {
    const { exitCode, stderr } = await call(args);

    expect(exitCode).toBe(2);
    expect(stderr).toMatch(message);
  });

  test('a service that does not answer exits with 3', async () => {
    const env = { ...service.env, ASSAY_URL: 'http://127.0.0.1:9' };

    const { exitCode, stderr } = await runAssay(['call', 'service.readHealth'], env);

    expect(exitCode).toBe(3);
    expect(stderr).toContain('The service could not be reached or did not answer');
  });

  test('texts of the service cannot control the terminal', async () => {
    const detail = 'No\u001b]0;owned\u0007 such\u001b[2J record\u009b.';
    const { stderr } = await call(['risk.createSubject', '--body', '{}'], {
      status: 404,
      body: { code: 'not_found', detail },
    });

    // biome-ignore lint/suspicious/noControlCharactersInRegex: it looks for them
    expect(stderr.trimEnd()).not.toMatch(/[\u0000-\u001f\u007f-\u009f]/);
  });
});
