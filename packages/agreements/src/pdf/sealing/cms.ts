import { createHash } from 'node:crypto';
import {
  Set as Asn1Set,
  type BaseBlock,
  Constructed,
  fromBER,
  Integer,
  Null,
  ObjectIdentifier,
  OctetString,
  Sequence,
} from 'asn1js';
import { Certificate } from 'pkijs';
import type { SealSigner } from './seal-key.ts';

export const OID = {
  data: '1.2.840.113549.1.7.1',
  signedData: '1.2.840.113549.1.7.2',
  contentType: '1.2.840.113549.1.9.3',
  messageDigest: '1.2.840.113549.1.9.4',
  signingCertificateV2: '1.2.840.113549.1.9.16.2.47',
  signatureTimeStamp: '1.2.840.113549.1.9.16.2.14',
  sha256: '2.16.840.1.101.3.4.2.1',
  sha256WithRsa: '1.2.840.113549.1.1.11',
  ecdsaWithSha256: '1.2.840.10045.4.3.2',
} as const;

/** PAdES baseline level: with a timestamp from B-T on, with the data to verify it later from B-LT on. */
export type SealLevel = 'B-B' | 'B-T' | 'B-LT';

/** Answers with a timestamp token (RFC 3161) for a SHA-256. */
export type Timestamp = (digest: Uint8Array) => Promise<Uint8Array>;

export interface SignedContent {
  der: Uint8Array;
  signature: Uint8Array;
  /** The token over the signature; undefined for level B-B. */
  timestamp: Uint8Array | undefined;
}

/**
 * The signature of a PAdES baseline seal (EN 319 142-1, table 1): exactly the signed attributes that the table
 * requires. It forbids `signing-time`: the time is in the signature dictionary.
 */
export async function signContent(digest: Uint8Array, signer: SealSigner, ask?: Timestamp): Promise<SignedContent> {
  const attributes = sorted([
    attribute(OID.contentType, new ObjectIdentifier({ value: OID.data })),
    attribute(OID.messageDigest, octets(digest)),
    attribute(OID.signingCertificateV2, certificateReference(signer.certificate)),
  ]);
  const signed = new Asn1Set({ value: attributes });
  const signature = await signer.signDigest(sha256(new Uint8Array(signed.toBER())));
  const timestamp = await ask?.(sha256(signature));
  const signerInfo = new Sequence({
    value: [
      new Integer({ value: 1 }),
      issuerAndSerial(signer.certificate),
      sha256Algorithm(),
      tagged(0, attributes),
      signatureAlgorithm(signer.keyType),
      octets(signature),
      ...(timestamp ? [tagged(1, [attribute(OID.signatureTimeStamp, parsed(timestamp))])] : []),
    ],
  });
  const certificates = sorted([signer.certificate, ...signer.certificateChain].map(parsed));
  const signedData = new Sequence({
    value: [
      new Integer({ value: 1 }),
      new Asn1Set({ value: [sha256Algorithm()] }),
      new Sequence({ value: [new ObjectIdentifier({ value: OID.data })] }),
      tagged(0, certificates),
      new Asn1Set({ value: [signerInfo] }),
    ],
  });
  const content = new Sequence({
    value: [new ObjectIdentifier({ value: OID.signedData }), tagged(0, [signedData])],
  });
  return { der: new Uint8Array(content.toBER()), signature, timestamp };
}

export const signatureAlgorithm = (keyType: SealSigner['keyType']) =>
  keyType === 'RSA'
    ? algorithm(OID.sha256WithRsa, new Null())
    : // ECDSA has no parameters (RFC 5758).
      algorithm(OID.ecdsaWithSha256);

const sha256Algorithm = () => algorithm(OID.sha256);

const algorithm = (value: string, ...parameters: BaseBlock[]) =>
  new Sequence({ value: [new ObjectIdentifier({ value }), ...parameters] });

const attribute = (type: string, value: BaseBlock) =>
  new Sequence({ value: [new ObjectIdentifier({ value: type }), new Asn1Set({ value: [value] })] });

/** DER orders the members of a set by their bytes. */
const sorted = (members: BaseBlock[]) =>
  members
    .map((member) => ({ member, bytes: Buffer.from(member.toBER()) }))
    .sort((one, other) => Buffer.compare(one.bytes, other.bytes))
    .map(({ member }) => member);

/** Binds the certificate to the signature by its SHA-256, the default of ESSCertIDv2 (RFC 5035). */
const certificateReference = (certificate: Uint8Array) =>
  new Sequence({ value: [new Sequence({ value: [new Sequence({ value: [octets(sha256(certificate))] })] })] });

function issuerAndSerial(certificate: Uint8Array): Sequence {
  const { issuer, serialNumber } = Certificate.fromBER(bufferOf(certificate));
  return new Sequence({ value: [issuer.toSchema(), serialNumber] });
}

export const tagged = (tagNumber: number, value: BaseBlock[]) =>
  new Constructed({ idBlock: { tagClass: 3, tagNumber }, value });

const octets = (bytes: Uint8Array) => new OctetString({ valueHex: bufferOf(bytes) });

export function parsed(der: Uint8Array): BaseBlock {
  const { offset, result } = fromBER(bufferOf(der));
  if (offset !== der.length) throw new Error('Not exactly one DER value.');
  return result;
}

export const sha256 = (bytes: Uint8Array): Buffer => createHash('sha256').update(bytes).digest();

/** The libraries require an `ArrayBuffer` of exactly these bytes. */
export const bufferOf = (bytes: Uint8Array): ArrayBuffer => Uint8Array.from(bytes).buffer;
