/**
 * Differences in the spelling of names of two more languages, counted in the aliases of the
 * published lists: Spanish surnames end in -ez or -es and write z and s for one another (Velázques,
 * Velasquez), and Hindi names in -endra, -indra or -ender, -inder (Narendra, Narender).
 */
const SPANISH = /e[sz]$/;
const SHORTEST_SPANISH = 5;
const HINDI = /(?<=[ei])nd(?:ra|er)$/;
const SHORTEST_HINDI = 6;

export function otherKeys(word: string): string[] {
  const keys: string[] = [];
  if (word.length >= SHORTEST_SPANISH && SPANISH.test(word)) keys.push(`e:${word.replaceAll('z', 's')}`);
  if (word.length >= SHORTEST_HINDI && HINDI.test(word)) keys.push(`h:${word.replace(HINDI, 'ndr')}`);
  return keys;
}
