import * as z from 'zod';

/** RFC 5321: a local part of atoms and dots, at most 64 octets; quoted local parts are not accepted. */
const LOCAL_PART = /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/;
const LOCAL_PART_CHARACTERS = 64;
const ADDRESS_CHARACTERS = 254;
const TOO_LONG = `must have at most ${ADDRESS_CHARACTERS} characters, with its domain in ASCII`;
/** JSON Schema pattern of an address for the OpenAPI document. */
const SHAPE = '^[!-?A-~]{1,64}@[^\\s@]+[.\\u3002\\uff0e\\uff61][^\\s@]+$';
const DOMAIN_CHARACTERS = 253;
const LABEL = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: the range of ASCII
const ASCII = /^[\u0000-\u007f]*$/;

/**
 * Why an address cannot receive email; undefined if it can. Amazon SES does not support SMTPUTF8,
 * so the local part must be ASCII, while a domain in any script is sent in its ASCII form (RFC
 * 5891).
 */
export function emailFault(address: string): string | undefined {
  if (address.length > ADDRESS_CHARACTERS) return TOO_LONG;
  const at = address.lastIndexOf('@');
  const [local, domain] = [address.slice(0, Math.max(0, at)), address.slice(at + 1)];
  if (at < 0 || local === '') return 'must be an email address, such as ada@example.com';
  if (!ASCII.test(local))
    return 'must have only ASCII characters before the @: the mail service cannot deliver to others';
  if (local.length > LOCAL_PART_CHARACTERS || !LOCAL_PART.test(local))
    return 'must be an email address, such as ada@example.com';
  const ascii = asciiDomain(domain);
  if (ascii === undefined) return 'must have a domain name after the @, such as example.com';
  return `${local}@${ascii}`.length > ADDRESS_CHARACTERS ? TOO_LONG : undefined;
}

/** At least two labels, the last not a number: address literals are rejected. */
function asciiDomain(domain: string): string | undefined {
  if (/[^\p{L}\p{M}\p{N}.\-\u3002\uff0e\uff61\u200c\u200d]/u.test(domain)) return undefined;
  const ascii = domainToASCII(domain);
  const labels = ascii.split('.');
  const isName =
    ascii.length <= DOMAIN_CHARACTERS &&
    labels.length > 1 &&
    labels.every((label) => LABEL.test(label)) &&
    !/^\d+$/.test(labels.at(-1) ?? '');
  return isName ? ascii : undefined;
}

/**
 * Equivalent to Node's `domainToASCII`; `URL` also exists in browsers, where the client checks
 * addresses.
 */
function domainToASCII(domain: string): string {
  return URL.canParse(`https://${domain}`) ? new URL(`https://${domain}`).hostname : '';
}

/** The address in the form that mail servers accept. */
export function deliverableAddress(address: string): string {
  const at = address.lastIndexOf('@');
  const ascii = domainToASCII(address.slice(at + 1));
  return ascii === '' ? address : `${address.slice(0, at)}@${ascii}`;
}

export const EmailAddress = z
  .string()
  .superRefine((address, context) => {
    const message = emailFault(address);
    if (message) context.addIssue({ code: 'custom', message });
  })
  .meta({
    format: 'idn-email',
    maxLength: ADDRESS_CHARACTERS,
    pattern: SHAPE,
    examples: ['ada@example.com'],
  })
  .describe(
    'An email address. A domain in any script is converted to its ASCII form for delivery; the part ' +
      'before the @ must be ASCII.',
  );
