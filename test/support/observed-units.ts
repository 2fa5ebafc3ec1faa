import { AsyncLocalStorage } from 'node:async_hooks';
import {
  type AttributeValue,
  type BatchGetItemCommandOutput,
  GetItemCommand,
  type QueryCommandInput,
  type QueryCommandOutput,
  type TransactWriteItem,
} from '@aws-sdk/client-dynamodb';
import { dynamoClient } from '#shared/platform/aws-clients.ts';
import { tableNameOf } from '#shared/platform/environment.ts';
import { type TableDefinition, type TableName, tables } from '#shared/tables.ts';
import { itemBytes } from './item-bytes.ts';

/**
 * What the calls of an action cost each key, by AWS's rules: a write is one unit per begun KiB of the larger of
 * the old and the new row, two in a transaction; an index takes one for each entry that is written or removed; a
 * strongly consistent read is one per begun 4 KiB. The local engine only reports the sum, so every row is read
 * before and after it is written.
 */
export interface Units {
  table: TableName;
  /** Undefined for the table itself. */
  index: string | undefined;
  pk: string;
  /** Undefined for a range of rows, and for entries of an index. */
  sk: string | undefined;
  reads: number;
  writes: number;
}

type Row = Record<string, AttributeValue>;
interface Target {
  table: TableName;
  key: Row;
}

const KIB = 1024;
const NAME = 'observeUnits';
const TABLES = Object.keys(tables) as TableName[];
/** Set while the observer itself reads. */
const ofObserver = new AsyncLocalStorage<true>();

/** Observe one action at a time: concurrent calls of the process are counted too. */
export async function unitsOf(action: () => Promise<unknown>): Promise<Units[]> {
  const units: Units[] = [];
  dynamoClient().middlewareStack.add(
    (next, { commandName = '' }) =>
      async (args) => {
        if (ofObserver.getStore()) return next(args);
        const targets = targetsOf(commandName, args.input as Input);
        const before = await rowsAt(targets);
        const answer = await next(args);
        const after = await rowsAt(targets);
        const factor = commandName === 'TransactWriteItemsCommand' ? 2 : 1;
        for (const [index, target] of targets.entries())
          units.push(...writeUnits(target, factor, before[index], after[index]));
        units.push(...readUnits(commandName, args.input as Input, answer.output));
        return answer;
      },
    { step: 'initialize', name: NAME },
  );
  try {
    await action();
  } finally {
    dynamoClient().middlewareStack.remove(NAME);
  }
  return units;
}

interface Input extends Partial<QueryCommandInput> {
  Key?: Row;
  Item?: Row;
  TransactItems?: TransactWriteItem[];
  RequestItems?: Record<string, { Keys?: Row[] }>;
}

const named = (name: string | undefined): TableName => {
  const table = TABLES.find((one) => tableNameOf(one) === name);
  if (!table) throw new Error(`There is no table ${name}.`);
  return table;
};

function targetsOf(command: string, { TableName, Key, Item, TransactItems = [] }: Input): Target[] {
  if (/^(Put|Update|Delete)Item/.test(command)) return [{ table: named(TableName), key: keyOf(Key ?? Item) }];
  return TransactItems.map(({ Put, Update, Delete, ConditionCheck }) => {
    const one = Put ?? Update ?? Delete ?? ConditionCheck;
    return { table: named(one?.TableName), key: keyOf(Put?.Item ?? (one as { Key: Row }).Key) };
  });
}

const keyOf = ({ pk, sk }: Row = {}): Row => ({ pk: pk ?? { S: '' }, sk: sk ?? { S: '' } });

const rowsAt = (targets: readonly Target[]): Promise<(Row | undefined)[]> =>
  ofObserver.run(true, () =>
    Promise.all(
      targets.map(async ({ table, key }) => {
        const read = { TableName: tableNameOf(table), Key: key, ConsistentRead: true };
        return (await dynamoClient().send(new GetItemCommand(read))).Item;
      }),
    ),
  );

const textOf = (row: Row | undefined, name: string) => row?.[name]?.S;

function writeUnits({ table, key }: Target, factor: number, before: Row | undefined, after: Row | undefined): Units[] {
  const bytes = Math.max(...[before, after].map((row) => (row ? itemBytes(row) : 0)));
  const own: Units = {
    table,
    index: undefined,
    pk: textOf(key, 'pk') ?? '',
    sk: textOf(key, 'sk'),
    reads: 0,
    writes: factor * Math.max(1, Math.ceil(bytes / KIB)),
  };
  const { indexes = {} }: TableDefinition = tables[table];
  const entries = Object.entries(indexes).flatMap(([index, { partition, sort }]) => {
    const entryOf = (row: Row | undefined) => {
      const [pk, sk] = [textOf(row, partition), textOf(row, sort)];
      return pk === undefined || sk === undefined ? undefined : { pk, sk };
    };
    const [old, fresh] = [entryOf(before), entryOf(after)];
    if (old?.pk === fresh?.pk && old?.sk === fresh?.sk) return [];
    return [old, fresh].flatMap((entry): Units[] =>
      entry ? [{ table, index, pk: entry.pk, sk: undefined, reads: 0, writes: 1 }] : [],
    );
  });
  return [own, ...entries];
}

function readUnits(command: string, input: Input, output: object): Units[] {
  if (command === 'GetItemCommand') {
    const { Item } = output as { Item?: Row };
    return [rowRead(named(input.TableName), input.Key, Item)];
  }
  if (command === 'BatchGetItemCommand') {
    const { Responses = {} } = output as BatchGetItemCommandOutput;
    return Object.entries(input.RequestItems ?? {}).flatMap(([name, { Keys = [] }]) =>
      Keys.map((key) => {
        const isSame = (row: Row) => row.pk?.S === key.pk?.S && row.sk?.S === key.sk?.S;
        return rowRead(named(name), key, Responses[name]?.find(isSame));
      }),
    );
  }
  if (command !== 'QueryCommand') return [];
  const { Items = [] } = output as QueryCommandOutput;
  const bytes = Items.reduce((sum, row) => sum + itemBytes(row), 0);
  const reads = Math.max(1, Math.ceil(bytes / (4 * KIB))) / (input.ConsistentRead ? 1 : 2);
  const pk = Object.values(input.ExpressionAttributeValues ?? {})[0]?.S ?? '';
  const table = named(input.TableName);
  return [{ table, index: input.IndexName, pk, sk: undefined, reads, writes: 0 }];
}

const rowRead = (table: TableName, key: Row | undefined, row: Row | undefined): Units => ({
  table,
  index: undefined,
  pk: textOf(key, 'pk') ?? '',
  sk: textOf(key, 'sk'),
  writes: 0,
  reads: Math.max(1, Math.ceil((row ? itemBytes(row) : 0) / (4 * KIB))),
});
