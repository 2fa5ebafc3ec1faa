import { constants, hash, timingSafeEqual, verify, X509Certificate } from 'node:crypto';
import { namesOf } from './certificate-path.ts';
import { inside, members, NOTHING, oidOf } from './der.ts';

/** A CMS signature (RFC 5652) of one signer, parsed. */
export interface ParsedSignature {
  contentType: string;
  /** Undefined for a detached signature. */
  content: Buffer | undefined;
  certificates: X509Certificate[];
  /** The certificate that the signature names by issuer and serial number. */
  signer: X509Certificate | undefined;
  /** DER of the first value of each signed attribute, by object identifier. */
  signed: Map<string, Buffer>;
  unsigned: Map<string, Buffer>;
  /** What was signed: the attributes as a SET, whatever their tag in the message. */
  signedBytes: Buffer;
  signature: Buffer;
  digest: string | undefined;
  algorithm: string;
  /** Bytes of the whole, without what follows it. */
  length: number;
}

const CONTEXT_0 = 0xa0;
const CONTEXT_1 = 0xa1;
const SET = 0x31;
const SEQUENCE = 0x30;
const MESSAGE_DIGEST = '1.2.840.113549.1.9.4';
const CONTENT_TYPE = '1.2.840.113549.1.9.3';
const SIGNING_CERTIFICATE = '1.2.840.113549.1.9.16.2.12';
const SIGNING_CERTIFICATE_V2 = '1.2.840.113549.1.9.16.2.47';
const RSA_PSS = '1.2.840.113549.1.1.10';

const DIGESTS: Readonly<Record<string, string>> = {
  '2.16.840.1.101.3.4.2.1': 'sha256',
  '2.16.840.1.101.3.4.2.2': 'sha384',
  '2.16.840.1.101.3.4.2.3': 'sha512',
};

export function parseSignature(der: Buffer): ParsedSignature {
  const [contentInfo] = members(der, 1);
  const [, tagged] = members(contentInfo?.content ?? NOTHING);
  const parts = members(inside(tagged?.content ?? NOTHING));
  const [type, wrapped] = members(parts[2]?.content ?? NOTHING);
  const certificates = members(parts.find(({ tag }) => tag === CONTEXT_0)?.content ?? NOTHING)
    .filter(({ tag }) => tag === SEQUENCE)
    .map(({ whole }) => new X509Certificate(whole));
  const signers = members(parts.at(-1)?.content ?? NOTHING);
  const [, sid, digestAlgorithm, ...fields] = members(signers[0]?.content ?? NOTHING);
  if (!sid || signers.length !== 1) throw new RangeError('A signature has exactly one signer.');
  const attributes = fields[0]?.tag === CONTEXT_0 ? fields[0] : undefined;
  const [algorithm, signature, unsigned] = fields.slice(attributes ? 1 : 0);
  const signedBytes = Buffer.from(attributes?.whole ?? NOTHING);
  signedBytes[0] = SET;
  const [issuer, serial] = members(sid.content);
  return {
    contentType: oidOf(type?.content ?? NOTHING),
    content: wrapped && inside(wrapped.content),
    certificates,
    signer: certificates.find((one) => {
      const names = namesOf(one);
      return names.issuer.equals(issuer?.whole ?? NOTHING) && names.serial.equals(serial?.content ?? NOTHING);
    }),
    signed: attributesIn(attributes?.content ?? NOTHING),
    unsigned: attributesIn(unsigned?.tag === CONTEXT_1 ? unsigned.content : NOTHING),
    signedBytes,
    signature: signature?.content ?? NOTHING,
    digest: DIGESTS[oidOf(inside(digestAlgorithm?.content ?? NOTHING))],
    algorithm: oidOf(inside(algorithm?.content ?? NOTHING)),
    length: contentInfo?.whole.length ?? 0,
  };
}

function attributesIn(bytes: Buffer): Map<string, Buffer> {
  return new Map(
    members(bytes).map(({ content }) => {
      const [type, values] = members(content);
      const [value] = members(values?.content ?? NOTHING);
      return [oidOf(type?.content ?? NOTHING), value?.whole ?? NOTHING];
    }),
  );
}

/** Whether the signed digest is that of the content. */
export const digestMatches = (parsed: ParsedSignature, content: Uint8Array) =>
  parsed.digest !== undefined && statesDigest(parsed, hash(parsed.digest, content, 'buffer'));

export function statesDigest({ signed }: ParsedSignature, computed: Uint8Array): boolean {
  const stated = inside(signed.get(MESSAGE_DIGEST) ?? NOTHING);
  return stated.length === computed.length && timingSafeEqual(stated, computed);
}

/** Whether the signed attribute names the type of the content, as RFC 5652 requires. */
export const namesItsType = ({ signed, contentType }: ParsedSignature) =>
  oidOf(inside(signed.get(CONTENT_TYPE) ?? NOTHING)) === contentType;

/** Whether the signature was made with the key of a certificate. */
export function signatureHolds({ digest, signedBytes, signature, algorithm }: ParsedSignature, by: X509Certificate) {
  if (!digest) return false;
  if (algorithm !== RSA_PSS) return verify(digest, signedBytes, by.publicKey, signature);
  const { RSA_PKCS1_PSS_PADDING: padding, RSA_PSS_SALTLEN_AUTO: saltLength } = constants;
  return verify(digest, signedBytes, { key: by.publicKey, padding, saltLength }, signature);
}

/**
 * Whether a signed attribute names the certificate, so that it cannot be replaced by another one for the same key:
 * by SHA-256 unless the attribute says otherwise (ESSCertIDv2, RFC 5035), or by SHA-1 (ESSCertID, RFC 2634).
 */
export function namesCertificate({ signed }: ParsedSignature, { raw }: X509Certificate): boolean {
  const second = signed.get(SIGNING_CERTIFICATE_V2);
  const first = signed.get(SIGNING_CERTIFICATE);
  const [id] = members(inside(inside(second ?? first ?? NOTHING)), 1);
  const parts = members(id?.content ?? NOTHING);
  if (!second) return (parts[0]?.content ?? NOTHING).equals(hash('sha1', raw, 'buffer'));
  const [algorithm, digest] = parts[0]?.tag === SEQUENCE ? parts : [undefined, parts[0]];
  const name = algorithm ? DIGESTS[oidOf(inside(algorithm.content))] : 'sha256';
  return name !== undefined && (digest?.content ?? NOTHING).equals(hash(name, raw, 'buffer'));
}
