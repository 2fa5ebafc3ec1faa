import { Set as Asn1Set, BitString, Integer, OctetString, Sequence, Utf8String } from 'asn1js';
import {
  AlgorithmIdentifier,
  AttributeTypeAndValue,
  BasicConstraints,
  Certificate,
  Extension,
  ExtKeyUsage,
  PublicKeyInfo,
  RelativeDistinguishedNames,
  Time,
} from 'pkijs';
import { bufferOf, sha256, signatureAlgorithm } from './cms.ts';
import { keyTypeOf, type SignDigest } from './seal-key.ts';

/** What a certificate states about a key. */
export interface SealIdentity {
  /** X.509 SubjectPublicKeyInfo. */
  publicKey: Uint8Array;
  keyCreatedAt: Date;
  organization: string | undefined;
}

const VALID_YEARS = 10;
const SERIAL_BYTES = 16;
const VERSION_3 = 2;
const LAST_YEAR_OF_UTC_TIME = 2049;

const COMMON_NAME = '2.5.4.3';
const ORGANIZATION = '2.5.4.10';
const SUBJECT_KEY_IDENTIFIER = '2.5.29.14';
const KEY_USAGE = '2.5.29.15';
const BASIC_CONSTRAINTS = '2.5.29.19';
const EXTENDED_KEY_USAGE = '2.5.29.37';
const DOCUMENT_SIGNING = '1.3.6.1.5.5.7.3.36';
/** The bits `digitalSignature` and `nonRepudiation`. */
const SIGNS = Uint8Array.of(0b1100_0000);
const SIGNS_UNUSED_BITS = 6;

/**
 * A self-signed certificate, so that none has to be bought. Its content follows from the key, its
 * creation time and the organization. An RSA signature has no random part, so with an RSA key it is the
 * same byte for byte whenever it is created; with an EC key only the fingerprint of the key stays the same.
 */
export async function sealCertificate(identity: SealIdentity & { signDigest: SignDigest }): Promise<Uint8Array> {
  const certificate = statementFrom(identity);
  const tbs = certificate.encodeTBS();
  certificate.tbsView = new Uint8Array(tbs.toBER());
  const signature = await identity.signDigest(sha256(certificate.tbsView));
  certificate.signatureValue = new BitString({ valueHex: bufferOf(signature) });
  return new Uint8Array(certificate.toSchema(true).toBER());
}

function statementFrom({ publicKey, keyCreatedAt, organization }: SealIdentity): Certificate {
  const algorithm = AlgorithmIdentifier.fromBER(signatureAlgorithm(keyTypeOf(publicKey)).toBER());
  const expiresAt = new Date(keyCreatedAt);
  expiresAt.setUTCFullYear(expiresAt.getUTCFullYear() + VALID_YEARS);
  const fingerprint = sha256(publicKey);
  const name = nameOf([
    ...(organization ? [attribute(ORGANIZATION, organization)] : []),
    attribute(COMMON_NAME, 'Assay document seal'),
  ]);
  return new Certificate({
    version: VERSION_3,
    serialNumber: new Integer({ valueHex: bufferOf(serialFrom(fingerprint)) }),
    signature: algorithm,
    signatureAlgorithm: algorithm,
    issuer: name,
    subject: name,
    notBefore: timeOf(keyCreatedAt),
    notAfter: timeOf(expiresAt),
    subjectPublicKeyInfo: PublicKeyInfo.fromBER(bufferOf(publicKey)),
    extensions: extensionsFor(fingerprint),
  });
}

/** One set per attribute; from a list of attributes the library would make a single set. */
function nameOf(attributes: AttributeTypeAndValue[]): RelativeDistinguishedNames {
  const sets = attributes.map((one) => new Asn1Set({ value: [one.toSchema()] }));
  const valueBeforeDecode = new Sequence({ value: sets }).toBER();
  return new RelativeDistinguishedNames({ valueBeforeDecode });
}

const attribute = (type: string, value: string) =>
  new AttributeTypeAndValue({ type, value: new Utf8String({ value }) });

/** Times are UTCTime until 2049 and GeneralizedTime from then on (RFC 5280); neither has milliseconds. */
function timeOf(date: Date): Time {
  const value = new Date(date);
  value.setUTCMilliseconds(0);
  return new Time({ type: date.getUTCFullYear() <= LAST_YEAR_OF_UTC_TIME ? 0 : 1, value });
}

/** A serial number is positive and does not begin with a zero. */
function serialFrom(fingerprint: Uint8Array): Uint8Array {
  const serial = Uint8Array.from(fingerprint.subarray(0, SERIAL_BYTES));
  serial[0] = ((serial[0] ?? 0) & 0x7f) | 0x40;
  return serial;
}

const extensionsFor = (fingerprint: Uint8Array): Extension[] => [
  extension(BASIC_CONSTRAINTS, new BasicConstraints().toSchema().toBER(), true),
  extension(KEY_USAGE, new BitString({ valueHex: bufferOf(SIGNS), unusedBits: SIGNS_UNUSED_BITS }).toBER(), true),
  extension(EXTENDED_KEY_USAGE, new ExtKeyUsage({ keyPurposes: [DOCUMENT_SIGNING] }).toSchema().toBER()),
  extension(SUBJECT_KEY_IDENTIFIER, new OctetString({ valueHex: bufferOf(fingerprint.subarray(0, 20)) }).toBER()),
];

const extension = (extnID: string, extnValue: ArrayBuffer, critical = false) =>
  new Extension({ extnID, critical, extnValue });
