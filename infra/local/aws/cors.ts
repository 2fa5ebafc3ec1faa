import * as z from 'zod';
import type { Resource } from '#infra/local/template/template.ts';
import type { AwsRequest } from './aws-calls.ts';

const Cors = z.object({
  CorsConfiguration: z
    .object({
      CorsRules: z.array(
        z.object({ AllowedMethods: z.array(z.string()), AllowedOrigins: z.array(z.string()) }),
      ),
    })
    .optional(),
});

type CorsRule = NonNullable<z.infer<typeof Cors>['CorsConfiguration']>['CorsRules'][number];

/** What each bucket allows pages of other origins, by its name. */
export type CorsRules = Record<string, CorsRule[]>;

export const corsRulesOf = (buckets: readonly Resource[]): CorsRules =>
  Object.fromEntries(
    buckets.map(({ name, properties }) => [
      name,
      Cors.parse(properties).CorsConfiguration?.CorsRules ?? [],
    ]),
  );

/** What S3 adds to an answer for a page of an allowed origin. It is asked outright, never beforehand. */
export function corsHeaders(
  rules: CorsRules,
  { service, method, path, headers: { origin } }: Omit<AwsRequest, 'body'>,
): Record<string, string> {
  if (service !== 's3' || typeof origin !== 'string') return {};
  const [bucket = ''] = path.slice(1).split(/[/?]/);
  const allowing = rules[bucket]?.find(
    ({ AllowedMethods, AllowedOrigins }) =>
      AllowedMethods.includes(method) &&
      AllowedOrigins.some((one) => one === '*' || one === origin),
  );
  if (!allowing) return {};
  return {
    'access-control-allow-origin': allowing.AllowedOrigins.includes('*') ? '*' : origin,
    'access-control-allow-methods': allowing.AllowedMethods.join(', '),
    vary: 'Origin',
  };
}
