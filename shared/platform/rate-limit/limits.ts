import * as z from 'zod';
import type { RateLimit } from './gcra.ts';

/** What has a bucket of its own: an organization, an API key, a signing link. */
export const LIMITED = ['organization', 'key', 'link'] as const;
export type Limited = (typeof LIMITED)[number];
export type RateLimits = Record<Limited, RateLimit>;

export const DEFAULT_RATE_LIMITS: RateLimits = {
  organization: { perSecond: 500, burst: 1_000 },
  key: { perSecond: 200, burst: 400 },
  link: { perSecond: 10, burst: 40 },
};

const MOST = 100_000;
const PART = /^(organization|key|link)=([1-9]\d{0,5})\/([1-9]\d{0,5})$/;
const MESSAGE =
  'must be `off` or limits as `name=perSecond/burst` separated by commas, such as `organization=500/1000,key=200/400,link=10/40`';

/** `organization=500/1000,key=200/400`; what is left out has its default. `off` limits nothing. */
export const RateLimitsText = z
  .string()
  .transform((text) => text.replace(/\s/g, ''))
  .refine((text) => parseRateLimits(text) !== null, MESSAGE);

/** Undefined when limits are off, null when the text is invalid. */
export function parseRateLimits(text: string): RateLimits | undefined | null {
  if (text === 'off') return undefined;
  const limits = { ...DEFAULT_RATE_LIMITS };
  const named = new Set<string>();
  for (const part of text.split(',')) {
    const [, name, perSecond, burst] = PART.exec(part) ?? [];
    const limit = { perSecond: Number(perSecond), burst: Number(burst) };
    if (!name || named.has(name) || limit.perSecond > MOST || limit.burst > MOST) return null;
    named.add(name);
    limits[name as Limited] = limit;
  }
  return limits;
}

export const writeRateLimits = (limits: RateLimits) =>
  LIMITED.map((name) => `${name}=${limits[name].perSecond}/${limits[name].burst}`).join(',');
