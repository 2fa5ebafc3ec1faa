import { parseArgs } from 'node:util';
import { type CommandDescription, GLOBAL_OPTIONS, type Options } from './command-description.ts';
import { messageOf, usageError } from './failure.ts';
import type { Terminal } from './terminal.ts';

type Value = string | boolean | (string | boolean)[] | undefined;

interface InvocationContext {
  terminal: Terminal;
  env: NodeJS.ProcessEnv;
  commands: readonly CommandDescription[];
}

/** One run of a command: its arguments and options, where it prints, and its environment. */
export class Invocation {
  readonly args: readonly string[];
  readonly terminal: Terminal;
  readonly env: NodeJS.ProcessEnv;
  /** All commands, for help and completion. */
  readonly commands: readonly CommandDescription[];
  readonly #values: Readonly<Record<string, Value>>;

  constructor(
    { args, values }: { args: readonly string[]; values: Readonly<Record<string, Value>> },
    { terminal, env, commands }: InvocationContext,
  ) {
    this.args = args;
    this.#values = values;
    this.terminal = terminal;
    this.env = env;
    this.commands = commands;
  }

  /** A required argument; `parseInvocation` has checked that it is there. */
  argument(index: number): string {
    return this.args[index] ?? '';
  }

  text(name: string): string | undefined {
    const value = this.#values[name];
    return typeof value === 'string' ? value : undefined;
  }

  required(name: string): string {
    const value = this.text(name);
    if (value === undefined) throw usageError(`The option --${name} is required.`);
    return value;
  }

  texts(name: string): string[] {
    const value = this.#values[name];
    return Array.isArray(value) ? value.map(String) : [];
  }

  flag(name: string): boolean {
    return this.#values[name] === true;
  }

  /** A whole number in a range. */
  number(name: string, { min, max }: { min: number; max: number }): number | undefined {
    const text = this.text(name);
    if (text === undefined) return undefined;
    const number = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
    if (!(number >= min && number <= max)) throw usageError(`--${name} must be a whole number from ${min} to ${max}.`);
    return number;
  }

  get isJson(): boolean {
    return this.flag('json');
  }
}

/** Arguments and options of a command. Throws a usage error that names what is wrong. */
export function parseInvocation(
  command: CommandDescription,
  given: readonly string[],
  around: InvocationContext,
): Invocation {
  const options: Options = { ...GLOBAL_OPTIONS, ...command.options };
  const { positionals, values } = parsed(given, options, command);
  const specified = command.arguments ?? [];
  const missing = specified.find(({ optional }, index) => !optional && positionals[index] === undefined);
  const isHelp = values.help === true;
  if (missing && !isHelp) throw usageError(`The argument <${missing.name}> is missing. ${hint(command)}`);
  if (positionals.length > specified.length && !specified.at(-1)?.repeated)
    throw usageError(`Unexpected argument "${positionals[specified.length]}". ${hint(command)}`);
  for (const [index, { name, choices }] of specified.entries()) assertChoice(`<${name}>`, positionals[index], choices);
  for (const [name, { choices }] of Object.entries(options))
    for (const value of [values[name]].flat()) assertChoice(`--${name}`, value, choices);
  return new Invocation({ args: positionals, values }, around);
}

function parsed(given: readonly string[], options: Options, command: CommandDescription) {
  try {
    return parseArgs({
      args: [...given],
      allowPositionals: true,
      options: Object.fromEntries(
        Object.entries(options).map(([name, { value, short, repeated }]) => [
          name,
          {
            type: value === undefined ? ('boolean' as const) : ('string' as const),
            ...(short !== undefined && { short }),
            multiple: repeated ?? false,
          },
        ]),
      ),
    });
  } catch (error) {
    // The rest of the message is about positional arguments that begin with a dash.
    const [what] = messageOf(error).split('. ');
    throw usageError(`${what?.replace(/\.?$/, '.')} ${hint(command)}`);
  }
}

function assertChoice(name: string, value: unknown, choices: readonly string[] | undefined) {
  if (choices && typeof value === 'string' && !choices.includes(value))
    throw usageError(`${name} must be one of ${choices.join(', ')}, not "${value}".`);
}

const hint = ({ name }: CommandDescription) => `See \`assay help ${name}\`.`;
