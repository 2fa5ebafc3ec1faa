import { createClient } from '../client.ts';
import type { Run } from '../command.ts';
import { operationsOf } from '../operations.ts';
import { jsonText } from '../terminal.ts';

/** Lists the operations that `assay call` can call. */
export const operations: Run = async ({ terminal, isJson }) => {
  const names = operationsOf(createClient({ baseUrl: 'http://localhost', credentials: { token: '' } }));
  terminal.out(isJson ? jsonText(names) : names.join('\n'));
  return undefined;
};
