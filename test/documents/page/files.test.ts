import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { beforeAll, describe, expect, test } from 'vitest';
import { bundleFunctions } from '#infra/bundle.ts';
import { bundleName } from '#infra/function-names.ts';
import { staticFilesOf } from '#infra/static-files.ts';
import { pageRoutes } from '#shared/documents/routes/page.ts';
import { anonymous, call } from '#test/support/api.ts';
import { buildSigningPage } from '#test/support/signing-page.ts';

const { readSigningPage, readSigningAsset, readEmbedScript } = pageRoutes;
const OTHER_BUILD = '0000000000000000';

beforeAll(() => {
  buildSigningPage();
});

const pageFor = (token: string) => call(anonymous, readSigningPage, { params: { token } });
const fileOf = (build: string, file: string) => call(anonymous, readSigningAsset, { params: { build, file } });
const unpacked = (body: string) => gunzipSync(Buffer.from(body, 'base64'));

async function currentBuild(): Promise<string> {
  const { body } = await pageFor('t');
  return /assets\/([0-9a-f]{16})\/page\.js/.exec(body)?.[1] ?? '';
}

describe('HTML shell of the signing page', () => {
  test('is the same for every link except for the link itself', async () => {
    const [one, other] = [await pageFor('tok_one'), await pageFor('tok_other')];

    expect(one.status).toBe(200);
    expect(one.body).toBe(other.body.replaceAll('tok_other', 'tok_one'));
    expect(one.headers['content-type']).toBe('text/html; charset=utf-8');
  });

  test('runs only its own scripts, sends no referrer, and can only be framed by its own service', async () => {
    const { body, headers } = await pageFor('t');

    expect(headers['content-security-policy']).toBe(
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; " +
        "font-src 'self'; connect-src 'self'; worker-src 'self'; frame-ancestors 'self'; " +
        "base-uri 'none'; form-action 'none'",
    );
    expect(headers).toMatchObject({
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'strict-transport-security': 'max-age=31536000',
      'x-robots-tag': 'noindex',
      'cache-control': 'private, max-age=300',
      vary: 'accept-language',
    });
    expect(body).not.toMatch(/<style|<script>|\son\w+=|\sstyle=/);
    expect(body).not.toMatch(/(?:src|href)="(?:https?:)?\/\//);
  });

  test.each(['../x', 'a b', '<script>', 'x'.repeat(201)])('%s is not a valid link', async (token) => {
    const { status, body } = await call(anonymous, readSigningPage, {
      params: { token: encodeURIComponent(token) },
    });

    expect({ status, code: body.code }).toEqual({ status: 400, code: 'invalid_path' });
  });
});

describe('files of the signing page', () => {
  test.each([
    ['page.js', 'text/javascript; charset=utf-8'],
    ['page.css', 'text/css; charset=utf-8'],
    ['pdf.min.mjs', 'text/javascript; charset=utf-8'],
    ['pdf.worker.min.mjs', 'text/javascript; charset=utf-8'],
    ['LiberationSans-Regular.ttf', 'font/ttf'],
    ['NotoSans_400Regular.ttf', 'font/ttf'],
    ['NotoSansArabic_400Regular.ttf', 'font/ttf'],
    ['NotoSansDevanagari_400Regular.ttf', 'font/ttf'],
    ['NotoSansTamil_400Regular.ttf', 'font/ttf'],
    ['NotoSansThai_400Regular.ttf', 'font/ttf'],
    ['jbig2.wasm', 'application/wasm'],
    ['UniJIS-UTF16-H.bcmap', 'application/octet-stream'],
  ])('%s is cached indefinitely under the digest of its build', async (file, contentType) => {
    const { status, headers, body } = await fileOf(await currentBuild(), file);

    const documented = [readSigningAsset.contentType, ...readSigningAsset.otherContentTypes];
    expect(documented).toContain(contentType);
    expect(status).toBe(200);
    expect(headers).toMatchObject({
      'content-type': contentType,
      'content-encoding': 'gzip',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      'strict-transport-security': 'max-age=31536000',
    });
    expect(unpacked(body).length).toBeGreaterThan(0);
  });

  test('a file requested by another build is returned, but not cached', async () => {
    const { status, headers } = await fileOf(OTHER_BUILD, 'page.js');

    expect({ status, caching: headers['cache-control'] }).toEqual({
      status: 200,
      caching: 'no-store',
    });
  });

  test('only the worker may run WebAssembly', async () => {
    const build = await currentBuild();
    const policyOf = async (file: string) => (await fileOf(build, file)).headers['content-security-policy'];

    expect(await policyOf('pdf.worker.min.mjs')).toBe(
      "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'",
    );
    expect(await policyOf('page.js')).toBeUndefined();
  });

  test.each(['index.mjs', 'package.json', 'page.ts', 'LICENSE_FOXIT', 'nothing.js'])(
    '%s is not served',
    async (file) => {
      const { status, body } = await fileOf(OTHER_BUILD, file);

      expect({ status, code: body.code }).toEqual({ status: 404, code: 'not_found' });
    },
  );

  test.each(['..%2Findex.mjs', '.hidden', 'a%2Fb'])('%s is not a valid file name', async (file) => {
    const { status } = await fileOf(OTHER_BUILD, file);

    expect(status).toBe(400);
  });

  test('the page script is small and names no other origin', async () => {
    const script = unpacked((await fileOf(await currentBuild(), 'page.js')).body).toString('utf8');

    expect(script.length).toBeLessThan(68 * 1024);
    expect(script).not.toMatch(/innerHTML|outerHTML|insertAdjacentHTML|localStorage|eval\(/);
    expect(script).not.toMatch(/https?:\/\//);
  });
});

test('embed script: is small and may be loaded by any page', async () => {
  const { status, headers, body } = await call(anonymous, readEmbedScript);

  expect(status).toBe(200);
  expect(headers).toMatchObject({
    'content-type': 'text/javascript; charset=utf-8',
    'cross-origin-resource-policy': 'cross-origin',
    'cache-control': 'public, max-age=3600',
  });
  expect(unpacked(body).length).toBeLessThan(5 * 1024);
});

test('signing page: each bundled function finds its files next to itself', { tags: 'full' }, async () => {
  const dist = mkdtempSync(join(tmpdir(), 'assay-page-bundles-'));
  const { directory } = bundleFunctions(Object.values(pageRoutes), dist);
  const probe = `
    const [name, pathParameters] = JSON.parse(process.argv[1]);
    const { handler } = await import(name);
    const { statusCode } = await handler({
      rawPath: '/', rawQueryString: '', headers: {}, pathParameters,
      requestContext: { requestId: 'r', http: { method: 'GET' } },
    });
    console.error('status ' + statusCode);
  `;
  const statusOf = (route: (typeof pageRoutes)[keyof typeof pageRoutes], params: object) => {
    const given = JSON.stringify([join(directory, bundleName(route), 'index.mjs'), params]);
    const { PAGE_FILES: _, ...env } = process.env;
    return execFileSync('sh', ['-c', 'exec "$0" "$@" 2>&1', ...nodeArguments(given)], {
      encoding: 'utf8',
      env,
    });
  };
  const nodeArguments = (given: string) => [process.execPath, '--input-type=module', '--eval', probe, given];

  expect(statusOf(readSigningPage, { token: 't' })).toContain('status 200');
  expect(statusOf(readSigningAsset, { build: OTHER_BUILD, file: 'page.js' })).toContain('status 200');
  expect(statusOf(readEmbedScript, {})).toContain('status 200');
  rmSync(dist, { recursive: true });
});

test('signing page: the same sources give the same digest', { tags: 'full' }, () => {
  const digestOf = () => Buffer.from(staticFilesOf(readSigningPage)['build.txt.gz'] ?? []);

  expect(digestOf().equals(digestOf())).toBe(true);
});

test('signing page: the client compiles against browser types', { tags: 'full' }, () => {
  const compiler = dirname(createRequire(import.meta.url).resolve('typescript/package.json'));
  const given = ['--noEmit', '-p', 'packages/signing-page/src/client'];

  const said = execFileSync(process.execPath, [join(compiler, 'bin/tsc'), ...given], {
    encoding: 'utf8',
  });

  expect(said).toBe('');
});
