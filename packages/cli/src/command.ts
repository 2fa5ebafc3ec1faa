import type { CommandDescription } from './command-description.ts';
import type { ExitCode } from './failure.ts';
import type { Invocation } from './invocation.ts';

export interface Command extends CommandDescription {
  /** Loaded when the command runs, so that `assay help` starts fast. */
  load: () => Promise<Run>;
}

export type Run = (invocation: Invocation) => Promise<ExitCode | undefined>;
