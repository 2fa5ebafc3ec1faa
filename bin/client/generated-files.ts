import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { notifications } from '#shared/notifications.ts';
import { COMMON_PROBLEMS } from '#shared/platform/http/openapi-problems.ts';
import { routes } from '#shared/routes.ts';
import { apiDeclarations, type RouteTable } from './declarations.ts';
import { operationTable } from './operation-table.ts';

const HEADER = '// Generated from the route table by `npm run generate-client`. Do not edit.\n\n';
const PROJECT = fileURLToPath(new URL('../..', import.meta.url));
const FOLDER = 'packages/client/src/generated';
/** Signatures cover the path in the form that the service normalizes it to. */
const PATH_ESCAPES = 'shared/platform/http/path-escapes.ts';

/** What the client takes from the service, by path: it imports nothing of it, and is a package of its own. */
export const generatedFiles = (): Record<string, string> => ({
  [`${FOLDER}/api.ts`]: HEADER + indented(apiDeclarations(routes, notifications, problemCodes(routes))),
  [`${FOLDER}/operations.ts`]: HEADER + indented(operationTable(routes)),
  [`${FOLDER}/event-types.ts`]: HEADER + indented(eventTypes()),
  [`${FOLDER}/path-escapes.ts`]: HEADER + pathEscapes(),
});

function problemCodes(table: RouteTable): string[] {
  const own = Object.values(table)
    .flatMap((module) => Object.values(module))
    .flatMap(({ problems }) => Object.keys(problems));
  return [...new Set([...Object.keys(COMMON_PROBLEMS), ...own])].sort();
}

const eventTypes = () => {
  const names = Object.keys(notifications).map((event) => `'${event}',`);
  return `/** Events that webhooks can receive. */\nexport const EVENT_TYPES: readonly string[] = [\n${names.join('\n')}\n];\n`;
};

const pathEscapes = () =>
  readFileSync(`${PROJECT}${PATH_ESCAPES}`, 'utf8').replace('export const escapedPath', 'const escapedPath');

/** Two spaces for every open bracket. */
function indented(text: string): string {
  let depth = 0;
  const lines = text.split('\n').map((line) => {
    if (/^[}\]]/.test(line)) depth -= 1;
    const written = line === '' ? '' : `${'  '.repeat(depth)}${line}`;
    if (/[{[]$/.test(line)) depth += 1;
    return written;
  });
  return lines.join('\n');
}
