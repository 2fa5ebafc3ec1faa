import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { deployedName } from '#infra/function-names.ts';
import { SYNTH_WARNINGS } from '#infra/local/synthesise.ts';
import { stageNamed } from '#infra/stage.ts';
import { workers } from '#infra/workers.ts';
import { allRoutes } from '#shared/routes.ts';
import { assembled } from '#test/support/assembly.ts';
import { some } from '#test/support/soak.ts';

const directory = mkdtempSync(join(tmpdir(), 'assay-app-'));
afterAll(() => rmSync(directory, { recursive: true }));

test('app: synthesis prints nothing and writes the code of every function beside its template', async () => {
  const local = await assembled();

  // Workers of settings that the local cloud does not have are not deployed.
  const deployed = workers.filter(({ requires }) => requires === undefined);
  const without = [...allRoutes, ...deployed]
    .map((fn) => deployedName(stageNamed('local'), fn))
    .filter((name) => !existsSync(join(`${local.codeOf.get(name)}`, 'index.mjs')));

  expect(readFileSync(join(local.directory, SYNTH_WARNINGS), 'utf8')).toBe('');
  expect(without).toEqual([]);
});

const envOf = (context: Record<string, string>) => ({
  ...process.env,
  CDK_OUTDIR: directory,
  CDK_CONTEXT_JSON: JSON.stringify(context),
  // As in synthesised.ts.
  CDK_VALIDATION: 'false',
});

test.each(
  some(
    [
      ['an issuer without its keys', { issuer: 'https://login.example.com' }, /requires all of issuer/],
      ['a stage with a strange name', { stage: 'My Stage' }, /A stage is named with/],
      ['an unknown list', { listFiles: '{ "eu": {} }' }, /Unrecognized key: .*eu/],
    ],
    1,
  ),
)('the app refuses %s', (_case, context: Record<string, string>, words) => {
  const { status, stderr } = spawnSync(process.execPath, ['bin/app.ts'], { encoding: 'utf8', env: envOf(context) });

  expect(status).not.toBe(0);
  expect(stderr).toMatch(words);
});

/** CloudFormation's answer about a stack with this output. */
async function startCloudFormation(status: number, body: string): Promise<string> {
  const server = createServer((_request, response) =>
    response.writeHead(status, { 'content-type': 'text/xml' }).end(body),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const DEPLOYED = JSON.stringify({ kind: null, domain: 'assay.example.com', issuer: null }).replaceAll('"', '&quot;');
const STACK = `<DescribeStacksResponse xmlns="http://cloudformation.amazonaws.com/doc/2010-05-15/"><DescribeStacksResult><Stacks><member>
  <StackName>assay-dev</StackName><StackStatus>UPDATE_COMPLETE</StackStatus><CreationTime>2026-01-01T00:00:00Z</CreationTime>
  <Outputs><member><OutputKey>LastingSettings</OutputKey><OutputValue>${DEPLOYED}</OutputValue></member></Outputs>
</member></Stacks></DescribeStacksResult></DescribeStacksResponse>`;
const DENIED = `<ErrorResponse><Error><Type>Sender</Type><Code>AccessDenied</Code><Message>no</Message></Error></ErrorResponse>`;

const STAGES: [string, number, string, RegExp][] = [
  ['would lose its domain', 200, STACK, /domain is assay\.example\.com in the deployed stage and not set here/],
  ['cannot be read', 403, DENIED, /could not be read \(AccessDenied\).*comparison=off/],
];

test.each(some(STAGES, 1))('the app refuses a stage that %s', async (_case, status, body, words) => {
  const endpoint = await startCloudFormation(status, body);
  const aws = { AWS_ENDPOINT_URL_CLOUDFORMATION: endpoint, AWS_ACCESS_KEY_ID: 'test', AWS_SECRET_ACCESS_KEY: 'test' };
  const account = { CDK_DEFAULT_ACCOUNT: '111122223333', CDK_DEFAULT_REGION: 'eu-central-1' };
  const child = spawn(process.execPath, ['bin/app.ts'], { env: { ...envOf({}), ...aws, ...account } });
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));

  const stderr = await text(child.stderr);

  expect(await ended).not.toBe(0);
  expect(stderr).toMatch(words);
});
