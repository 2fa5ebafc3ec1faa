import type { Run } from '../command.ts';
import { completionScript } from '../completion.ts';

export const completion: Run = async (invocation) => {
  invocation.terminal.out(completionScript(invocation.argument(0), invocation.commands));
  return undefined;
};
