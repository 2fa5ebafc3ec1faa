import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { createInterface } from 'node:readline/promises';

// Generates the files of a new endpoint; CONTRIBUTING.md describes what to fill in afterwards.
const USAGE = `Usage: npm run new-endpoint -- <module> <METHOD> <path> <name>

  module  organization, screening, service, verification, webhooks, or a file of routes such as risk/subjects
  METHOD  GET, POST, PUT, PATCH or DELETE
  path    below /api/v1, such as /risk/subjects/{id}/notes
  name    operation id in camel case, such as listNotes

Missing arguments are asked for. Example:
  npm run new-endpoint -- organization GET /organization/usage readUsage`;

const MAKERS: Record<string, string> = {
  GET: 'get',
  POST: 'post',
  PUT: 'put',
  PATCH: 'patch',
  DELETE: 'remove',
};

const QUESTIONS = ['Module', 'Method', 'Path below /api/v1', 'Operation id'];

async function argumentsOf(given: string[]): Promise<string[]> {
  if (given.length >= QUESTIONS.length) return given;
  if (!process.stdin.isTTY) fail(USAGE);
  const prompt = createInterface({ input: process.stdin, output: process.stdout });
  const answers = [...given];
  for (const question of QUESTIONS.slice(given.length)) answers.push((await prompt.question(`${question}: `)).trim());
  prompt.close();
  return answers;
}

function fail(message: string): never {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}

if (process.argv.includes('--help')) {
  process.stdout.write(`${USAGE}\n`);
  process.exit(0);
}

const [moduleAndTopic = '', verb = '', path = '', name = ''] = await argumentsOf(process.argv.slice(2));
const [module = '', topic] = moduleAndTopic.split('/');
const method = verb.toUpperCase();
const maker = MAKERS[method] ?? fail(`Unknown method ${verb}.\n\n${USAGE}`);
if (!/^\/[a-z0-9{}/.-]+$/i.test(path)) fail(`The path ${path} must begin with a slash.`);
if (!/^[a-z][a-zA-Z0-9]+$/.test(name)) fail(`The name ${name} must be in camel case.`);

const kebab = name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
const shape = name.replace(/^./, (letter) => letter.toUpperCase());
const words = kebab.replaceAll('-', ' ').replace(/^./, (letter) => letter.toUpperCase());
const params = [...path.matchAll(/\{(\w+)\}/g)].map(([, param = '']) => param);
const routeFile = topic ? `shared/${module}/routes/${topic}.ts` : `shared/${module}/routes.ts`;
const functionFile = `functions/${module}/${kebab}.ts`;
const testFile = `test/${module}/${kebab}.test.ts`;

for (const file of [functionFile, testFile]) if (existsSync(file)) fail(`${file} exists already.`);
if (!existsSync(routeFile)) fail(`There is no ${routeFile}.\n\n${USAGE}`);

const source = readFileSync(routeFile, 'utf8');
const table =
  /export const (\w+) = defineRoutes\(/.exec(source)?.[1] ??
  fail(`${routeFile} defines no routes. Name the file, such as ${module}/<file of routes>.`);

/** Inserts a text before the first match of a pattern after `from`. */
function insertBefore(text: string, pattern: RegExp, inserted: string, from = 0): string {
  const at = text.slice(from).search(pattern);
  if (at < 0) fail(`Could not find where to insert: ${inserted.trim()}`);
  return text.slice(0, from + at) + inserted + text.slice(from + at);
}

function withImports(text: string): string {
  const zod = text.includes("from 'zod'") ? text : `import * as z from 'zod';\n${text}`;
  const routeImport = /import \{([^}]*)\} from '#shared\/platform\/http\/route\.ts';/;
  return zod.replace(routeImport, (whole, names: string) =>
    names.split(',').some((one) => one.trim() === maker)
      ? whole
      : `import {${names.trimEnd().replace(/,$/, '')}, ${maker} } from '#shared/platform/http/route.ts';`,
  );
}

const hasBody = method !== 'GET';
const shapes = `${
  hasBody
    ? `const ${shape}Request = z
  .strictObject({ note: z.string().min(1).max(200) })
  .meta({ id: '${shape}Request', examples: [{ note: 'Requested by the customer.' }] });
`
    : ''
}const ${shape}Result = z
  .object({ organizationId: z.string() })
  .meta({
    id: '${shape}Result',
    examples: [{ organizationId: '019ced2c-0e65-7a4c-9b1d-6f1c2b9a4e00' }],
  });

`;
const route = `  ${name}: ${maker}('${path}', 'client', ${hasBody ? `${shape}Request, ` : ''}${shape}Result, {
    summary: '${words}',
  }),
`;
const withShapes = insertBefore(withImports(source), /export const \w+ = defineRoutes\(/, shapes);
const withRoute = insertBefore(withShapes, /^\}\);/m, route, withShapes.indexOf('defineRoutes(' + "'"));

const result = '{ organizationId: caller.organizationId }';
const handler = `import { endpoint } from '#shared/endpoint.ts';
import { ${table} } from '#${routeFile}';

export const handler = endpoint(${table}.${name}, async ({ caller }) => (${
  hasBody ? `{ writes: [], events: [], result: ${result} }` : result
}));
`;

const parts = [
  ...(params.length > 0 ? [`params: { ${params.map((param) => `${param}: newId()`).join(', ')} }`] : []),
  ...(hasBody ? [`body: { note: 'Requested by the customer.' }`] : []),
];
const example = `    ${name}: { prepare: async () => ({ ${parts.join(', ')} }) },\n`;

const options = parts.length > 0 ? `, { ${parts.join(', ')} }` : '';
const unit = `import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
${params.length > 0 ? `import { newId } from '#shared/platform/ids.ts';\n` : ''}import { ${table} } from '#${routeFile}';
import { anonymous, call, keyOf } from '#test/support/api.ts';
import { prepareEngine } from '#test/support/engine.ts';

beforeAll(prepareEngine);

test('${name}: an API key of the organization gets the result', async () => {
  const organizationId = randomUUID();
  const { credential } = await keyOf(organizationId, 'test');

  const { status, body } = await call(credential, ${table}.${name}${options});

  expect({ status, body }).toEqual({ status: ${table}.${name}.status, body: { organizationId } });
});

test('${name}: a request without a credential is refused', async () => {
  const { status } = await call(anonymous, ${table}.${name}${options});

  expect(status).toBe(401);
});
`;

const EXAMPLES = 'test/support/route-examples.ts';
const ROUTES_TEST = 'test/architecture/routes.test.ts';
const examples = readFileSync(EXAMPLES, 'utf8');
const routesTest = readFileSync(ROUTES_TEST, 'utf8');
const ofModule = examples.search(new RegExp(`^  ${module}: \\{$`, 'm'));
if (ofModule < 0) fail(`${EXAMPLES} has no examples of ${module}.`);

const written: Record<string, string> = {
  [routeFile]: withRoute,
  [functionFile]: handler,
  [EXAMPLES]: insertBefore(examples, /^ {2}\},$/m, example, ofModule),
  [ROUTES_TEST]: insertBefore(
    routesTest,
    /^\];/m,
    `  '${method} ${path}',\n`,
    routesTest.indexOf('const PUBLIC_API = ['),
  ),
  [testFile]: unit,
};
for (const [file, text] of Object.entries(written)) {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}
execFileSync('npx', ['biome', 'check', '--write', ...Object.keys(written)], { stdio: 'ignore' });
execFileSync(process.execPath, ['bin/generate-client.ts'], { stdio: 'inherit' });

process.stdout.write(`Generated ${name}:

${Object.keys(written)
  .map((file) => `  ${file}`)
  .join('\n')}

Run its test:  npx vitest run ${testFile}
Then fill in shapes, use case, problems and \`uses\`; CONTRIBUTING.md lists the other files.
${params.length > 0 ? 'The access tests pass once the function reads the record that the path names.\n' : ''}`);
