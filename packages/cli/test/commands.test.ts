import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { verifyWebhook } from '@assay/client';
import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import { createClient } from '../src/client.ts';
import { differences } from '../src/json-differences.ts';
import { readConfig, saveProfile } from '../src/profiles/config-file.ts';
import { sessionToken } from '../src/profiles/session-token.ts';
import { deliver } from '../src/webhooks/deliver.ts';
import { newEvents } from '../src/webhooks/poll-events.ts';
import { type Asked, type Reply, startFakeService } from './fake-service.ts';
import { runAssay } from './run-assay.ts';

const home = mkdtempSync(join(tmpdir(), 'assay-commands-'));
afterAll(() => rmSync(home, { recursive: true }));

const written = (name: string, content: unknown) => {
  const path = join(home, name);
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
  return path;
};

const serviceOf = async (answer: (asked: Asked) => Reply) => {
  const service = await startFakeService(answer);
  onTestFinished(service.stop);
  return service;
};

test('templates watch: images of a folder that the template shows are uploaded once and named by digest', async () => {
  written('logo.svg', '<svg/>');
  written('unused.png', 'png');
  const file = written('with-logo.md', '![Logo](image:logo)');
  const asked: unknown[] = [];
  const service = await serviceOf(({ path, body }) => {
    asked.push([path, JSON.parse(body)]);
    return path.endsWith('/images') ? { status: 201, body: { sha256: 'f'.repeat(64) } } : { body: 'pdf' };
  });

  const ran = await runAssay(['templates', 'watch', file, '--images', home, '--once'], service.env);

  expect(ran.exitCode).toBe(0);
  expect(asked).toEqual([
    ['/api/v1/templates/images', { image: `data:image/svg+xml;base64,${btoa('<svg/>')}` }],
    [
      '/api/v1/templates/markdown/preview',
      { source: '![Logo](image:logo)', sampleData: {}, images: { logo: 'f'.repeat(64) } },
    ],
  ]);
  const missing = await runAssay(['templates', 'watch', file, '--images', join(home, 'no'), '--once'], service.env);
  expect([missing.exitCode, missing.stderr]).toEqual([2, expect.stringContaining('cannot be read')]);
});

describe('imports', () => {
  const EXISTING = '019ced2c-0e65-7a4c-9b1d-6f1c2b9a4e00';

  test('subjects: new and existing ones are reported separately, and columns can be mapped', async () => {
    const service = await serviceOf(({ body }) => {
      const { externalId } = JSON.parse(body);
      return externalId === 'old'
        ? { status: 409, body: { code: 'subject_exists', existingId: EXISTING } }
        : { status: 201, body: { id: `id-${externalId}` } };
    });
    const input = written('subjects.csv', 'No;Kind\nnew;business\nold;\n;person\n');

    const ran = await runAssay(['subjects', 'import', input, '--map', 'externalId=No', '--json'], service.env);

    expect(ran.exitCode).toBe(1);
    expect(JSON.parse(ran.stdout).counts).toEqual({ created: 1, existing: 1, refused: 1 });
    expect(readFileSync(join(home, 'subjects.results.csv'), 'utf8').split('\n')).toEqual([
      'row,outcome,externalId,kind,subjectId,code,detail',
      '1,created,new,business,id-new,,',
      `2,existing,old,person,${EXISTING},,`,
      '3,refused,,person,,invalid_row,externalId is empty.',
      '',
    ]);
  });

  test('evidence: values have the declared type, and a subject is looked up once', async () => {
    const facts = [
      { key: 'age', type: 'number' },
      { key: 'is_new', type: 'boolean' },
      { key: 'tags', type: 'list', itemType: 'string' },
    ];
    const service = await serviceOf(({ method, path }) => {
      if (method === 'POST') return { status: 201, body: { id: 'receipt' } };
      if (path.includes('/risk/sources/')) return { body: { resource: 'sources', data: { facts } } };
      const items = path.includes('externalId=c-1') ? [{ id: 'subject-1' }] : [];
      return { body: { items, nextOffset: null } };
    });
    const input = written(
      'evidence.csv',
      'externalId,fact,value\nc-1,age,3.5\nc-1,is_new,yes\nc-1,tags,a; b\nc-1,age,old\nc-2,age,1\n',
    );

    const ran = await runAssay(
      ['evidence', 'import', input, '--source', 's-1', '--observed-at', 'now', '--concurrency', '1'],
      service.env,
    );

    const sent = service.asked.filter(({ method }) => method === 'POST');
    const bodies = sent.map(({ body }) => JSON.parse(body));
    expect(bodies.map(({ value }) => value)).toEqual([3.5, true, ['a', 'b'], 'old']);
    // The start of the run, so that a resumed run sends the same.
    expect(new Set(bodies.map(({ observedAt }) => observedAt)).size).toBe(1);
    expect(service.asked.filter(({ path }) => path.includes('externalId=c-1'))).toHaveLength(1);
    expect(ran.exitCode).toBe(1);
    expect(ran.stdout).toContain('There is no person with the external id c-2.');
  });
});

describe('policies', () => {
  const definition = {
    bands: [
      { id: 'low', from: 0 },
      { id: 'high', from: 40 },
    ],
    weight: 1,
  };
  const version = (number: number, status: string, changes = {}) => ({
    id: `p-${number}`,
    resource: 'policies',
    data: { key: 'onboarding', version: number, status, definition: { ...definition, ...changes } },
  });
  const file = written('policy.json', { key: 'onboarding', definition });
  const answering =
    (versions: unknown[], valid = true, warnings: unknown[] = []) =>
    ({ method, path, body }: Asked): Reply => {
      if (path.endsWith('/validate')) {
        const errors = valid ? [] : [{ path: 'bands', code: 'x', message: 'Wrong.' }];
        return { body: { valid, errors, warnings, normalized: valid ? JSON.parse(body).definition : null } };
      }
      if (path.endsWith('/publish')) return { body: version(3, 'published') };
      if (path.endsWith('/proposals')) return { status: 201, body: { id: 'proposal-1' } };
      if (method === 'POST') return { status: 201, body: version(3, 'draft') };
      return { body: { items: versions, nextOffset: null } };
    };

  test('validate: an invalid policy exits with 4 and lists its errors', async () => {
    const service = await serviceOf(answering([], false));

    const { exitCode, stdout } = await runAssay(['policies', 'validate', file], service.env);

    expect([exitCode, stdout]).toEqual([4, expect.stringMatching(/bands +x +Wrong\./)]);
  });

  test('validate: warnings are shown, and fail with --strict only', async () => {
    const warning = { path: 'rules.0', code: 'rule_without_effect', message: 'Does nothing.' };
    const [warned, clean] = [await serviceOf(answering([], true, [warning])), await serviceOf(answering([]))];

    const lenient = await runAssay(['policies', 'validate', file], warned.env);
    const strict = await runAssay(['policies', 'validate', file, '--strict'], warned.env);
    const fine = await runAssay(['policies', 'validate', file, '--strict'], clean.env);

    expect([lenient.exitCode, strict.exitCode, fine.exitCode]).toEqual([0, 4, 0]);
    expect(lenient.stdout).toMatch(/is valid\.\n[\s\S]*rules\.0 +rule_without_effect +Does nothing\./);
  });

  test('diff: compares with the latest published version and exits with 4 if they differ', async () => {
    const versions = [version(3, 'draft'), version(2, 'published', { weight: 2 }), version(1, 'published')];
    const service = await serviceOf(answering(versions));

    const changed = await runAssay(['policies', 'diff', file], service.env);
    const same = await runAssay(['policies', 'diff', file, '--version', '1'], service.env);

    expect([changed.exitCode, same.exitCode]).toEqual([4, 0]);
    expect(changed.stdout).toContain('- weight: 2\n+ weight: 1\n');
  });

  test('push: creates and publishes a version, and nothing if the latest is the same', async () => {
    const service = await serviceOf(answering([version(2, 'published', { weight: 2 })]));
    const other = await serviceOf(answering([version(2, 'published')]));

    const pushed = await runAssay(['policies', 'push', file, '--publish'], service.env);
    const same = await runAssay(['policies', 'push', file, '--publish'], other.env);

    expect(pushed.stdout).toBe('Created version 3 of onboarding (published, p-3).\n');
    expect(same.stdout).toBe('No changes: version 2 of onboarding is the same (published, p-2).\n');
    expect(other.asked.filter(({ path }) => !path.endsWith('/validate')).map(({ method }) => method)).toEqual(['GET']);
  });

  test('push: one person proposes a publication, another one accepts the proposal', async () => {
    const service = await serviceOf(answering([version(2, 'published', { weight: 2 })]));
    const push = (...options: string[]) => runAssay(['policies', 'push', file, ...options], service.env);

    const proposed = await push('--propose', 'Tested in March.');
    const accepted = await push('--publish', '--proposal', 'proposal-1');

    expect(proposed.stdout).toContain('with --publish --proposal proposal-1.');
    expect(accepted.stdout).toContain('(published, p-3)');
    const bodyOf = (ending: string) => JSON.parse(service.asked.find(({ path }) => path.endsWith(ending))?.body ?? '');
    expect(bodyOf('/proposals')).toEqual({ reason: 'Tested in March.' });
    expect(bodyOf('/publish')).toEqual({ proposalId: 'proposal-1' });
  });

  test.each([
    [['--publish', '--propose', 'Tested.'], 'either --propose or --publish'],
    [['--proposal', 'proposal-1'], '--proposal is only for --publish'],
  ])('push: %j is refused before anything is sent', async (options, message) => {
    const service = await serviceOf(answering([]));

    const { exitCode, stderr } = await runAssay(['policies', 'push', file, ...options], service.env);

    expect([exitCode, service.asked.length]).toEqual([2, 0]);
    expect(stderr).toContain(message);
  });

  test('differences: items with a key are compared by it, and their order counts', () => {
    const [a, b, c] = [{ key: 'a', n: 1 }, { key: 'b' }, { key: 'c' }];

    expect(differences({ x: [a, b] }, { x: [c, { ...a, n: 2 }, b] })).toEqual([
      { path: 'x[a].n', before: 1, after: 2 },
      { path: 'x[c]', before: undefined, after: c },
    ]);
    expect(differences([a, b], [b, a])).toEqual([{ path: ' (order)', before: ['a', 'b'], after: ['b', 'a'] }]);
    expect(differences([1, 2], [1])).toEqual([{ path: '[1]', before: 2, after: undefined }]);
  });
});

describe('webhooks event-types', () => {
  const items = [
    { event: 'risk.subject.created', version: 1, description: 'A subject was created.', sample: { a: 1 }, schema: {} },
    {
      event: 'document.sent',
      version: 2,
      description: 'A document was sent.',
      sample: { b: 2 },
      schema: { type: 'x' },
    },
  ];

  test('lists every event with its version', async () => {
    const service = await serviceOf(() => ({ body: { items } }));

    const ran = await runAssay(['webhooks', 'event-types'], service.env);

    expect(ran.exitCode).toBe(0);
    expect(ran.stdout).toMatch(/risk\.subject\.created +1 +A subject was created\.\n/);
    expect(ran.stdout).toMatch(/document\.sent +2 /);
    expect(service.asked[0]?.path).toMatch(/\/webhooks\/event-types$/);
  });

  test('shows sample and schema of one event, and refuses an unknown one with the known ones', async () => {
    const service = await serviceOf(() => ({ body: { items } }));

    const ran = await runAssay(['webhooks', 'event-types', 'document.sent'], service.env);
    const refused = await runAssay(['webhooks', 'event-types', 'document.send'], service.env);

    expect(JSON.parse(ran.stdout)).toEqual({ sample: { b: 2 }, schema: { type: 'x' } });
    expect(refused.exitCode).toBe(2);
    expect(refused.stderr).toContain('document.sent');
  });
});

describe('webhooks listen', () => {
  const ORGANIZATION = '019ced2b-0000-7000-8000-5d3c2b1a0f00';
  const eventAt = (number: number, at: string) => {
    const id = `019ced2d-1f66-7a4c-8f3e-1a0d3c8b5f0${number}`;
    const data = { organizationId: ORGANIZATION, sandbox: true, subjectId: null, resourceId: id };
    const type = 'risk.subject.created';
    return {
      id,
      resource: 'events',
      data: { type, occurredAt: at, webhookBody: JSON.stringify({ eventId: id, event: type, timestamp: at, data }) },
    };
  };

  test('every event is returned once, also one that appears behind others', async () => {
    const log = [eventAt(1, '2026-03-14T09:00:00.000Z')];
    const service = await serviceOf(() => ({
      body: { items: log.toReversed(), nextOffset: null },
    }));
    const client = createClient({ baseUrl: service.url, credentials: { token: 't' } });
    const poll = newEvents(client, undefined);
    const ids = async () => (await poll()).map(({ id }) => Number(id.slice(-1)));

    expect(await ids()).toEqual([]);
    log.push(eventAt(3, '2026-03-14T09:00:05.000Z'));
    expect(await ids()).toEqual([3]);
    log.splice(1, 0, eventAt(2, '2026-03-14T09:00:04.000Z'));
    expect(await ids()).toEqual([2]);
    expect(await ids()).toEqual([]);
    expect(service.asked[0]?.path).toContain('order=newest&view=webhook');
  });

  test('a forwarded event is accepted by verifyWebhook with the secret, and by no other', async () => {
    const receiver = await serviceOf(() => ({ status: 204 }));
    const { id, data } = eventAt(1, '2026-03-14T09:00:00.000Z');
    const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;

    const outcome = await deliver({ id, type: data.type, body: data.webhookBody }, { url: receiver.url, secret });

    const [{ headers = {}, body = '' } = {}] = receiver.asked;
    expect(outcome).toMatchObject({ status: 204, error: null });
    expect(await verifyWebhook({ secret, headers, body })).toMatchObject({ eventId: id });
    const verified = async () => verifyWebhook({ secret: 'whsec_other', headers, body });
    await expect(verified()).rejects.toThrow('signature');
  });

  test('a receiver that does not listen is reported', async () => {
    const outcome = await deliver({ id: 'e', type: 't', body: '{}' }, { url: 'http://127.0.0.1:9', secret: 's' });

    expect(outcome).toMatchObject({ status: null, error: expect.any(String) });
  });
});

test('lists status: --coverage says what each list contains and what it does not', async () => {
  const list = {
    key: 'ofac_sdn',
    name: 'List of blocked persons',
    listKind: 'sanctions',
    enabled: true,
    versionId: null,
    publishedAt: null,
    confirmedAt: null,
    stale: false,
    attention: false,
    pending: null,
    coverage: { summary: 'Persons whose property is blocked.', gaps: ['No owners.', 'No\u001b[2J dates.'] },
    publisherUrl: 'https://publisher.example/list',
    uploads: [
      { nameEndsWith: '.xml', example: 'SDN.XML' },
      { nameEndsWith: '.csv', example: 'list.csv' },
    ],
  };
  const service = await serviceOf(() => ({ body: { items: [list] } }));

  const { stdout } = await runAssay(['lists', 'status', '--coverage'], service.env);
  expect(stdout).toContain(
    'ofac_sdn List of blocked persons\n  Persons whose property is blocked.\n  - No owners.\n  - No dates.\n' +
      '  https://publisher.example/list\n  Upload: SDN.XML, list.csv\n',
  );
  expect((await runAssay(['lists', 'status'], service.env)).stdout).not.toContain('No owners.');
});

test('lists upload: a file that is not of the list is refused before it is sent', async () => {
  const message = '`p.json` is not a file with the whole list `ofac_sdn`. Its name must end with `.xml` (`SDN.XML`).';
  const service = await serviceOf(() => ({
    status: 422,
    body: { code: 'unexpected_file', detail: message, errors: [{ path: 'fileName', message }] },
  }));

  const ran = await runAssay(['lists', 'upload', 'ofac_sdn', written('p.json', {})], service.env);

  expect(ran).toMatchObject({ exitCode: 1, stderr: expect.stringContaining('must end with `.xml` (`SDN.XML`)') });
  expect(service.asked.map(({ method, path }) => `${method} ${path}`)).toEqual([
    expect.stringMatching(/^PUT .*\/screening\/sources\/ofac_sdn\/file$/),
  ]);
});

test('lists create and delete: a list of the organization, with its columns mapped', async () => {
  const unreadRows = [{ line: 3, code: 'no_name', detail: 'The row has no name.' }];
  const list = {
    key: 'own_staff',
    attentionReasons: [],
    own: { lastUpload: { fileName: 's.csv', unreadCount: 2, unreadRows } },
  };
  const service = await serviceOf(({ method, path }) => {
    if (path === '/bucket') return {};
    if (method === 'DELETE') return { status: 204 };
    if (method === 'GET') return { body: { items: [list] } };
    return method === 'POST'
      ? { status: 202, body: list }
      : { body: { uploadId: 'u1', url: `${service.url}/bucket`, headers: {} } };
  });
  const file = written('staff.csv', {});
  const mapped = ['--map', 'name=Full name', '--map', 'ignore=Team = unit'];
  const create = (...more: string[]) => runAssay(['lists', 'create', 'own_staff', file, ...more], service.env);

  expect((await create('--map', 'name')).exitCode).toBe(2);
  expect((await create(...mapped)).stderr).toContain('The option --name is required.');
  expect((await create('--name', 'Staff', ...mapped)).stdout).toContain('Uploaded staff.csv.');
  expect((await runAssay(['lists', 'status'], service.env)).stdout).toContain(
    'own_staff: 2 rows of s.csv could not be read.\n  line 3: The row has no name.\n  and 1 more\n',
  );
  expect((await runAssay(['lists', 'delete', 'own_staff'], service.env)).stderr).toContain(
    'Deleted the list own_staff',
  );
  expect(service.asked.map(({ method }) => method)).toEqual(['PUT', 'PUT', 'POST', 'GET', 'DELETE']);
  expect(JSON.parse(service.asked[0]?.body ?? '')).toMatchObject({
    name: 'Staff',
    listKind: 'watch',
    fileName: 'staff.csv',
  });
  expect(JSON.parse(service.asked[2]?.body ?? '')).toEqual({
    upload: { uploadId: 'u1', fileName: 'staff.csv', columns: { 'Full name': 'name', 'Team = unit': 'ignore' } },
  });
});

test('subjects note: files are sent first, and named with their digest in the note', async () => {
  const service = await serviceOf(({ method, path }) => {
    if (path.endsWith('/attachments'))
      return { body: { uploadId: 'u1', url: `${service.url}/bucket`, headers: { 'content-type': 'text/plain' } } };
    return path === '/bucket' ? {} : { status: method === 'POST' ? 201 : 404, body: { id: 'n1' } };
  });
  const file = written('statement.txt', {});

  const ran = await runAssay(['subjects', 'note', 's1', 'Received.', '--attach', file], service.env);

  expect(ran).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('Added note n1 with 1 file(s).') });
  expect(
    service.asked.map(({ method, path }) => `${method} ${path.replace(/^.*(?=\/(notes|attachments|bucket))/, '')}`),
  ).toEqual(['POST /attachments', 'PUT /bucket', 'POST /notes']);
  expect(JSON.parse(service.asked[2]?.body ?? '')).toEqual({
    text: 'Received.',
    attachments: [
      {
        uploadId: 'u1',
        name: 'statement.txt',
        contentType: 'text/plain',
        sha256: createHash('sha256')
          .update(service.asked[1]?.body ?? '')
          .digest('hex'),
      },
    ],
  });
});

test('subjects note: a file of another kind is refused before anything is sent', async () => {
  const service = await serviceOf(() => ({}));

  const ran = await runAssay(['subjects', 'note', 's1', 'Page.', '--attach', written('page.html', {})], service.env);

  expect(ran).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('cannot be attached') });
  expect(service.asked).toEqual([]);
});

test('lists status: a list that needs attention exits with 4', async () => {
  const list = {
    key: 'ofac_sdn',
    listKind: 'sanctions',
    enabled: true,
    versionId: 'v',
    entryCount: 5,
    publishedAt: null,
    confirmedAt: null,
    stale: false,
    staleReasons: [],
    pending: null,
  };
  const calm = await serviceOf(() => ({
    body: { items: [{ ...list, attention: false, attentionReasons: [] }] },
  }));
  const held = await serviceOf(() => ({
    body: { items: [{ ...list, attention: true, attentionReasons: ['shrunk'] }] },
  }));

  expect(await runAssay(['lists', 'status'], calm.env)).toMatchObject({
    exitCode: 0,
    stdout: expect.stringContaining('current'),
  });
  expect(await runAssay(['lists', 'status'], held.env)).toMatchObject({
    exitCode: 4,
    stdout: expect.stringContaining('attention: shrunk'),
  });
});

describe('sessions', () => {
  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const tokenOf = (claims: object) => `${part({ alg: 'RS256' })}.${part(claims)}.${part('signature')}`;
  const seconds = () => Math.floor(Date.now() / 1000);

  /** An issuer that accepts the refresh token `first` once. */
  const issuerWith = async (changes: object) => {
    const issuer = await serviceOf(({ path, body }) => {
      const { url } = issuer;
      if (path.endsWith('openid-configuration')) return { body: { issuer: url, token_endpoint: `${url}/token` } };
      if (new URLSearchParams(body).get('refresh_token') !== 'first')
        return { status: 400, body: { error: 'invalid_grant' } };
      const claims = { iss: url, aud: 'c', sub: 'u', iat: seconds(), exp: seconds() + 900, ...changes };
      const id_token = tokenOf(claims);
      return { body: { id_token, refresh_token: 'second', access_token: 'a', token_type: 'Bearer', expires_in: 900 } };
    });
    return issuer;
  };
  const env = { XDG_CONFIG_HOME: home };
  const sessionOf = (issuer: string, refreshToken: string) => {
    const session = { clientId: 'c', issuer, idToken: 'old', refreshToken, expiresMs: 0 };
    saveProfile(env, 'default', { url: issuer, mode: 'test', session });
    return sessionToken(env, 'default');
  };

  test('an expired token is renewed once, and the new refresh token is stored', async () => {
    const issuer = await issuerWith({});
    const token = sessionOf(issuer.url, 'first');

    const tokens = await Promise.all([token(), token(), sessionToken(env, 'default')()]);

    expect(new Set(tokens).size).toBe(1);
    expect(tokens[0]).not.toBe('old');
    expect(issuer.asked.filter(({ path }) => path === '/token')).toHaveLength(1);
    await expect(sessionOf(issuer.url, 'used')()).rejects.toThrow('Run `assay login`');
  });

  test.each([
    ['has expired', { exp: 1_700_000_000, iat: 1_699_999_000 }, /has expired/],
    ['is of another issuer', { iss: 'https://other.example' }, /another issuer/],
    ['is for another client', { aud: 'other' }, /another issuer, client/],
  ])('a renewed token that %s is refused, and not stored', async (_case, changes, message) => {
    const issuer = await issuerWith(changes);

    await expect(sessionOf(issuer.url, 'first')()).rejects.toThrow(message);

    expect(readConfig(env).profiles.default).toMatchObject({ session: { idToken: 'old', refreshToken: 'first' } });
  });
});

test('overview: shows figures, times in words and who has how much work', async () => {
  const byDecision = { total: 3, reject: 1, restrict: 0, review: 2, awaiting_evidence: 0, none: 0 };
  const figures = {
    from: '2026-03-13',
    to: '2026-03-14',
    open: byDecision,
    overdue: { ...byDecision, total: 1, review: 0 },
    people: [{ userId: '019ced2b-aa00-7000-8000-5d3c2b1a0f01', open: 2, overdue: 1 }],
    timeToTake: { count: 4, p50Seconds: 1_260, p90Seconds: 28_800 },
    timeToDecision: { count: 0, p50Seconds: null, p90Seconds: null },
    matchHitRate: 0.125,
    screeningHitRate: null,
    lists: [{ key: 'uk_sanctions', name: 'UK', stale: true, held: 1, confirmedAt: null, gaps: 2 }],
    waiting: { proposals: 2, requests: 1 },
    days: [
      { day: '2026-03-13', opened: 3, closed: 1 },
      { day: '2026-03-14', opened: 2, closed: 1 },
    ],
  };
  const service = await serviceOf(() => ({ body: figures }));

  const { stdout } = await runAssay(['overview', '--from', '2026-03-13'], service.env);

  expect(service.asked[0]?.path).toContain('/risk/worklist/overview?from=2026-03-13');
  for (const line of [
    /review\s+2\s+0/,
    /2026-03-13 to 2026-03-14: 5 opened, 2 closed/,
    /Time to take: median 21 min, 90% within 8 h \(4\)/,
    /Time to decision: none/,
    /confirmed of those decided: 13%/,
    /Waiting for you: 2 proposals, 1 requests/,
    /019ced2b-aa00-7000-8000-5d3c2b1a0f01\s+2\s+1/,
    /List uk_sanctions: stale, 1 held, 2 days with a gap/,
  ])
    expect(stdout).toMatch(line);
});

test('assessments replay: exits with 4 if one is not identical, and names what is otherwise', async () => {
  const [kept, forged] = ['019ced2c-5000-7000-8000-5d3c2b1a0f00', '019ced2c-5000-7000-8000-5d3c2b1a0f01'];
  const digest = 'a'.repeat(64);
  const service = await serviceOf(({ path }) => {
    const assessmentId = path.split('/').at(-2);
    const replay = { assessmentId, evaluatorVersion: 'policy-evaluator-v2', digest };
    const differences = [{ path: 'decision', recorded: 'none', replayed: 'reject' }];
    return {
      body: assessmentId === kept ? { ...replay, identical: true } : { ...replay, identical: false, differences },
    };
  });

  const same = await runAssay(['assessments', 'replay', kept], service.env);
  const both = await runAssay(['assessments', 'replay', kept, forged], service.env);
  const json = await runAssay(['assessments', 'replay', forged, '--json'], service.env);

  expect(same.exitCode).toBe(0);
  expect(same.stdout).toContain(`Identical: assessment ${kept}, evaluated again with policy-evaluator-v2.`);
  expect(both.exitCode).toBe(4);
  expect(both.stdout).toMatch(new RegExp(`Not identical: assessment ${forged}[^]*decision +"none" +"reject"`));
  expect(json.exitCode).toBe(4);
  expect(JSON.parse(json.stdout)).toMatchObject([{ assessmentId: forged, identical: false }]);
});
