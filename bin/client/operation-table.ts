import { NEXT, type Operation, Trait } from '@assay/client/operation';
import * as z from 'zod';
import { fullPath, isMutation, needsCredential, type Route } from '#shared/platform/http/route.ts';
import type { RouteTable } from './declarations.ts';

/** What the client knows of each operation at run time, as a module. */
export const operationTable = (routes: RouteTable) =>
  [
    "import type { OperationTable } from '../operation.ts';",
    `export const operations: OperationTable = {\n${Object.entries(routes).map(moduleText).join('\n')}\n};\n`,
  ].join('\n\n');

const moduleText = ([module, table]: [string, RouteTable[string]]) =>
  `${module}: {\n${Object.entries(table)
    .map(([name, route]) => `${name}: [${operationOf(route).map(quoted).join(', ')}],`)
    .join('\n')}\n},`;

const quoted = (text: string) => `'${text}'`;

function operationOf(route: Route): Operation {
  const traits = [
    needsCredential(route) && Trait.needsCredential,
    route.idempotency !== 'none' && Trait.takesIdempotencyKey,
    !isMutation(route) && Trait.changesNothing,
    isList(route) && Trait.isList,
    ...returned(route),
  ];
  return [route.method, fullPath(route), traits.filter((trait) => trait !== false).join('')];
}

/** What a successful response contains; a route without a result answers with an empty body. */
function returned({ result, contentType }: Route) {
  if (result instanceof z.ZodVoid) return [];
  // See `Bytes` of the route table.
  if (result.meta()?.format === 'binary') return [Trait.returnsBytes];
  return [contentType === 'application/json' ? Trait.returnsJson : Trait.returnsText];
}

function isList({ result }: Route): boolean {
  return result instanceof z.ZodObject && 'items' in result.shape && NEXT.some(([name]) => name in result.shape);
}
