import * as z from 'zod';
import { fullPath, isMutation, needsCredential, type Route } from '../../../shared/platform/http/route.ts';
import { routes } from '../../../shared/routes.ts';
import { type Operation, type OperationTable, Trait } from './operation.ts';
import { NEXT } from './pages.ts';

/** All operations, by module and name. Builds replace this file by its value. */
export const operations: OperationTable = Object.fromEntries(
  Object.entries(routes).map(([module, table]) => [
    module,
    Object.fromEntries(Object.entries<Route>(table).map(([name, route]) => [name, operationOf(route)])),
  ]),
);

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
