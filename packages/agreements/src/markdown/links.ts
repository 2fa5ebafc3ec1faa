import { ADDRESS_CHARACTERS } from './bounds.ts';

/** A normalized URL, or why a document may not link to it. */
export type JudgedLink = { href: string } | { refusal: string };

const SCHEMES = 'Links begin with https:// or mailto:.';

/**
 * White space, control characters, backslashes and their escapes: PDF readers strip or reinterpret
 * them.
 */
const TRICKS = /[\s\p{Cc}\p{Cs}\p{Cf}\\]|%(?:0[0-9a-f]|1[0-9a-f]|7f)/iu;

/** Only well-formed HTTPS and mailto URLs: anything a lenient reader would correct is rejected. */
export function judgeLink(address: string): JudgedLink {
  const isHttps = /^https:\/\/[^/]/i.test(address);
  const isMail = /^mailto:[^?@]+@[^?@]+(?:\?|$)/i.test(address);
  if (!isHttps && !isMail) return { refusal: /^mailto:/i.test(address) ? 'This is not an email address.' : SCHEMES };
  if (TRICKS.test(address)) return { refusal: 'The URL contains characters that are not allowed.' };

  const url = URL.parse(address);
  if (!url) return { refusal: 'This is not a URL.' };
  if (url.username !== '' || url.password !== '') return { refusal: 'URLs with a user name are not allowed.' };
  if (url.href.length > ADDRESS_CHARACTERS)
    return { refusal: `A URL may have at most ${ADDRESS_CHARACTERS} characters.` };
  return { href: url.href };
}
