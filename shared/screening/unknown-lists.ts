import { type Problem, refused } from '@assay/foundation';
import { LIST_KEYS } from './lists/list.ts';

export const quoted = (keys: readonly string[]) => keys.map((key) => `\`${key}\``).join(', ');

export const unknownLists = (sources: readonly string[], unknown: readonly string[]): Problem =>
  refused(
    'unknown_list',
    `\`sources\` names a list that does not exist. The known lists are ${quoted(LIST_KEYS)}.`,
    sources.flatMap((key, index) =>
      unknown.includes(key) ? [{ path: `sources.${index}`, message: `\`${key}\` is not the key of a list.` }] : [],
    ),
  );
