/** Identifiers that are the same worldwide, in every list. */

/** The first eight characters name the bank, the other three one of its branches. */
const BIC = /^[A-Z]{6}[A-Z0-9]{2}(?:[A-Z0-9]{3})?$/;
export const normaliseBic = (value: string) => (BIC.test(value) ? value.slice(0, 8) : value);

export const normaliseEmail = (value: string) =>
  value
    .normalize('NFKC')
    .trim()
    .replace(/^mailto:/i, '')
    .toLowerCase();

/** Hosts of many owners: there the first part of the path names the owner. */
const PLATFORMS =
  /^(?:(?:[a-z-]+\.)?(?:facebook|instagram|linkedin|twitter|x|youtube|vk|telegram|tiktok|github)\.com|vk\.ru|t\.me|ok\.ru)$/;

/** The host without `www`, since pages of one site are one site. */
export function normaliseWebsite(value: string): string {
  const address = value
    .normalize('NFKC')
    .trim()
    .toLowerCase()
    .replace(/^[a-z]+:\/\//, '')
    .replace(/^www\./, '');
  const [host = '', ...path] = address.split(/[/?#]/);
  const name = host.replace(/[.:]+\d*$/, '');
  return PLATFORMS.test(name) ? [name, path[0]].filter(Boolean).join('/') : name;
}
