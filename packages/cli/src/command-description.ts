interface Option {
  /** Shown in the help, such as `<file>`. A flag has none. */
  value?: string;
  short?: string;
  repeated?: boolean;
  /** Accepted values, for checks, help and completion. */
  choices?: readonly string[];
  summary: string;
}

export type Options = Readonly<Record<string, Option>>;

export interface Argument {
  name: string;
  optional?: boolean;
  repeated?: boolean;
  choices?: readonly string[];
  summary: string;
}

/** How a command is called, such as `policies push`. Help, parsing and completion derive from it. */
export interface CommandDescription {
  name: string;
  summary: string;
  description?: string;
  arguments?: readonly Argument[];
  options?: Options;
  examples?: readonly string[];
}

/** Options of every command. */
export const GLOBAL_OPTIONS: Options = {
  profile: { value: '<name>', short: 'p', summary: 'Use this profile' },
  mode: { value: '<mode>', choices: ['test', 'live'], summary: 'Mode of a signed-in user' },
  json: { summary: 'Print JSON instead of tables' },
  help: { short: 'h', summary: 'Show help' },
};
