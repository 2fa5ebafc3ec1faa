import { randomBytes } from 'node:crypto';
import { Integer, Null, OctetString } from 'asn1js';
import {
  AlgorithmIdentifier,
  ContentInfo,
  MessageImprint,
  SignedData,
  TimeStampReq,
  TimeStampResp,
  TSTInfo,
} from 'pkijs';
import { checkTimestamp, leadsTo } from './check-timestamp.ts';
import { bufferOf, OID } from './cms.ts';

/** No timestamp, for whatever reason of the authority. The seal can do without. */
export class TimestampUnavailable extends Error {}

const NONCE_BYTES = 8;
const GRANTED = [0, 1];
/** How far the clock of an authority may differ from ours, its answer included. */
const CLOCK_DIFFERENCE_MS = 5 * 60 * 1000;

export interface ExpectedTimestamp {
  now: Date;
  /** SHA-256 of the authority's certificate, or of one above it that the token has. */
  fingerprint?: string | undefined;
}

export interface TimestampQuery {
  der: Uint8Array;
  /** The token of an answer, or an error: the answer has to be for this digest and this query. */
  tokenIn: (answer: Uint8Array, expected: ExpectedTimestamp) => Uint8Array;
}

/** A request of RFC 3161 for a SHA-256, with a nonce, for a token with the certificates of the authority. */
export function timestampQuery(digest: Uint8Array): TimestampQuery {
  const nonceBytes = randomBytes(NONCE_BYTES);
  // Positive, and without a leading zero.
  nonceBytes[0] = ((nonceBytes[0] ?? 0) & 0x7f) | 0x40;
  const nonce = new Integer({ valueHex: bufferOf(nonceBytes) });
  const request = new TimeStampReq({
    version: 1,
    messageImprint: new MessageImprint({
      hashAlgorithm: new AlgorithmIdentifier({ algorithmId: OID.sha256, algorithmParams: new Null() }),
      hashedMessage: new OctetString({ valueHex: bufferOf(digest) }),
    }),
    nonce,
    certReq: true,
  });
  return {
    der: new Uint8Array(request.toSchema().toBER()),
    tokenIn: (answer, expected) => {
      try {
        const token = tokenIn(answer, digest, nonceBytes);
        assertProves(token, digest, expected);
        return token;
      } catch (error) {
        throw new TimestampUnavailable(`The answer is no timestamp: ${error instanceof Error ? error.message : ''}`);
      }
    },
  };
}

function tokenIn(answer: Uint8Array, digest: Uint8Array, nonce: Uint8Array): Uint8Array {
  const { status, timeStampToken } = TimeStampResp.fromBER(bufferOf(answer));
  if (!GRANTED.includes(status.status) || !timeStampToken) throw new Error(`status ${status.status}`);
  const { encapContentInfo, certificates = [] } = new SignedData({ schema: timeStampToken.content });
  const content = encapContentInfo.eContent?.getValue();
  if (!content) throw new Error('it has no content');
  if (certificates.length === 0) throw new Error('it has no certificate');
  const info = TSTInfo.fromBER(content);
  const stated = Buffer.from(info.messageImprint.hashedMessage.valueBlock.valueHexView);
  if (!stated.equals(digest)) throw new Error('it is for another digest');
  if (!Buffer.from(info.nonce?.valueBlock.valueHexView ?? []).equals(nonce)) throw new Error('it has another nonce');
  return new Uint8Array(new ContentInfo(timeStampToken).toSchema().toBER());
}

/** A token that nobody could rely on later is no better than none, and would be found only then. */
function assertProves(token: Uint8Array, digest: Uint8Array, { now, fingerprint }: ExpectedTimestamp): void {
  const check = checkTimestamp(token, digest);
  const [fault] = check.faults;
  if (fault !== undefined) throw new Error(fault);
  if (Math.abs(check.time.getTime() - now.getTime()) > CLOCK_DIFFERENCE_MS)
    throw new Error(`its time is ${check.time.toISOString()}, and it is ${now.toISOString()}`);
  if (fingerprint !== undefined && !leadsTo(check, fingerprint))
    throw new Error('its certificate does not lead to that of the expected authority');
}
