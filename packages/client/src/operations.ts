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
    returnsBytes(route) && Trait.returnsBytes,
  ];
  return [route.method, fullPath(route), traits.filter((trait) => trait !== false).join('')];
}

/** See `Bytes` of the route table. */
function returnsBytes({ result }: Route): boolean {
  return result.meta()?.format === 'binary';
}

function isList({ result }: Route): boolean {
  return result instanceof z.ZodObject && 'items' in result.shape && NEXT.some(([name]) => name in result.shape);
}
