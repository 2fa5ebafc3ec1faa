import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { INVENTED_LISTS } from '#infra/local/lists.ts';

/** The invented lists as their publishers published them during the quarter: the last edition is the project's. */
export const EDITIONS = {
  /** Before the entries that are added later. */
  first: (folder: string) => {
    mkdirSync(folder, { recursive: true });
    cpSync(INVENTED_LISTS, folder, { recursive: true });
    keepLines(folder, 'ofac_sdn/sdn.csv', (line) => !line.startsWith('101,'));
    keepLines(folder, 'ofac_sdn/add.csv', (line) => !line.startsWith('101,'));
    keepLines(folder, 'ofac_sdn/alt.csv', (line) => !line.startsWith('101,'));
    keepLines(folder, 'uk_sanctions/UK-Sanctions-List.csv', (line) => !line.includes(',STA0003,'));
  },
  /** Adds the ship Blue Stapler. */
  ship: (folder: string) => restore(folder, 'uk_sanctions'),
  /** By a mistake of the publisher without its companies: it is held for approval. */
  withoutCompanies: (folder: string) => {
    const file = join(folder, EU);
    const text = readFileSync(file, 'utf8');
    const start = text.lastIndexOf('  <sanctionEntity');
    writeFileSync(file, text.slice(0, start) + text.slice(text.lastIndexOf('</export>')));
  },
  /** Corrects it. */
  withCompanies: (folder: string) => restore(folder, 'eu_fsf'),
  /** A page of the publisher's web server instead of the list. */
  unreadable: (folder: string) =>
    writeFileSync(join(folder, 'idb_sanctions/idb_sanctioned.csv'), '<html><body>Service unavailable</body></html>\n'),
  readable: (folder: string) => restore(folder, 'idb_sanctions'),
  /** Adds Ambrose Quillfeather. */
  quillfeather: (folder: string) => restore(folder, 'ofac_sdn'),
} as const satisfies Record<string, (folder: string) => void>;

/** Days before today at which each is published. */
export const PUBLISHED: readonly (readonly [daysAgo: number, edition: keyof typeof EDITIONS])[] = [
  [61, 'ship'],
  [47, 'withoutCompanies'],
  [45, 'withCompanies'],
  [33, 'unreadable'],
  [32, 'readable'],
  [24, 'quillfeather'],
];

const EU = 'eu_fsf/fsf-1_1.xml';

const restore = (folder: string, list: string) =>
  cpSync(join(INVENTED_LISTS, list), join(folder, list), { recursive: true });

function keepLines(folder: string, file: string, isKept: (line: string) => boolean) {
  const path = join(folder, file);
  writeFileSync(path, readFileSync(path, 'utf8').split('\n').filter(isKept).join('\n'));
}
