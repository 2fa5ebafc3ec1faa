import { createHash, timingSafeEqual } from 'node:crypto';
import { forbidden } from '@assay/foundation';

/** Headers that CloudFront adds to requests of a stage with its own domain. */
export const ORIGIN_SECRET_HEADER = 'x-assay-origin';
export const VIEWER_ADDRESS_HEADER = 'x-assay-viewer';

export interface EdgeSettings {
  publicUrl: string | undefined;
  originSecret: string | undefined;
}

type Headers = Readonly<Record<string, string | undefined>>;

/** Requests that bypass CloudFront bypass the web ACL too, so they are refused. */
export function assertThroughEdge(headers: Headers, { publicUrl, originSecret }: EdgeSettings) {
  if (originSecret === undefined) return;
  if (!isSame(headers[ORIGIN_SECRET_HEADER] ?? '', originSecret))
    throw forbidden(`Requests to this address are not accepted. Use ${publicUrl}.`);
}

/** Compares digests, which have equal lengths, so that the comparison takes constant time. */
const isSame = (sent: string, secret: string) => timingSafeEqual(digest(sent), digest(secret));
const digest = (text: string) => createHash('sha256').update(text).digest();

/** Behind CloudFront the source IP is CloudFront's; a header contains the caller's address. */
export const addressOf = (headers: Headers, sourceIp: string, { originSecret }: EdgeSettings) =>
  (originSecret !== undefined && headers[VIEWER_ADDRESS_HEADER]) || sourceIp;
