import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { AUDIENCE, COMMAND_CLIENT, ISSUER_PATH, JWKS_PATH } from './issuer.ts';

const PROJECT = fileURLToPath(new URL('../..', import.meta.url));

/** Placeholder in the template for the API's base URL, which is unknown at synthesis. */
export const BASE_URL_PLACEHOLDER = 'http://local-cloud.invalid';

/** Placeholder for the AWS endpoint of functions and browsers. */
export const AWS_PLACEHOLDER = 'http://local-aws.invalid';

const CONTEXT = {
  stage: 'local',
  localCloud: true,
  'aws:cdk:enable-path-metadata': true, // resource names are derived from their path
  issuer: `${BASE_URL_PLACEHOLDER}${ISSUER_PATH}`,
  audience: AUDIENCE,
  commandClientId: COMMAND_CLIENT,
  mailFrom: 'Assay <invitations@assay.invalid>',
  // No email leaves this machine, and development sends many to the same few addresses.
  emailLimits: 'organization=5000,test=5000,recipient=500',
  jwksUri: `${BASE_URL_PLACEHOLDER}${JWKS_PATH}`,
  signingFilesOrigin: AWS_PLACEHOLDER,
  subjectCardOrigin: BASE_URL_PLACEHOLDER,
};

/** All inputs of the template and the bundles. */
const SOURCES = [
  'bin/app.ts',
  'cdk.json',
  'console',
  'functions',
  'infra',
  'package-lock.json',
  'package.json',
  'packages',
  'shared',
  'tsconfig.json',
];
/** Code that runs the template, and tests: no inputs of it. */
const NOT_SOURCES = /^(?:infra\/local|packages\/local-aws|packages\/[^/]+\/test)$/;

/** Output of the CDK app during synthesis, warnings included; stored beside the template. */
export const SYNTH_WARNINGS = 'synth-warnings.txt';

const KEPT_ASSEMBLIES = 10;
const WAITING_MS = 200;
/** Longer than a synthesis takes on a machine that does much else. */
const GIVEN_UP_MS = 600_000;

/**
 * Directory of the synthesised app, with template and bundles. Named after the digest of its
 * inputs, so it is only synthesised again when they change. It appears atomically.
 */
export async function synthesise(cache: string): Promise<string> {
  const assembly = join(cache, digestOfSources());
  const draft = `${assembly}.draft`;
  while (!existsSync(assembly)) {
    if (claim(draft)) return makeAssembly(draft, assembly);
    await sleep(WAITING_MS); // another process is synthesising the same app
  }
  return assembly;
}

async function makeAssembly(draft: string, assembly: string): Promise<string> {
  try {
    await runApp(draft);
    // Inputs changed during synthesis, so the result must not be stored under this digest.
    const isWhatItSays = basename(assembly) === digestOfSources();
    const made = isWhatItSays ? assembly : `${assembly}.once-${process.pid}`;
    renameSync(draft, made);
    forgetOld(dirname(assembly));
    return made;
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}

/**
 * Whether this process may create the draft. One that has not been touched for long was abandoned.
 */
function claim(draft: string): boolean {
  const isGivenUp = Date.now() - (statSync(draft, { throwIfNoEntry: false })?.mtimeMs ?? 0) > GIVEN_UP_MS;
  if (isGivenUp) rmSync(draft, { recursive: true, force: true });
  return mkdirSync(draft, { recursive: true }) !== undefined;
}

function digestOfSources(): string {
  const digest = createHash('sha256').update(process.version).update(JSON.stringify(CONTEXT));
  digest.update(SYNTH_WARNINGS);
  for (const file of SOURCES.flatMap((source) => filesBelow(join(PROJECT, source)))) {
    const content = readFileSync(file);
    digest.update(`\n${relative(PROJECT, file)} ${content.byteLength}\n`).update(content);
  }
  return digest.digest('hex').slice(0, 32);
}

function filesBelow(path: string): string[] {
  if (NOT_SOURCES.test(relative(PROJECT, path))) return [];
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path)
    .sort()
    .flatMap((name) => filesBelow(join(path, name)));
}

/**
 * Runs the CDK app without the CDK CLI, which would only add its start-up time. Validation against
 * CloudFormation's schema is left to `cdk synth` and the tests: it takes as long as the rest and
 * changes nothing here.
 */
async function runApp(output: string): Promise<void> {
  const warnings = join(output, SYNTH_WARNINGS);
  const log = openSync(warnings, 'w');
  const app = spawn(process.execPath, [join('bin', 'app.ts')], {
    cwd: PROJECT,
    env: {
      ...process.env,
      CDK_OUTDIR: output,
      CDK_CONTEXT_JSON: JSON.stringify(CONTEXT),
      CDK_VALIDATION: 'false',
    },
    stdio: ['ignore', 'ignore', log],
  });
  closeSync(log);
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const end = () => app.kill();
  process.once('exit', end);
  app.once('error', reject);
  app.once('close', (code) => {
    process.off('exit', end);
    if (code === 0) return resolve();
    reject(new Error(`Synthesis of the CDK app failed.\n${readFileSync(warnings)}`));
  });
  return promise;
}

function forgetOld(cache: string): void {
  const byAge = readdirSync(cache)
    .map((name) => join(cache, name))
    .sort((a, b) => statSync(b).mtimeMs - statSync(a).mtimeMs);
  for (const old of byAge.slice(KEPT_ASSEMBLIES)) rmSync(old, { recursive: true, force: true });
}
