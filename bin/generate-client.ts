import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { generatedFiles } from './client/generated-files.ts';

// Writes what the client takes from the route table. A test compares the files with what this would write.
for (const [path, text] of Object.entries(generatedFiles())) {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}
