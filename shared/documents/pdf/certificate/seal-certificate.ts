import { createHash } from 'node:crypto';
import {
  bits,
  type Der,
  identifier,
  integer,
  nothing,
  numbered,
  octets,
  sequence,
  set,
  time,
  truth,
  utf8,
} from './der.ts';

/** What a certificate says of a key. */
export interface SealIdentity {
  /** As X.509 writes it: SubjectPublicKeyInfo. */
  publicKey: Uint8Array;
  keyCreatedAt: Date;
  organization: string | undefined;
}

/** Makes an RSA signature (PKCS #1 v1.5) over a SHA-256 digest. */
export type SignDigest = (digest: Uint8Array) => Promise<Uint8Array>;

const VALID_YEARS = 10;
const SERIAL_BYTES = 16;

const COMMON_NAME = '2.5.4.3';
const ORGANIZATION = '2.5.4.10';
const SHA256_WITH_RSA = '1.2.840.113549.1.1.11';
const SUBJECT_KEY_IDENTIFIER = '2.5.29.14';
const KEY_USAGE = '2.5.29.15';
const BASIC_CONSTRAINTS = '2.5.29.19';
const EXTENDED_KEY_USAGE = '2.5.29.37';
const DOCUMENT_SIGNING = '1.3.6.1.5.5.7.3.36';
/** The bits `digitalSignature` and `nonRepudiation`. */
const SIGNS = Uint8Array.of(0b1100_0000);
const SIGNS_UNUSED_BITS = 6;

/**
 * A certificate in which a key vouches for itself, so that none has to be bought. All in it follows from
 * the key, its age and the organization, and this kind of signature has no chance in it: made again, it is
 * the same, byte for byte.
 */
export async function sealCertificate(
  identity: SealIdentity,
  signDigest: SignDigest,
): Promise<Uint8Array> {
  const algorithm = sequence(identifier(SHA256_WITH_RSA), nothing());
  const statement = statementFrom(identity, algorithm);
  const signature = await signDigest(sha256(statement));
  return sequence(statement, algorithm, bits(signature));
}

function statementFrom({ publicKey, keyCreatedAt, organization }: SealIdentity, algorithm: Der) {
  const expiresAt = new Date(keyCreatedAt);
  expiresAt.setUTCFullYear(expiresAt.getUTCFullYear() + VALID_YEARS);
  const fingerprint = sha256(publicKey);
  const name = sequence(
    ...(organization ? [set(sequence(identifier(ORGANIZATION), utf8(organization)))] : []),
    set(sequence(identifier(COMMON_NAME), utf8('Assay document seal'))),
  );
  return sequence(
    numbered(0, integer(Uint8Array.of(2))), // which is version 3
    integer(serialFrom(fingerprint)),
    algorithm,
    name,
    sequence(time(keyCreatedAt), time(expiresAt)),
    name,
    publicKey,
    numbered(3, sequence(...extensions(fingerprint))),
  );
}

/** A serial number is positive and does not begin with a zero. */
function serialFrom(fingerprint: Uint8Array): Uint8Array {
  const serial = Uint8Array.from(fingerprint.subarray(0, SERIAL_BYTES));
  serial[0] = ((serial[0] ?? 0) & 0x7f) | 0x40;
  return serial;
}

const extensions = (fingerprint: Uint8Array): Der[] => [
  extension(BASIC_CONSTRAINTS, sequence(), 'critical'),
  extension(KEY_USAGE, bits(SIGNS, SIGNS_UNUSED_BITS), 'critical'),
  extension(EXTENDED_KEY_USAGE, sequence(identifier(DOCUMENT_SIGNING))),
  extension(SUBJECT_KEY_IDENTIFIER, octets(fingerprint.subarray(0, 20))),
];

const extension = (name: string, value: Der, critical?: 'critical') =>
  sequence(identifier(name), ...(critical ? [truth()] : []), octets(value));

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest();
