import { type CommandDescription, GLOBAL_OPTIONS } from './command-description.ts';
import { usageError } from './failure.ts';
import { helpOfGroup } from './help.ts';

/** The command that the first words name, and the remaining words. */
export function findCommand<C extends CommandDescription>(
  commands: readonly C[],
  argv: readonly string[],
): { command: C; rest: readonly string[] } {
  const places = wordPlaces(argv);
  const [first = '', second = ''] = places.map((index) => argv[index] ?? '');
  const command =
    commands.find(({ name }) => name === `${first} ${second}`) ?? commands.find(({ name }) => name === first);
  if (command) {
    const used = places.slice(0, command.name.split(' ').length);
    return { command, rest: argv.filter((_, index) => !used.includes(index)) };
  }
  if (first !== '' && commands.some(({ name }) => name.startsWith(`${first} `)))
    throw usageError(
      `${second === '' ? `\`assay ${first}\` needs a command.` : `Unknown command "${first} ${second}".`}\n\n${helpOfGroup(commands, first)}`,
    );
  const near = commands
    .map(({ name }) => name.split(' ')[0] ?? '')
    .find((name) => first.length > 2 && name.startsWith(first.slice(0, 3)));
  throw usageError(
    `Unknown command "${first}".${near ? ` Did you mean "${near}"?` : ''} \`assay help\` lists the commands.`,
  );
}

/** Options of every command may stand before it: `assay --profile live whoami`. */
const wordPlaces = (argv: readonly string[]) =>
  argv.flatMap((word, index) => (word.startsWith('-') || takesValue(argv[index - 1]) ? [] : [index]));

const takesValue = (word: string | undefined) =>
  Object.entries(GLOBAL_OPTIONS).some(
    ([name, { value, short }]) => value && (word === `--${name}` || word === `-${short}`),
  );
