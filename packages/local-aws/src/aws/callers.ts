import type { FunctionBlueprint } from '../template/blueprint.ts';
import type { TemplateResource } from '../template/template.ts';
import { isAllowed, type RequestedAction, type Statement, statementsOf } from './grants.ts';
import { keysFor } from './key-grants.ts';

/** A permission that a function has used. */
export interface UsedGrant extends RequestedAction {
  function: string;
}

/** The functions that sign requests, their permissions, and those that were used. */
export interface Callers {
  /** Name of the function that owns an access key. */
  nameOf(accessKeyId: string): string | undefined;
  /** The first of the calls that the function's role denies. */
  firstRefused(functionName: string, calls: readonly RequestedAction[]): RequestedAction | undefined;
  /** Whether the function's role allows a call that the request implies but does not make. */
  allows(functionName: string, call: RequestedAction): boolean;
  usedGrants(): UsedGrant[];
}

/** DynamoDB Local allows letters and digits only. */
export const accessKeyIdOf = (functionName: string) => functionName.replaceAll(/[^A-Za-z0-9]/g, '');

/**
 * The same for all functions: the access key tells them apart, and only local processes can
 * connect.
 */
export const SECRET_ACCESS_KEY = 'local';

export function callersOf(functions: readonly FunctionBlueprint[], resources: readonly TemplateResource[]): Callers {
  const names = new Map(functions.map(({ name }) => [accessKeyIdOf(name), name]));
  const roles = new Map<string, Statement[]>(
    functions.map(({ name, policies }) => [name, policies.flatMap(statementsOf)]),
  );
  const needed = keysFor(resources);
  const used = new Map<string, UsedGrant>();

  return {
    nameOf: (accessKeyId) => names.get(accessKeyId),
    firstRefused(functionName, calls) {
      const statements = roles.get(functionName) ?? [];
      const withKeys = calls.flatMap((call) => [call, ...needed(call)]);
      const refused = withKeys.find((call) => !isAllowed(statements, call));
      if (!refused)
        for (const { action, resource } of calls)
          used.set(`${functionName} ${action} ${resource}`, {
            function: functionName,
            action,
            resource,
          });
      return refused;
    },
    allows: (functionName, call) => isAllowed(roles.get(functionName) ?? [], call),
    usedGrants: () => [...used.values()],
  };
}
