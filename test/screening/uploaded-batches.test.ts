import { randomUUID } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { afterAll, describe, expect, test } from 'vitest';
import { jobRoutes } from '#shared/jobs/routes.ts';
import { screeningRoutes } from '#shared/screening/routes.ts';
import { call, keyOf } from '#test/support/api.ts';
import { audit } from '#test/support/auditor.ts';
import { preparedForFile } from '#test/support/prepared.ts';
import { aWorld, eventTypes, newSubject } from '#test/support/risk-world.ts';
import { aScreeningWorld, screen } from '#test/support/screening-world.ts';
import { countRows } from '#test/support/stored-state.ts';
import { asked, LISTS, readBatch, resultsOf, screened, uploaded, work } from './batch-calls.ts';

/** Batches whose rows are an uploaded file. */
const world = preparedForFile(aScreeningWorld);
afterAll(async () => expect(await audit()).toEqual([]));

const {
  createBatchUpload,
  createScreeningBatch,
  eraseScreeningBatchRows,
  listScreeningBatches,
  listScreeningBatchRows,
} = screeningRoutes;

const HEAD =
  'name,aliases,entityType,country,dateOfBirth,nationality,identifierKind,identifierValue,identifierCountry,reference';

describe('an uploaded batch', () => {
  test('has the outcome of a run of its own for each row, and reports every bad one with its line', async () => {
    const own = await aWorld();
    const file = [
      `\ufeff${HEAD}`,
      'Ambrose Quillfeather,,person,,1961-04-17,IR,,,,row 1',
      '',
      'Nobody Listed,No Body;Nobody L.,individual,DE,,,,,,row 2',
      '"Bartholomew\nPaperclip",,,,,,passport,QF0011223,IR,row 3',
      'Somebody Else,,,,1961-13-40,,,,,row 4',
      ',,,,,,,,,row 5',
      'A,B,C,D,E,F,G,H,I,J,K,L',
      ',,,,,,,,,',
      'Inkwell Holding SA,,company,,,,,,,row 6',
    ].join('\r\n');

    const { batch, rows } = await screened(own, file);

    expect(batch).toMatchObject({
      status: 'completed',
      rows: 7,
      total: 7,
      done: 7,
      failed: 2,
      format: 'csv',
      runs: [],
      estimatedEndAt: null,
      byStatus: { clear: 1, incomplete: 0, error: 1 },
    });
    expect(batch.byStatus.match + batch.byStatus.possible_match).toBe(3);
    expect(batch.listVersions).toMatchObject(LISTS.map((list) => ({ list, versionId: expect.any(String) })));
    expect(rows.map(({ row, line, reference }) => [row, line, reference])).toEqual([
      [1, 2, 'row 1'],
      [2, 4, 'row 2'],
      [3, 5, 'row 3'],
      [4, 7, null],
      [5, 8, 'row 5'],
      [6, 9, null],
      [7, 11, 'row 6'],
    ]);
    expect(rows[3]).toMatchObject({ status: null, problem: { code: 'invalid_row' } });
    expect(rows[3]?.problem).toEqual({ code: 'invalid_row', detail: expect.stringContaining('datesOfBirth.0') });
    expect(rows[4]).toMatchObject({ status: 'error', errorCode: 'missing_name', runId: expect.any(String) });
    expect(rows[5]).toMatchObject({ problem: { code: 'invalid_row', detail: expect.stringContaining('12 cells') } });

    const single = await screen(own, {
      name: 'Ambrose Quillfeather',
      entityType: 'person',
      datesOfBirth: ['1961-04-17'],
      nationalities: ['IR'],
    });
    const { status, topScore, matches, subjectDigest } = single.body;
    expect(rows[0]).toMatchObject({
      status,
      topScore,
      matchCount: matches.length,
      matchedList: 'eu_fsf',
      matchedListedName: 'Ambrose Quillfeather',
    });
    const run = await call(own.client, screeningRoutes.readScreeningRun, { params: { id: String(rows[0]?.runId) } });
    expect(run.body).toMatchObject({ status, subjectDigest, riskSubjectId: null, trigger: 'api' });
    expect(rows[1]).toMatchObject({ status: 'clear', runId: null, matchCount: 0, topScore: null });
    expect(rows[2]).toMatchObject({ matchedList: 'uk_sanctions' });
  });

  test('makes no run for a clear row, and announces its matches and its end alone', async () => {
    const own = await aWorld();
    const { batch, rows } = await screened(own, 'name\nNobody Listed\nAmbrose Quillfeather\nNo One Here\n');

    const counts = await countRows(own.organizationId);
    expect(counts['screening screening-runs']).toBe(1);
    expect(await eventTypes(own, batch.id)).toEqual(['job.requested', 'job.ended', 'screening.batch.completed']);
    expect(await eventTypes(own, String(rows[1]?.runId))).toEqual(['screening.run.completed', 'screening.match.found']);
  });

  test('screens identical rows once, also in other chunks', async () => {
    const own = await aWorld();
    const lines = Array.from({ length: 2_100 }, (_, index) =>
      index % 700 === 3 ? 'Inkwell Holding SA' : `Person ${index}`,
    );
    const { batch, rows } = await screened(own, `name\n${lines.join('\n')}\n`);

    const hits = rows.filter(({ matchCount }) => matchCount !== 0);
    expect(batch).toMatchObject({ rows: 2_100, failed: 0, byStatus: { clear: 2_097 } });
    expect(hits.map(({ row, sameAsLine }) => [row, sameAsLine])).toEqual([
      [4, null],
      [704, 5],
      [1_404, 5],
    ]);
    expect(new Set(hits.map(({ runId }) => runId)).size).toBe(1);
    expect((await countRows(own.organizationId))['screening screening-runs']).toBe(1);
    const found = await resultsOf(own.client, batch.id, { status: String(hits[0]?.status), limit: 2 });
    expect(found.map(({ row }) => row)).toEqual([4, 704, 1_404]);
  });

  test('reads NDJSON, and refuses lines that are no item', async () => {
    const items = [
      { subject: { name: 'Ambrose Quillfeather' }, reference: 'a' },
      { subject: { name: 'Nobody Listed', colour: 'red' } },
    ];
    const file = `${items.map((item) => JSON.stringify(item)).join('\n')}\nnot JSON\n`;

    const { batch, rows } = await screened(world, file, { format: 'ndjson' });

    expect(batch).toMatchObject({ format: 'ndjson', rows: 3, failed: 2 });
    expect(rows.map(({ reference, problem }) => [reference, (problem as { code: string })?.code])).toEqual([
      ['a', undefined],
      [null, 'invalid_row'],
      [null, 'invalid_row'],
    ]);
  });

  test('reads FollowTheMoney entities, and reports those of other schemata', async () => {
    const entities = [
      {
        id: 'c-1',
        schema: 'Person',
        properties: {
          name: ['Ambrose Quillfeather', 'A. Quillfeather'],
          weakAlias: ['The Quill'],
          birthDate: ['1961-04-17'],
          nationality: ['ir', 'suhh'],
          passportNumber: ['QF0011223'],
        },
      },
      { id: 'c-2', schema: 'Company', properties: { name: ['Inkwell Holding SA'], jurisdiction: ['pa'] } },
      { id: 'c-3', schema: 'Ownership', properties: { owner: ['c-1'], asset: ['c-2'] } },
      { id: 'c-4', schema: 'LegalEntity', caption: 'Nobody Listed', properties: { idNumber: ['12345678'] } },
      { id: 'c-5', schema: 'Person', properties: { name: ['A', 'B', 'C', 'D', 'E', 'F', 'G'] } },
      { subject: { name: 'Ada' } },
    ];

    const { batch, rows } = await screened(world, entities.map((one) => JSON.stringify(one)).join('\n'), {
      format: 'ftm',
    });

    expect(batch).toMatchObject({ format: 'ftm', rows: 6, failed: 3, repeatableRows: 0 });
    expect(rows).toMatchObject([
      { reference: 'c-1', matchedListedName: 'Ambrose Quillfeather' },
      { reference: 'c-2', matchCount: 1 },
      { problem: { code: 'schema_not_screened' } },
      { reference: 'c-4', status: 'clear' },
      { problem: { code: 'invalid_row', detail: expect.stringContaining('subject.aliases') } },
      { problem: { code: 'invalid_row', detail: expect.stringContaining('`schema`') } },
    ]);
  });

  test('records the outcome on risk subjects, and keeps an unchanged one', async () => {
    const own = await aWorld();
    const [listed, clear] = [await newSubject(own), await newSubject(own)];
    const file = (name: string) =>
      `name,riskSubjectId\nAmbrose Quillfeather,${listed}\n${name},${clear}\nX Y,${randomUUID()}\nOther Name,${clear}\n`;

    const first = await screened(own, file('Nobody Listed'));
    const second = await screened(own, file('Nobody Listed'));
    const third = await screened(own, file('Somebody Else'));

    expect(first.rows).toMatchObject([
      { riskSubjectId: listed, isUnchanged: false, runId: expect.any(String) },
      { riskSubjectId: clear, status: 'clear', isUnchanged: false, runId: expect.any(String) },
      { status: null, problem: { code: 'not_found' } },
      { status: null, problem: { code: 'repeated_subject' } },
    ]);
    const runIds = ({ rows }: typeof first) => rows.map(({ runId }) => runId);
    expect(runIds(second)).toEqual(runIds(first));
    expect(second.rows.slice(0, 2)).toMatchObject([{ isUnchanged: true }, { isUnchanged: true }]);
    expect(third.rows.slice(0, 2)).toMatchObject([{ isUnchanged: true }, { isUnchanged: false }]);
    const { body } = await call(own.client, screeningRoutes.listScreeningRuns, { query: { riskSubjectId: listed } });
    expect(body.items).toMatchObject([{ riskSources: [{ fact: 'screening.sanctions' }] }]);
  });

  test('is read and listed by its organization alone', async () => {
    const own = await aWorld();
    const { body } = await asked(own.client, 'name\nNobody Listed\n');
    const queued = await readBatch(own.client, body.id);

    expect(queued).toEqual(body);
    expect(queued).toMatchObject({ status: 'queued', rows: null, done: 0, listVersions: [] });
    const listed = await call(own.client, listScreeningBatches);
    const { runs: _, ...summary } = queued;
    expect(listed.body.items).toEqual([summary]);
    const rows = await call(own.client, listScreeningBatchRows, { params: { id: body.id } });
    expect(rows.body).toEqual({ items: [], nextFrom: null });
    for (const route of [screeningRoutes.readScreeningBatch, listScreeningBatchRows, eraseScreeningBatchRows]) {
      const foreign = await call(world.client, route, { params: { id: body.id } });
      expect(foreign).toMatchObject({ status: 404, body: { code: 'not_found' } });
    }
  });

  test('can be cancelled, and screens nothing then', async () => {
    const own = await aWorld();
    const { body } = await asked(own.client, 'name\nAmbrose Quillfeather\n');
    const cancelled = await call(own.client, jobRoutes.cancelJob, { params: { id: body.id } });
    expect(cancelled).toMatchObject({ status: 200, body: { status: 'cancelled' } });

    await work(own, body.id);

    expect(await readBatch(own.client, body.id)).toMatchObject({ status: 'cancelled', done: 0, rows: null });
    expect((await countRows(own.organizationId))['screening screening-runs']).toBeUndefined();
    expect(await eventTypes(own, body.id)).toEqual(['job.requested', 'job.ended']);
    const again = await call(own.client, createScreeningBatch, {
      body: { uploadId: randomUUID(), sources: LISTS },
    });
    expect(again).toMatchObject({ status: 409, body: { code: 'upload_missing' } });
  });

  test('is erased with its key: rows and results cannot be read any more, runs stay', async () => {
    const own = await aWorld();
    const running = await asked(own.client, 'name\nNobody Listed\n');
    const early = await call(own.client, eraseScreeningBatchRows, { params: { id: running.body.id } });
    expect(early).toMatchObject({ status: 409, body: { code: 'batch_running' } });
    const { batch, rows } = await screened(own, 'name\nAmbrose Quillfeather\n');
    const params = { id: batch.id };

    const erased = await call(own.client, eraseScreeningBatchRows, { params });
    const repeated = await call(own.client, eraseScreeningBatchRows, { params });

    expect(erased.status).toBe(204);
    expect(repeated).toMatchObject({ status: 410, body: { code: 'rows_erased' } });
    expect(await call(own.client, listScreeningBatchRows, { params })).toMatchObject({
      status: 410,
      body: { code: 'rows_erased' },
    });
    expect(await readBatch(own.client, batch.id)).toMatchObject({ status: 'completed', rows: 1, rowsKeptUntil: null });
    const run = await call(own.client, screeningRoutes.readScreeningRun, { params: { id: String(rows[0]?.runId) } });
    expect(run.status).toBe(200);
    expect(await eventTypes(own, batch.id)).toContain('screening.batch.erased');
  });

  test('is exported as CSV and NDJSON', async () => {
    const own = await aWorld();
    const { batch, rows } = await screened(own, 'name;reference\nAmbrose Quillfeather;=1+1\nNobody Listed;b\n');
    const exported = async (format: string) => {
      const { body } = await call(own.client, jobRoutes.createExport, {
        body: { kind: 'batch_rows', filter: { batchId: batch.id }, format },
      });
      await work(own, body.id);
      const read = await call(own.client, jobRoutes.readExport, { params: { id: body.id } });
      expect(read.body).toMatchObject({ status: 'completed', done: 2 });
      return (await fetch(read.body.file.url)).text();
    };

    const lines = (await exported('ndjson')).trimEnd().split('\n');
    expect(lines.map((line) => JSON.parse(line))).toEqual(rows);
    const [head, first] = (await exported('csv')).split('\n');
    expect(head).toMatch(/^row,line,reference,status,topScore/);
    expect(first).toMatch(/^1,2,'=1\+1,/);
    const unknown = await call(own.client, jobRoutes.createExport, {
      body: { kind: 'batch_rows', filter: { batchId: randomUUID() } },
    });
    expect(unknown).toMatchObject({ status: 404, body: { code: 'not_found' } });
  });
});

describe('a file', () => {
  const code = async (file: string | Buffer, more: Record<string, unknown> = {}) => {
    const { status, body } = await asked(world.client, file, more);
    return [status, body.code];
  };

  test('with unknown, repeated or missing headings is refused, without quoting them', async () => {
    const { body } = await asked(world.client, 'name,Greta Marker,name\nx,y,z\n');
    expect(body).toMatchObject({ code: 'invalid_columns' });
    expect(body.errors.map(({ message }: { message: string }) => message)).toEqual([
      expect.stringContaining('Column 2'),
      expect.stringContaining('Column 3'),
    ]);
    expect(JSON.stringify(body)).not.toContain('Greta');
    expect(await code('reference\na\n')).toEqual([422, 'invalid_columns']);
    expect(await code('name,identifierValue\na,b\n')).toEqual([422, 'invalid_columns']);
    expect(await code('name\n')).toEqual([422, 'no_rows']);
    expect(await code('\n\n')).toEqual([422, 'no_rows']);
  });

  test('can have other headings, character sets and separators', async () => {
    const columns = { Kunde: 'name', 'Geb.': 'dateOfBirth', Filiale: 'ignore' };
    const text = 'Kunde\tGeb.\tFiliale\r\nAmbrose Quillfeather\t1961-04-17\tKöln\r\n"Zoë\tMüller"\t\t\r\n';
    const utf16 = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, 'utf16le')]);
    const big = Buffer.from(utf16).swap16();
    for (const file of [text, Buffer.from(text, 'latin1'), utf16, big]) {
      const { rows } = await screened(world, file, { columns });
      expect(rows).toMatchObject([
        { line: 2, matchedListedName: 'Ambrose Quillfeather' },
        { line: 3, status: 'clear' },
      ]);
    }
  });

  test('that is no text is refused, with what it is', async () => {
    const text = 'name\nGreta Marker\n';
    const files: [Buffer, RegExp][] = [
      [gzipSync(text), /gzip/],
      [Buffer.from('%PDF-1.7\nname'), /PDF/],
      [Buffer.from('PK\u0003\u0004name'), /workbook/],
      [Buffer.from(text, 'utf16le'), /byte order mark/],
    ];
    for (const [file, detail] of files)
      for (const format of ['csv', 'ndjson']) {
        const { status, body } = await asked(world.client, file, { format });
        expect([status, body.code, body.detail]).toEqual([422, 'unsupported_file', expect.stringMatching(detail)]);
      }
  });

  test('with lines that are too long loses those, or is refused at its headings', async () => {
    const long = 'x'.repeat(40_000);
    const { rows } = await screened(world, `name\nAda Example\n${long}\nBo Example\n`);
    expect(rows).toMatchObject([{ status: 'clear' }, { line: 3, problem: { code: 'row_too_long' } }, { line: 4 }]);
    expect(await code(`name,${'y'.repeat(300_000)}\na,b\n`)).toEqual([422, 'no_rows']);
    // The line break is in two of the blocks of 4 MB that are read.
    const split = 'z'.repeat(4 * 1024 * 1024 - 1);
    const endless = await screened(world, `name\r\nAda\r\n${split}\r\nBo\r\n${split}${long}`);
    expect(endless.batch).toMatchObject({ status: 'completed', rows: 4, failed: 2 });
    expect(endless.rows.map(({ line, status }) => [line, status])).toEqual([
      [2, 'clear'],
      [3, null],
      [4, 'clear'],
      [5, null],
    ]);
  });

  test('of another size than announced, which S3 refuses, is read as it is; an empty one is refused', async () => {
    const { body } = await call(world.client, createBatchUpload, { body: { fileName: 'a.csv', sizeBytes: 9 } });
    expect(body.url).toMatch(/X-Amz-SignedHeaders=[^&]*content-length/i);
    const { 'content-length': _, ...headers } = body.headers;
    const create = async (file: string) => {
      expect((await fetch(body.url, { method: 'PUT', headers, body: file })).status).toBe(200);
      return call(world.client, createScreeningBatch, { body: { uploadId: body.uploadId, sources: LISTS } });
    };

    expect(await create('')).toMatchObject({ status: 409, body: { code: 'upload_empty' } });
    const larger = await create('name\nAda Example\nBo Example\n');
    await work(world, larger.body.id);
    expect(await readBatch(world.client, larger.body.id)).toMatchObject({ status: 'completed', rows: 2 });
  });

  test('with a quotation mark that is never closed loses one row only', async () => {
    const lines = Array.from({ length: 3_000 }, (_, index) => `Person ${index} of a long name without an end`);
    lines[5] = '"Never Closed';
    const { batch, rows } = await screened(world, `name\n${lines.join('\n')}`);
    expect(batch).toMatchObject({ rows: 3_000, failed: 1, byStatus: { clear: 2_999 } });
    expect(rows[5]).toMatchObject({ line: 7, problem: { code: 'row_too_long' } });
    expect(rows[6]).toMatchObject({ line: 8, status: 'clear' });
  });

  test('with bytes that are no text loses one row only', async () => {
    const file = Buffer.concat([
      Buffer.from(`\ufeffname\n${'Ada Example\n'}`),
      Buffer.from([0xc3, 0x28, 0x0a]),
      Buffer.from('Bo Example\n'),
    ]);
    const { rows } = await screened(world, file);
    expect(rows).toMatchObject([{ status: 'clear' }, { problem: { code: 'invalid_encoding' } }, { status: 'clear' }]);
  });

  test('is refused if it is missing, too large, or named with items', async () => {
    const body = { items: [{ subject: { name: 'Ada' } }], uploadId: randomUUID(), sources: LISTS };
    const refusals = [
      body,
      { sources: LISTS },
      { items: body.items, keepRowsDays: 3, sources: LISTS },
      { uploadId: body.uploadId, format: 'ndjson', columns: {}, sources: LISTS },
      { uploadId: body.uploadId, keepRowsDays: 91, sources: LISTS },
    ];
    for (const one of refusals)
      expect(await call(world.client, createScreeningBatch, { body: one })).toMatchObject({ status: 400 });
    const large = await call(world.client, createBatchUpload, { body: { fileName: 'a.csv', sizeBytes: 2 ** 40 } });
    expect(large).toMatchObject({ status: 413, body: { code: 'file_too_large' } });
    expect(await code('name\nAda\n', { sources: ['no_such_list'] })).toEqual([422, 'unknown_list']);
  });

  test('of another organization or mode cannot be screened', async () => {
    const uploadId = await uploaded(world.client, 'name\nAda\n');
    const { credential } = await keyOf(randomUUID(), 'test');
    const foreign = await call(credential, createScreeningBatch, { body: { uploadId, sources: LISTS } });
    expect(foreign).toMatchObject({ status: 409, body: { code: 'upload_missing' } });
    const live = await keyOf(world.organizationId, 'live');
    const otherMode = await call(live.credential, createScreeningBatch, { body: { uploadId, sources: LISTS } });
    expect(otherMode).toMatchObject({ status: 409, body: { code: 'upload_missing' } });
  });
});
