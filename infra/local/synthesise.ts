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
import { AUDIENCE, ISSUER, JWKS_PATH } from './issuer.ts';

const PROJECT = fileURLToPath(new URL('../..', import.meta.url));

/** Stands in the template for our own address, which is not known yet when the template is made. */
export const BASE_URL_PLACEHOLDER = 'http://local-cloud.invalid';

/** The same, for the address at which functions find AWS, and browsers the files in its buckets. */
export const AWS_PLACEHOLDER = 'http://local-aws.invalid';

const CONTEXT = {
  stage: 'local',
  localCloud: true,
  'aws:cdk:enable-path-metadata': true, // resources are named after their place in the app
  issuer: ISSUER,
  audience: AUDIENCE,
  mailFrom: 'Assay <invitations@assay.invalid>',
  // No email leaves this machine, and trying things out sends many to the same few addresses.
  emailLimits: 'organization=5000,test=5000,recipient=500',
  jwksUri: `${BASE_URL_PLACEHOLDER}${JWKS_PATH}`,
  signingFilesOrigin: AWS_PLACEHOLDER,
};

/** Everything the template and the bundles are made from. */
const SOURCES = [
  'bin/app.ts',
  'cdk.json',
  'functions',
  'infra',
  'package-lock.json',
  'package.json',
  'shared',
  'tsconfig.json',
];
/** This folder runs the template; it has no part in making it. */
const NOT_SOURCES = ['infra/local'];

/** What the app said while the assembly was made, warnings included; it lies beside the template. */
export const COMPLAINTS_FILE = 'complaints.txt';

const KEPT_ASSEMBLIES = 10;
const WAITING_MS = 200;
const GIVEN_UP_MS = 120_000;

/**
 * The directory of the synthesised app, with template and bundles. It is made anew only when what
 * it is made from has changed: its name is the digest of that, and it appears whole or not at all.
 */
export async function synthesise(cache: string): Promise<string> {
  const assembly = join(cache, digestOfSources());
  const draft = `${assembly}.draft`;
  while (!existsSync(assembly)) {
    if (claim(draft)) return makeAssembly(draft, assembly);
    await sleep(WAITING_MS); // somebody else is making the same one
  }
  return assembly;
}

async function makeAssembly(draft: string, assembly: string): Promise<string> {
  try {
    await runApp(draft);
    // What changed meanwhile may be in it or not: good for this once, but not to be found again.
    const isWhatItSays = basename(assembly) === digestOfSources();
    const made = isWhatItSays ? assembly : `${assembly}.once-${process.pid}`;
    renameSync(draft, made);
    forgetOld(dirname(assembly));
    return made;
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}

/** Whether the draft is ours to make. One that has not been touched for long was given up. */
function claim(draft: string): boolean {
  const isGivenUp =
    Date.now() - (statSync(draft, { throwIfNoEntry: false })?.mtimeMs ?? 0) > GIVEN_UP_MS;
  if (isGivenUp) rmSync(draft, { recursive: true, force: true });
  return mkdirSync(draft, { recursive: true }) !== undefined;
}

function digestOfSources(): string {
  const digest = createHash('sha256').update(process.version).update(JSON.stringify(CONTEXT));
  digest.update(COMPLAINTS_FILE);
  for (const file of SOURCES.flatMap((source) => filesBelow(join(PROJECT, source)))) {
    const content = readFileSync(file);
    digest.update(`\n${relative(PROJECT, file)} ${content.byteLength}\n`).update(content);
  }
  return digest.digest('hex').slice(0, 32);
}

function filesBelow(path: string): string[] {
  if (NOT_SOURCES.includes(relative(PROJECT, path))) return [];
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path)
    .sort()
    .flatMap((name) => filesBelow(join(path, name)));
}

/**
 * Runs the CDK app by itself; the CDK command would only add its own start to it. CloudFormation's
 * schema is left to `cdk synth` and the tests: it takes as long as all the rest and changes nothing
 * here.
 */
async function runApp(output: string): Promise<void> {
  const complaints = join(output, COMPLAINTS_FILE);
  const log = openSync(complaints, 'w');
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
    reject(new Error(`The CDK app could not be synthesised.\n${readFileSync(complaints)}`));
  });
  return promise;
}

function forgetOld(cache: string): void {
  const byAge = readdirSync(cache)
    .map((name) => join(cache, name))
    .sort((a, b) => statSync(b).mtimeMs - statSync(a).mtimeMs);
  for (const old of byAge.slice(KEPT_ASSEMBLIES)) rmSync(old, { recursive: true, force: true });
}
