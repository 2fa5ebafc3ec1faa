import type { RateLimit } from './gcra.ts';
import { limitsText, parseLimits } from './named-limits.ts';

/** What has its own bucket: an organization, an API key, a signing link. */
const LIMITED = ['organization', 'key', 'link'] as const;
export type Limited = (typeof LIMITED)[number];
export type RateLimits = Record<Limited, RateLimit>;

export const DEFAULT_RATE_LIMITS: RateLimits = {
  organization: { perSecond: 500, burst: 1_000 },
  key: { perSecond: 200, burst: 400 },
  link: { perSecond: 10, burst: 40 },
};

const MOST = 100_000;
const RATE = /^([1-9]\d{0,5})\/([1-9]\d{0,5})$/;
const MESSAGE =
  'must be `off` or limits as `name=perSecond/burst` separated by commas, such as `organization=500/1000,key=200/400,link=10/40`';

/** Undefined if limits are off, null if the text is invalid. */
export const parseRateLimits = (text: string): RateLimits | undefined | null =>
  parseLimits(text, { defaults: DEFAULT_RATE_LIMITS, read: readRate });

function readRate(value: string): RateLimit | undefined {
  const [whole, perSecond, burst] = RATE.exec(value) ?? [];
  const limit = { perSecond: Number(perSecond), burst: Number(burst) };
  return whole !== undefined && limit.perSecond <= MOST && limit.burst <= MOST ? limit : undefined;
}

/** `organization=500/1000,key=200/400`; an omitted limit has its default. `off` disables all limits. */
export const RateLimitsText = limitsText(parseRateLimits, MESSAGE);

export const writeRateLimits = (limits: RateLimits) =>
  LIMITED.map((name) => `${name}=${limits[name].perSecond}/${limits[name].burst}`).join(',');
