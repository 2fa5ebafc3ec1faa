import { indexUses, tableUses } from '#infra/grants.ts';
import { tableNameOf } from '#shared/platform/environment.ts';
import type { Uses } from '#shared/uses.ts';
import { tableNames } from './engine.ts';
import type { AwsCall } from './faults.ts';

/** The table actions of calls, as a function declares them: `risk PutItem`. */
const TRANSACTED: Record<string, string> = {
  Put: 'PutItem',
  Update: 'UpdateItem',
  Delete: 'DeleteItem',
  ConditionCheck: 'ConditionCheckItem',
};

function actionsOf({ command, input }: AwsCall): [table: string, action: string][] {
  if (command === 'TransactWriteItems') {
    const items = input.TransactItems as Record<string, { TableName: string }>[];
    return items.flatMap((item) =>
      Object.entries(item).map(([kind, { TableName }]): [string, string] => [TableName, TRANSACTED[kind] ?? kind]),
    );
  }
  if (input.RequestItems) return Object.keys(input.RequestItems).map((table) => [table, command]);
  if (!input.TableName) return [];
  const action = input.IndexName ? `index ${input.IndexName}` : command;
  return [[String(input.TableName), action]];
}

const nameOf = (physical: string) => tableNames().find((table) => tableNameOf(table) === physical);

export const touchedBy = (calls: readonly AwsCall[]): Set<string> =>
  new Set(calls.flatMap(actionsOf).map(([table, action]) => `${nameOf(table)} ${action}`));

export const declaredIn = (uses: Uses): string[] => [
  ...tableUses(uses).flatMap(([table, actions]) => actions.map((action) => `${table} ${action}`)),
  ...indexUses(uses).flatMap(([table, names]) => names.map((name) => `${table} index ${name}`)),
];
