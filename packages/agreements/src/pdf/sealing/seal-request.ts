import {
  Set as Asn1Set,
  BitString,
  Integer,
  ObjectIdentifier,
  OctetString,
  PrintableString,
  Sequence,
  Utf8String,
} from 'asn1js';
import { bufferOf, parsed, sha256, signatureAlgorithm, tagged } from './cms.ts';
import { keyTypeOf, type SignDigest } from './seal-key.ts';

export { keyTypeOf };

/** Who the certificate is to name. */
export interface SealSubject {
  commonName: string;
  organization?: string | undefined;
  /** Registration of the organization as in EN 319 412-1, such as `VATDE-123456789`. */
  organizationIdentifier?: string | undefined;
  organizationalUnit?: string | undefined;
  locality?: string | undefined;
  state?: string | undefined;
  /** Two letters (ISO 3166-1). */
  country?: string | undefined;
}

/** In the order of a name, the widest first. */
const ATTRIBUTES: readonly [keyof SealSubject, oid: string][] = [
  ['country', '2.5.4.6'],
  ['state', '2.5.4.8'],
  ['locality', '2.5.4.7'],
  ['organization', '2.5.4.10'],
  ['organizationIdentifier', '2.5.4.97'],
  ['organizationalUnit', '2.5.4.11'],
  ['commonName', '2.5.4.3'],
];

const EXTENSION_REQUEST = '1.2.840.113549.1.9.14';
const KEY_USAGE = '2.5.29.15';
const EXTENDED_KEY_USAGE = '2.5.29.37';
const DOCUMENT_SIGNING = '1.3.6.1.5.5.7.3.36';
/** The bits `digitalSignature` and `nonRepudiation`. */
const SIGNS = Uint8Array.of(0b1100_0000);
const SIGNS_UNUSED_BITS = 6;
const LINE_CHARACTERS = 64;

interface SealRequest {
  /** X.509 SubjectPublicKeyInfo. */
  publicKey: Uint8Array;
  subject: SealSubject;
  signDigest: SignDigest;
}

/** A certification request (PKCS #10, RFC 2986) as PEM, signed by the sealing key. */
export async function sealRequest({ publicKey, subject, signDigest }: SealRequest): Promise<string> {
  const info = new Sequence({
    value: [
      new Integer({ value: 0 }),
      nameOf(subject),
      parsed(publicKey),
      tagged(0, [
        new Sequence({
          value: [new ObjectIdentifier({ value: EXTENSION_REQUEST }), new Asn1Set({ value: [extensions()] })],
        }),
      ]),
    ],
  });
  const signature = await signDigest(sha256(new Uint8Array(info.toBER())));
  const request = new Sequence({
    value: [info, signatureAlgorithm(keyTypeOf(publicKey)), new BitString({ valueHex: bufferOf(signature) })],
  });
  return pem('CERTIFICATE REQUEST', request.toBER());
}

const nameOf = (subject: SealSubject) =>
  new Sequence({
    value: ATTRIBUTES.flatMap(([name, oid]) => {
      const value = subject[name];
      if (value === undefined) return [];
      // A country is a PrintableString by definition (RFC 5280).
      const text = name === 'country' ? new PrintableString({ value }) : new Utf8String({ value });
      return [new Asn1Set({ value: [new Sequence({ value: [new ObjectIdentifier({ value: oid }), text] })] })];
    }),
  });

const extensions = () =>
  new Sequence({
    value: [
      extension(KEY_USAGE, new BitString({ valueHex: bufferOf(SIGNS), unusedBits: SIGNS_UNUSED_BITS })),
      extension(EXTENDED_KEY_USAGE, new Sequence({ value: [new ObjectIdentifier({ value: DOCUMENT_SIGNING })] })),
    ],
  });

const extension = (oid: string, value: BitString | Sequence) =>
  new Sequence({ value: [new ObjectIdentifier({ value: oid }), new OctetString({ valueHex: value.toBER() })] });

function pem(label: string, der: ArrayBuffer): string {
  const lines =
    Buffer.from(der)
      .toString('base64')
      .match(new RegExp(`.{1,${LINE_CHARACTERS}}`, 'g')) ?? [];
  return [`-----BEGIN ${label}-----`, ...lines, `-----END ${label}-----`, ''].join('\n');
}
