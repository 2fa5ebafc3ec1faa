import fc from 'fast-check';
import { afterEach, describe, expect, test } from 'vitest';
import { handler as runJobHandler } from '#functions/workers/run-job.ts';
import { handler as sendMail } from '#functions/workers/send-mail.ts';
import { columnsOf, contentOf } from '#packages/agreements/src/bulk-columns.ts';
import { csvLine, delimiterOf, parseCsv } from '#packages/foundation/src/csv.ts';
import { documentRoutes } from '#shared/documents/routes.ts';
import { continueJob, enqueueLostJobs } from '#shared/jobs/index.ts';
import { jobRoutes } from '#shared/jobs/routes.ts';
import { addSeconds, now, shiftClock } from '#shared/platform/clock.ts';
import { call, userOf } from '#test/support/api.ts';
import { everyRow } from '#test/support/engine.ts';
import { crashAt, observed, withFaults } from '#test/support/faults.ts';
import { emailsTo } from '#test/support/identity-server.ts';
import { queueEvent, streamEvent, worked } from '#test/support/lambda-events.ts';
import { preparedSigningWorld } from '#test/support/prepared-signing-world.ts';
import { lambdaContext } from '#test/support/queue.ts';
import { waitingMail } from '#test/support/signers-mail.ts';
import { anAddress, done } from '#test/support/signing-world.ts';
import { runs, somePoints } from '#test/support/soak.ts';
import { workerContext } from '#test/support/webhook-workers.ts';

const world = preparedSigningWorld();
afterEach(() => shiftClock(0));

const SOURCE = `# Lease

{{ tenant.city }} pays {{ rent }}.

::signature{role=tenant, label=Tenant}
`;
const HEADINGS = 'tenant name,tenant email,tenant.city,rent,document';

let template: Promise<string> | undefined;
const templateId = () => {
  template ??= done(world.key, documentRoutes.createTemplate, {
    body: {
      name: `Lease ${Math.random()}`,
      source: SOURCE.replace('{{ tenant.city }}', '{{ home.city }}'),
      sampleData: { home: { city: 'Oslo' }, rent: '980' },
    },
  }).then(({ id }) => id);
  return template;
};
const COLUMNS = { 'tenant.city': 'data.home.city' };

const ask = async (body: object) =>
  call(world.key, documentRoutes.createBulkSend, {
    body: { templateId: await templateId(), columns: COLUMNS, ...body },
  });
const read = (id: string) => done(world.key, documentRoutes.readBulkSend, { params: { id } });
const message = (jobId: string) => ({ organizationId: world.organizationId, mode: 'test' as const, jobId });
const work = async (id: string) =>
  expect(await worked(runJobHandler, queueEvent([message(id)]))).toEqual({ batchItemFailures: [] });

/** A file with this many good rows, each to an address of its own. */
function fileOf(count: number) {
  const addresses = Array.from({ length: count }, anAddress);
  const lines = addresses.map((address, index) => `Ada ${index},${address},Bergen,${index}00,`);
  return { addresses, csv: `${[HEADINGS, ...lines].join('\n')}\n` };
}

async function reportOf(id: string) {
  const { report } = await read(id);
  const response = await fetch(report.url);
  expect(response.status).toBe(200);
  const [head, ...rows] = parseCsv(await response.text()) ?? [];
  expect(head?.cells).toEqual(['line', 'status', 'documentId', 'signers', 'code', 'problem']);
  return rows.map(({ cells: [line, status, documentId, signers, code, problem] }) => ({
    line: Number(line),
    status,
    documentId: documentId ?? '',
    signers: signers ?? '',
    code,
    problem: problem ?? '',
  }));
}

/** Documents of the world, by the address of their only signer. */
async function documentsTo(addresses: readonly string[]) {
  const rows = (await everyRow('documents')).filter(
    (row) => Array.isArray(row.signers) && addresses.includes((row.signers as { email: string }[])[0]?.email ?? ''),
  );
  return Map.groupBy(rows, (row) => (row.signers as { email: string }[])[0]?.email ?? '');
}

describe('a bulk send', () => {
  test('sends one document for each good row and reports every bad one with its line', async () => {
    const { addresses, csv } = fileOf(2);
    const bad = [
      '"Bo\nExample",not-an-address,Oslo,1,',
      ',eve@example.com,Oslo,1,',
      'Cy,cy@example.com,a,b,c,d',
      '=1+1,x@y,,,',
    ];
    const [head, first, second] = csv.trimEnd().split('\n');
    const file = [
      `\ufeff${head}`,
      first,
      bad[0],
      '',
      bad[1],
      second?.replace(/,$/, ',Lease of Ada'),
      bad[2],
      bad[3],
    ].join('\r\n');
    const { status, body: asked } = await ask({ csv: file, sending: { senderName: 'Harbour', remindAfterDays: 3 } });
    expect(status).toBe(201);
    expect(asked).toMatchObject({ status: 'queued', total: 6, sent: 0, report: null, dryRun: false });
    expect(asked.columns).toEqual({
      'tenant name': 'signers.tenant.name',
      'tenant email': 'signers.tenant.email',
      'tenant.city': 'data.home.city',
      rent: 'data.rent',
      document: 'name',
    });

    await work(asked.id);
    await work(asked.id);

    const ended = await read(asked.id);
    expect(ended).toMatchObject({ status: 'completed', done: 6, total: 6, sent: 2, failed: 4 });
    const report = await reportOf(asked.id);
    expect(report.map(({ line, status: what, code }) => [line, what, code])).toEqual([
      [2, 'sent', ''],
      [3, 'refused', 'invalid_row'],
      [6, 'refused', 'invalid_row'],
      [7, 'sent', ''],
      [8, 'refused', 'invalid_row'],
      [9, 'refused', 'invalid_row'],
    ]);
    expect(report[1]?.problem).toContain('signers.tenant.email');
    expect(report[4]?.problem).toBe('The row has 6 cells, and there are 5 headings.');
    expect(ended.problems.map(({ line, column }: Record<string, unknown>) => [line, column])).toEqual([
      [3, 'tenant name'],
      [6, 'tenant name'],
      [8, null],
      [9, 'tenant email'],
    ]);

    const [one, other] = report.filter(({ status: what }) => what === 'sent');
    const document = await done(world.key, documentRoutes.readDocument, { params: { id: other?.documentId ?? '' } });
    expect(document).toMatchObject({ status: 'sent', name: 'Lease of Ada', senderName: 'Harbour', remindAfterDays: 3 });
    expect(document.signers).toMatchObject([{ name: 'Ada 1', email: addresses[1], status: 'ready' }]);
    const { items } = await done(world.key, documentRoutes.readDocumentAudit, { params: { id: document.id } });
    expect(items.map(({ action }: { action: string }) => action)).toEqual(['document.created', 'document.sent']);
    expect(new Set(items.map(({ actor }: { actor: string }) => actor))).toEqual(new Set([asked.createdBy]));
    expect(items[1].details.bulkSendId).toBe(asked.id);

    await sendMail(streamEvent(await waitingMail(one?.documentId ?? '')), lambdaContext());
    const [letter] = await emailsTo(addresses[0] ?? '');
    expect(letter?.Content.Simple.Subject.Data).toMatch(/^Harbour asks you to sign: Lease/);
    expect(letter?.Content.Simple.Body.Text.Data).toMatch(/http\S+\/sign\/sl_test_/);
  });

  test('creates nothing in a dry run, and finds what cannot be printed', async () => {
    const { addresses, csv } = fileOf(2);
    const unprintable = anAddress();
    const file = `${csv}Bo,${unprintable},"\uE000",1,\n`;
    const { body: asked } = await ask({ csv: file, dryRun: true });

    await work(asked.id);

    expect(await read(asked.id)).toMatchObject({ status: 'completed', dryRun: true, sent: 0, done: 3, failed: 1 });
    const report = await reportOf(asked.id);
    expect(report.map(({ status }) => status)).toEqual(['checked', 'checked', 'refused']);
    expect((await documentsTo([...addresses, unprintable])).size).toBe(0);
  });

  test('does the same again wherever its worker dies', { timeout: 60_000 }, async () => {
    const reference = fileOf(3);
    const { body: first } = await ask({ csv: reference.csv });
    const { calls } = await observed(() => continueJob(workerContext(now()), message(first.id)));
    expect((await documentsTo(reference.addresses)).size).toBe(3);

    const points = calls.flatMap((_, index) => [
      { index, moment: 'before' as const },
      { index, moment: 'after' as const },
    ]);
    for (const { index, moment } of somePoints(points, 3)) {
      const { addresses, csv } = fileOf(3);
      const { body: asked } = await ask({ csv });
      await withFaults(crashAt(index, moment), () => continueJob(workerContext(now()), message(asked.id))).catch(
        () => undefined,
      );
      const later = addSeconds(now(), 600);
      await enqueueLostJobs(workerContext(later));
      await continueJob(workerContext(later), message(asked.id));

      expect(await read(asked.id), `${moment} call ${index}`).toMatchObject({
        status: 'completed',
        sent: 3,
        failed: 0,
      });
      const documents = await documentsTo(addresses);
      for (const address of addresses) expect(documents.get(address)).toHaveLength(1);
      const report = await reportOf(asked.id);
      expect(report.map(({ line, status }) => [line, status])).toEqual([2, 3, 4].map((line) => [line, 'sent']));
      expect(new Set(report.map(({ documentId }) => documentId)).size).toBe(3);
      const invitations = await Promise.all(report.map(({ documentId }) => waitingMail(documentId)));
      expect(invitations.map(({ length }) => length)).toEqual([1, 1, 1]);
    }
  });

  test('that is cancelled sends nothing more, and its report says what was sent', async () => {
    const { addresses, csv } = fileOf(45);
    const { body: asked } = await ask({ csv, name: 'Cancelled' });
    // The worker has time for one step.
    let left = 600_000;
    const context = { ...workerContext(now()), remainingMs: () => (left -= 300_000) };
    await continueJob(context, message(asked.id));
    expect(await read(asked.id)).toMatchObject({ status: 'running', report: null });
    await done(world.key, jobRoutes.cancelJob, { params: { id: asked.id } });

    await work(asked.id);

    const ended = await read(asked.id);
    expect(ended.status).toBe('cancelled');
    expect(ended.sent).toBeLessThan(45);
    expect((await documentsTo(addresses)).size).toBe(ended.sent);
    expect(await reportOf(asked.id)).toHaveLength(ended.sent);
  });

  test('keeps the template as it was when it was requested', async () => {
    const { id, revision } = await done(world.key, documentRoutes.createTemplate, {
      body: { name: `Pinned ${Math.random()}`, source: SOURCE, sampleData: { tenant: { city: 'Oslo' }, rent: '1' } },
    });
    const { csv } = fileOf(1);
    const { body: asked } = await ask({ templateId: id, csv, columns: { 'tenant.city': 'data.tenant.city' } });
    await done(world.key, documentRoutes.updateTemplate, {
      params: { id },
      body: { revision, source: '# Other\n\n::signature{role=landlord, label=L}\n', sampleData: {} },
    });

    await work(asked.id);

    expect(await read(asked.id)).toMatchObject({ status: 'completed', sent: 1, revision });
  });

  test('uses the revision that is named, and refuses one that does not exist', async () => {
    const { id, revision } = await done(world.key, documentRoutes.createTemplate, {
      body: { name: `Named ${Math.random()}`, source: SOURCE, sampleData: { tenant: { city: 'Oslo' }, rent: '1' } },
    });
    await done(world.key, documentRoutes.updateTemplate, {
      params: { id },
      body: { revision, source: '# Other\n\n::signature{role=landlord, label=L}\n', sampleData: {} },
    });
    const wanted = { templateId: id, csv: fileOf(1).csv, columns: { 'tenant.city': 'data.tenant.city' } };

    const named = await ask({ ...wanted, revision });
    expect([named.status, named.body.revision]).toEqual([201, revision]);
    await work(named.body.id);
    expect(await read(named.body.id)).toMatchObject({ status: 'completed', sent: 1, revision });

    expect((await ask(wanted)).body.code).toBe('invalid_columns');
    expect((await ask({ ...wanted, revision: revision + 7 })).status).toBe(404);
  });

  test.each([
    ['a quote that is never closed', { csv: `${HEADINGS}\n"Ada,ada@example.com,x,1,` }, 'invalid_csv'],
    ['no rows', { csv: `${HEADINGS}\n\n` }, 'no_rows'],
    ['more than 10,000 rows', { csv: `${HEADINGS}\n${'a,b,c,d,e\n'.repeat(10_001)}` }, 'too_many_rows'],
    ['a signer without an email', { csv: 'tenant name,rent\nAda,1\n', columns: {} }, 'invalid_columns'],
    [
      'an unknown meaning',
      { csv: fileOf(1).csv, columns: { ...COLUMNS, rent: 'signers.nobody.name' } },
      'invalid_columns',
    ],
    ['a column that is not there', { csv: fileOf(1).csv, columns: { ...COLUMNS, other: 'ignore' } }, 'invalid_columns'],
  ])('refuses a file with %s', async (_, body, code) => {
    const answer = await ask(body);
    expect([answer.status, answer.body.code]).toEqual([422, code]);
  });

  test('cannot be read by another organization', async () => {
    const { body: asked } = await ask({ csv: fileOf(1).csv, dryRun: true });
    const stranger = await userOf(crypto.randomUUID(), 'owner');
    const headers = { 'x-risk-mode': 'test' };
    const answer = await call(stranger, documentRoutes.readBulkSend, { params: { id: asked.id }, headers });
    expect(answer.status).toBe(404);
  });
});

describe('columns', () => {
  const meanings = (headings: string[], roles: string[], wanted = {}) =>
    columnsOf(headings, roles, wanted).columns.map(({ meaning }) => meaning);

  test('get their meaning from their headings', () => {
    expect(meanings(['Name', 'EMAIL', 'document', 'rent'], ['client'])).toEqual([
      'signers.client.name',
      'signers.client.email',
      'name',
      'data.rent',
    ]);
    expect(meanings(['Tenant_Name', 'tenant-email', 'landlord.language', 'name'], ['tenant', 'landlord'])).toEqual([
      'signers.tenant.name',
      'signers.tenant.email',
      'signers.landlord.language',
      'data.name',
    ]);
  });

  test('never write to a prototype, and refuse two columns with one meaning', () => {
    const { errors } = columnsOf(['a', 'b'], [], { a: 'data.__proto__.polluted', b: 'data.x' });
    expect(errors).toHaveLength(1);
    expect(columnsOf(['a', 'b'], [], { a: 'data.x', b: 'data.x' }).errors).toHaveLength(1);
    const { columns } = columnsOf(['a', 'b'], [], { a: 'data.constructor.x', b: 'data.constructor' });
    expect(contentOf(columns, ['1', '2'], 'n').templateData).toEqual({ constructor: '2' });
    expect(({} as Record<string, unknown>).x).toBeUndefined();
  });
});

describe('CSV', () => {
  test('is read as it was written, whatever the cells contain', () => {
    const cell = fc.string({
      unit: fc.constantFrom('a', '"', ',', ';', '\t', '\n', '\r\n', ' ', 'é', '字'),
      maxLength: 8,
    });
    const guarded = cell.map((text) => `x${text}`);
    fc.assert(
      fc.property(fc.array(fc.array(guarded, { minLength: 1, maxLength: 5 }), { maxLength: 8 }), (rows) => {
        const text = rows.map((row) => csvLine(row)).join('');
        const records = parseCsv(text) ?? [];
        expect(records.map(({ cells }) => cells)).toEqual(rows);
        for (const [index, { line }] of records.entries())
          expect(line).toBe(
            1 +
              (rows
                .slice(0, index)
                .map((row) => csvLine(row))
                .join('')
                .match(/\r\n|\r|\n/g)?.length ?? 0),
          );
      }),
      runs(1_000),
    );
  });

  test.each([
    ['a;b;c\n', ';'],
    ['a\tb,c\td\n', '\t'],
    ['a\n', ','],
    ['a,b;c,d\n', ','],
  ])('%j is separated by %j', (text, delimiter) => {
    expect(delimiterOf(text)).toBe(delimiter);
  });

  test('keeps empty cells, skips blank lines and needs no line break at the end', () => {
    expect(parseCsv('a,,b\r\n\r\n,\n""\nlast')).toEqual([
      { line: 1, cells: ['a', '', 'b'] },
      { line: 3, cells: ['', ''] },
      { line: 5, cells: ['last'] },
    ]);
    expect(parseCsv('a,"b')).toBeUndefined();
    expect(parseCsv('')).toEqual([]);
  });
});
