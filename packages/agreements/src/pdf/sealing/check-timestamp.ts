import type { X509Certificate } from 'node:crypto';
import { fingerprintOf, isValidAt, pathFrom, purposesOf } from './certificate-path.ts';
import { inside, members, NOTHING, oidOf, timeOf } from './der.ts';
import {
  digestMatches,
  namesCertificate,
  namesItsType,
  type ParsedSignature,
  parseSignature,
  signatureHolds,
} from './signed-data.ts';

const TST_INFO = '1.2.840.113549.1.9.16.1.4';
const SHA256 = '2.16.840.1.101.3.4.2.1';
const TIME_STAMPING = '1.3.6.1.5.5.7.3.8';

export interface TimestampCheck {
  /** In words, why the token proves no time; empty if it does. */
  faults: string[];
  time: Date;
  /** The certificate of the authority and its issuers, as far as the token has them. */
  path: X509Certificate[];
}

/**
 * Checks a timestamp token (RFC 3161): that it is over the signature, and signed by a certificate that may do nothing
 * but timestamps. Whose certificate it is is for the caller to decide. Throws for bytes that are no token.
 */
export function checkTimestamp(token: Uint8Array, stampedSha256: Uint8Array): TimestampCheck {
  const parsed = parseSignature(Buffer.from(token));
  const [, , imprint, , generated] = members(inside(parsed.content ?? NOTHING));
  const [algorithm, digest] = members(imprint?.content ?? NOTHING);
  const time = timeOf(generated?.content ?? NOTHING);
  const isOver =
    oidOf(inside(algorithm?.content ?? NOTHING)) === SHA256 && (digest?.content ?? NOTHING).equals(stampedSha256);
  return {
    faults: [
      ...(parsed.contentType === TST_INFO ? [] : ['it is another kind of content.']),
      ...(isOver ? [] : ['it is for another signature.']),
      ...faultsOfSigner(parsed, time),
    ],
    time,
    path: parsed.signer ? pathFrom(parsed.signer, parsed.certificates) : [],
  };
}

function faultsOfSigner(parsed: ParsedSignature, time: Date): string[] {
  const { signer, content } = parsed;
  if (!signer) return ['it does not have the certificate of its signer.'];
  const purposes = purposesOf(signer);
  const isForTimestamps = purposes?.isCritical && purposes.oids.length === 1 && purposes.oids[0] === TIME_STAMPING;
  const holds = namesItsType(parsed) && digestMatches(parsed, content ?? NOTHING) && signatureHolds(parsed, signer);
  return [
    ...(holds ? [] : ['its signature is invalid.']),
    ...(namesCertificate(parsed, signer) ? [] : ['its signature does not name its certificate.']),
    ...(isForTimestamps ? [] : ['its certificate is not for timestamps only.']),
    ...(isValidAt(signer, time) ? [] : ['its certificate was not valid at its time.']),
  ];
}

/** Whether a certificate of the path, each issued by the next and valid at the time, is the given one. */
export const leadsTo = ({ path, time }: Pick<TimestampCheck, 'path' | 'time'>, fingerprint: string) => {
  const found = path.findIndex((one) => fingerprintOf(one) === fingerprint);
  return found >= 0 && path.slice(0, found + 1).every((one) => isValidAt(one, time));
};
