import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { synthesise } from '#infra/local/synthesise.ts';

/** Template and bundles are the same for all callers; the first one builds them. */
export const ASSEMBLIES = fileURLToPath(new URL('../../.local/assemblies', import.meta.url));

export interface Assembly {
  directory: string;
  /** The directory of every function's code, by deployed name. */
  codeOf: Map<string, string>;
}

/** The CDK app as the local cloud runs it, without the CDK CLI. */
export async function assembled(): Promise<Assembly> {
  const directory = await synthesise(ASSEMBLIES);
  const functions = readdirSync(directory)
    .filter((file) => file.endsWith('.template.json'))
    .flatMap((file) => resourcesIn(join(directory, file)))
    .filter(({ Type }) => Type === 'AWS::Lambda::Function');
  const codeOf = functions.map(({ Properties, Metadata }): [string, string] => [
    `${Properties?.FunctionName}`,
    join(directory, `${Metadata?.['aws:asset:path']}`),
  ]);
  return { directory, codeOf: new Map(codeOf) };
}

interface Resource {
  Type: string;
  Properties?: { FunctionName?: string };
  Metadata?: Record<string, string>;
}

function resourcesIn(template: string): Resource[] {
  return Object.values(JSON.parse(readFileSync(template, 'utf8')).Resources);
}
