import type { Run } from '../command.ts';
import { findCommand } from '../find-command.ts';
import { helpOf, helpOfGroup, overview } from '../help.ts';

export const help: Run = async ({ args, commands, terminal }) => {
  const [first] = args;
  const isGroup =
    args.length === 1 &&
    !commands.some(({ name }) => name === first) &&
    commands.some(({ name }) => name.startsWith(`${first} `));
  if (first === undefined) terminal.out(overview(commands));
  else if (isGroup) terminal.out(helpOfGroup(commands, first));
  else terminal.out(helpOf(findCommand(commands, args).command));
  return undefined;
};
