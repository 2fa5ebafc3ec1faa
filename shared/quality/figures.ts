import { type Interval, wilson } from '@assay/foundation/wilson';
import * as z from 'zod';
import { RESULT_MONTHS } from './limits.ts';
import { STREAMS, Stream } from './plan.ts';
import { DECISIONS_OF } from './sample.ts';

/** Counters of samples by the month of the first decision, and what they say. Pure functions. */
export const Month = z
  .string()
  .regex(/^20\d{2}-(0[1-9]|1[0-2])$/, 'must be a month such as `2026-03`')
  .meta({ examples: ['2026-03'] });

export const ResultsQuery = z.strictObject({
  from: Month.optional().describe('First month of the first decisions (UTC). Without it, that of `to`.'),
  to: Month.optional().describe(
    `Last month; the current one without it. At most ${RESULT_MONTHS} months with \`from\`.`,
  ),
});

const count = (what: string) => z.int().min(0).describe(what);

const Share = z.object({
  value: z.number().nullable().describe('Null without cases.'),
  low: z.number().describe('Lower end of the 95 % Wilson score interval.'),
  high: z.number().describe('Upper end.'),
});

const figures = {
  stream: Stream,
  drawn: count('Samples, controls included.'),
  reviewed: count('Samples with a second decision, controls included.'),
  agreed: count('Both decisions are the same, controls included.'),
  agreement: Share.describe('`agreed` of `reviewed`.'),
  ofStream: count('Reviewed samples whose first decision is that of the stream.'),
  errors: count('Those of them that were decided otherwise.'),
  errorRate: Share.describe('`errors` of `ofStream`.'),
  matrix: z
    .array(z.object({ first: z.string(), second: z.string(), count: count('Samples.') }))
    .describe('Pairs of decisions that occurred.'),
};

export const StreamFigures = z.object(figures).meta({ id: 'QualityStreamFigures' });
export type StreamFigures = z.infer<typeof StreamFigures>;

export const Results = z
  .object({
    from: Month,
    to: Month,
    streams: z.array(StreamFigures),
    analysts: z
      .array(StreamFigures.extend({ principal: z.string().describe('Who made the first decisions.') }))
      .optional()
      .describe('For owners and admins only.'),
  })
  .meta({ id: 'QualityResults' });
export type Results = z.infer<typeof Results>;

const DRAWN = 'drawn';
const PAIR = 'pair__';
/** Names of attributes have letters, digits and underscores. */
const BETWEEN = '__';
export const pairOf = (first: string, second: string) => `${PAIR}${first}${BETWEEN}${second}`;

export type Counters = Record<string, number>;

const isOfStream = (stream: Stream, first: string) => stream === 'overrides' || DECISIONS_OF[stream][0] === first;

const shareOf = (part: number, all: number) => {
  const { low, high }: Interval = wilson(part, all);
  return { value: all === 0 ? null : part / all, low, high };
};

function figuresOf(stream: Stream, counters: Counters): StreamFigures {
  const matrix = Object.entries(counters)
    .filter(([name]) => name.startsWith(PAIR))
    .map(([name, number]) => {
      const [first = '', second = ''] = name.slice(PAIR.length).split(BETWEEN);
      return { first, second, count: number };
    })
    .toSorted((a, b) => (`${a.first}:${a.second}` < `${b.first}:${b.second}` ? -1 : 1));
  const sum = (pairs: typeof matrix) => pairs.reduce((total, { count }) => total + count, 0);
  const reviewed = sum(matrix);
  const agreed = sum(matrix.filter(({ first, second }) => first === second));
  const ofStream = matrix.filter(({ first }) => isOfStream(stream, first));
  const errors = sum(ofStream.filter(({ first, second }) => first !== second));
  return {
    stream,
    drawn: counters[DRAWN] ?? 0,
    reviewed,
    agreed,
    agreement: shareOf(agreed, reviewed),
    ofStream: sum(ofStream),
    errors,
    errorRate: shareOf(errors, sum(ofStream)),
    matrix,
  };
}

/** Counters of one stream and month, of one principal or of all. */
export interface CounterRow {
  stream: Stream;
  principal: string | null;
  counters: Counters;
}

const added = (rows: readonly CounterRow[]): Counters => {
  const sum: Counters = {};
  for (const { counters } of rows)
    for (const [name, value] of Object.entries(counters)) sum[name] = (sum[name] ?? 0) + value;
  return sum;
};

export function resultsOf(
  rows: readonly CounterRow[],
  { from, to, withAnalysts }: { from: string; to: string; withAnalysts: boolean },
): Results {
  const streams = STREAMS.map((stream) =>
    figuresOf(stream, added(rows.filter((row) => row.stream === stream && row.principal === null))),
  );
  const ofPeople = Map.groupBy(
    rows.filter(({ principal }) => principal !== null),
    ({ stream, principal }) => `${principal} ${stream}`,
  );
  const analysts = [...ofPeople.values()].map((ofOne) => ({
    principal: ofOne[0]?.principal ?? '',
    ...figuresOf(ofOne[0]?.stream ?? 'overrides', added(ofOne)),
  }));
  const byName = analysts.toSorted((a, b) => (`${a.principal} ${a.stream}` < `${b.principal} ${b.stream}` ? -1 : 1));
  return { from, to, streams, ...(withAnalysts && { analysts: byName }) };
}

export const monthOf = (at: Date | string) => new Date(at).toISOString().slice(0, 'YYYY-MM'.length);
