import { verify, type X509Certificate } from 'node:crypto';
import { extensionIn, namesOf } from './certificate-path.ts';
import { type DerNode, inside, members, NOTHING, oidOf, timeOf } from './der.ts';

const CRL_DISTRIBUTION_POINTS = '2.5.29.31';
const AUTHORITY_INFORMATION = '1.3.6.1.5.5.7.1.1';
const CA_ISSUERS = '1.3.6.1.5.5.7.48.2';
const DELTA_INDICATOR = '2.5.29.27';
const ISSUING_POINT = '2.5.29.28';
const CONTEXT_0 = 0xa0;
const URI = 0x86;
const BOOLEAN = 0x01;
const INTEGER = 0x02;
const BIT_STRING = 0x03;
const SEQUENCE = 0x30;
const UTC_TIME = 0x17;
const GENERALIZED_TIME = 0x18;
/** How far the clock of an authority may be ahead. */
const CLOCK_DIFFERENCE_MS = 5 * 60 * 1000;

const DIGESTS: Readonly<Record<string, string>> = {
  '1.2.840.113549.1.1.11': 'sha256',
  '1.2.840.113549.1.1.12': 'sha384',
  '1.2.840.113549.1.1.13': 'sha512',
  '1.2.840.10045.4.3.2': 'sha256',
  '1.2.840.10045.4.3.3': 'sha384',
  '1.2.840.10045.4.3.4': 'sha512',
};

const partOf = (nodes: readonly DerNode[], tag: number) => nodes.find((node) => node.tag === tag)?.content ?? NOTHING;
const textOf = ({ content }: DerNode) => content.toString('latin1');

/** Where the revocation list with a certificate is published, as the certificate states. */
export function crlAddresses(certificate: X509Certificate): string[] {
  const value = extensionIn(certificate, CRL_DISTRIBUTION_POINTS)?.value ?? NOTHING;
  return members(inside(value)).flatMap(({ content }) => {
    const fullName = partOf(members(partOf(members(content), CONTEXT_0)), CONTEXT_0);
    return members(fullName)
      .filter(({ tag }) => tag === URI)
      .map(textOf);
  });
}

/** Where the certificate of the issuer is published, as a certificate states. */
export function issuerAddresses(certificate: X509Certificate): string[] {
  const value = extensionIn(certificate, AUTHORITY_INFORMATION)?.value ?? NOTHING;
  return members(inside(value)).flatMap(({ content }) => {
    const [method, location] = members(content);
    return oidOf(method?.content ?? NOTHING) === CA_ISSUERS && location?.tag === URI ? [textOf(location)] : [];
  });
}

/** `unknown` with the reason, in words. */
export type Revocation =
  | { status: 'good' }
  | { status: 'revoked'; since: Date }
  | { status: 'unknown'; because: string };

/**
 * What a revocation list (RFC 5280, section 5) says about a certificate at a time. Lists of another issuer than that of
 * the certificate, of parts of the reasons, and of differences only say nothing. Throws for bytes that are no list.
 */
export function revocationIn(
  crl: Buffer,
  { certificate, issuer, at }: { certificate: X509Certificate; issuer: X509Certificate; at: Date },
): Revocation {
  const [list] = members(crl, 1);
  const [signed, algorithm, signature] = members(list?.content ?? NOTHING);
  if (list?.tag !== SEQUENCE || signature?.tag !== BIT_STRING) return unknown('it is no revocation list');
  const parts = members(signed?.content ?? NOTHING).filter(({ tag }, index) => index > 0 || tag !== INTEGER);
  const [stated, name, from, ...rest] = parts;
  const until = rest.find(({ tag }) => tag === UTC_TIME || tag === GENERALIZED_TIME);
  const { serial, issuer: issuerName } = namesOf(certificate);
  if (!signed || !from || !name?.whole.equals(issuerName)) return unknown('the list is that of another issuer');
  const digest = DIGESTS[oidOf(inside(algorithm?.content ?? NOTHING))];
  // The algorithm is stated inside of what is signed too. The first byte of a BIT STRING is the number of unused bits.
  const isWhole = algorithm?.whole.equals(stated?.whole ?? NOTHING) && signature.content[0] === 0;
  const isSigned = isWhole && digest && verify(digest, signed.whole, issuer.publicKey, signature.content.subarray(1));
  if (!isSigned) return unknown('the list is not signed by the issuer');
  if (timeOf(from.content).getTime() > at.getTime() + CLOCK_DIFFERENCE_MS)
    return unknown('the list is from the future');
  if (!until || timeOf(until.content) < at) return unknown('the list is too old');
  if (!coversAll(members(inside(partOf(rest, CONTEXT_0))), certificate)) return unknown('the list covers only a part');
  const entry = members(partOf(rest, SEQUENCE)).find(({ content }) => members(content, 1)[0]?.content.equals(serial));
  const [, since] = members(entry?.content ?? NOTHING);
  return entry ? { status: 'revoked', since: since ? timeOf(since.content) : at } : { status: 'good' };
}

const unknown = (because: string): Revocation => ({ status: 'unknown', because });

/** No extension that the list must be read with makes it one of other certificates, or of some reasons only. */
function coversAll(extensions: readonly DerNode[], certificate: X509Certificate): boolean {
  return extensions.every(({ content }) => {
    const [type, ...rest] = members(content);
    const oid = oidOf(type?.content ?? NOTHING);
    const isCritical = rest[0]?.tag === BOOLEAN && rest[0].content[0] !== 0;
    if (oid === DELTA_INDICATOR) return false;
    if (oid !== ISSUING_POINT) return !isCritical;
    // [0] says where it is published, [1] and [2] whether it has only those of users or of authorities.
    const kinds = members(inside(rest.at(-1)?.content ?? NOTHING)).map(({ tag }) => tag & 0x1f);
    return kinds.every((kind) => kind === 0 || (kind === 1 && !certificate.ca) || (kind === 2 && certificate.ca));
  });
}
