import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';

/** The source as text, for tests of its structure. Paths are relative to the root. */
export interface SourceFile {
  path: string;
  text: string;
  /** The project files that it imports, with the import specifiers. */
  imports: { target: string; specifier: string }[];
  /** Packages and Node's own modules. */
  packages: string[];
}

export function sourceFiles(...folders: string[]): SourceFile[] {
  return folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.tsx?$/.test(name))
      .map((name) => sourceFile(join(folder, name))),
  );
}

const IMPORT =
  /(?:^|\n)\s*(?:import|export)\b[^;'"]*?from '([^']+)'|\bimport\(\s*['`]([^'`]+)['`]|(?:^|\n)import '([^']+)'/g;

function sourceFile(path: string): SourceFile {
  const text = readFileSync(path, 'utf8');
  const specifiers = [...text.matchAll(IMPORT)].map(([, from, called, bare]) => {
    return from ?? called ?? bare ?? '';
  });
  const isOurs = (specifier: string) => /^[#.]/.test(specifier);
  return {
    path,
    text,
    imports: specifiers.filter(isOurs).map((specifier) => ({ specifier, target: resolve(path, specifier) })),
    packages: specifiers.filter((specifier) => !isOurs(specifier)),
  };
}

const resolve = (from: string, specifier: string) =>
  specifier.startsWith('#') ? specifier.slice(1) : normalize(join(dirname(from), specifier));
