import { createWriteStream, mkdirSync } from 'node:fs';
import { join } from 'node:path';

export interface FunctionLog {
  write(chunk: Buffer): void;
  close(): Promise<void>;
}

/** One log file per function. Errors are also reported, one line each. */
export function openFunctionLog(directory: string, functionName: string, report: (line: string) => void): FunctionLog {
  mkdirSync(directory, { recursive: true });
  const file = createWriteStream(join(directory, `${functionName}.log`), { flags: 'a' });
  return {
    write(chunk) {
      file.write(chunk);
      if (!chunk.includes('"level":"ERROR"')) return;
      for (const line of chunk.toString().split('\n')) {
        const error = errorIn(line);
        if (error !== undefined) report(`${functionName}: ${error}`);
      }
    },
    close: () => new Promise((resolve) => file.end(resolve)),
  };
}

/** The message of a structured log line with level ERROR. */
function errorIn(line: string): string | undefined {
  if (!line.includes('"level":"ERROR"')) return undefined;
  try {
    const { message, errorName } = JSON.parse(line);
    return [message, errorName].filter(Boolean).join(': ');
  } catch {
    return 'an error, see its log';
  }
}
