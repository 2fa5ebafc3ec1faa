import { type Problem, refused } from '@assay/foundation';
import { LIST_KEYS, ListKey } from './lists/list.ts';

export const quoted = (keys: readonly string[]) => keys.map((key) => `\`${key}\``).join(', ');

/** Keys among `sources` that no list has. */
export const unknownKeysIn = (sources: readonly string[]) => sources.filter((key) => !ListKey.safeParse(key).success);

export const unknownLists = (sources: readonly string[]): Problem =>
  refused(
    'unknown_list',
    `\`sources\` names a list that does not exist. The known lists are ${quoted(LIST_KEYS)}.`,
    sources.flatMap((key, index) =>
      unknownKeysIn([key]).map(() => ({
        path: `sources.${index}`,
        message: `\`${key}\` is not the key of a list.`,
      })),
    ),
  );
