import * as z from 'zod';
import { FactorCode } from '../matching/factor.ts';
import { CLASS_KEYS } from './classes.ts';
import { hashFor } from './dice.ts';
import { emptyCounts } from './review-scores.ts';

/** What is known of a customer: the name alone, or also the date of birth and the nationality. */
export const KNOWN = ['bare', 'known'] as const;
export type Known = (typeof KNOWN)[number];

const Counts = z.array(z.int());
const CountsOfBoth = z.object({ bare: Counts, known: Counts });

const Factor = z.object({ code: FactorCode, points: z.number(), detail: z.string() });

const Screened = {
  known: z.enum(KNOWN),
  name: z.string(),
  dateOfBirth: z.string().nullable(),
  nationality: z.string().nullable(),
  source: z.string(),
  entryId: z.string(),
  listedName: z.string(),
  score: z.int(),
  factors: z.array(Factor),
};

/** A manipulated record that is not found, with the factors of the entry that it was made of. */
export const Miss = z.object({
  class: z.enum(CLASS_KEYS),
  reason: z
    .enum(['below_score', 'not_searched'])
    .describe(
      '`below_score`: the entry scores less. `not_searched`: it would reach the score, but the search left it out.',
    ),
  ...Screened,
});
export type Miss = z.infer<typeof Miss>;

/** A comparison with a score close to the review score, for a person to judge. The truth is known: `isListed`. */
export const LineSample = z.object({
  class: z.enum(CLASS_KEYS).nullable(),
  isListed: z.boolean(),
  ...Screened,
});
export type LineSample = z.infer<typeof LineSample>;

const Drawn = z.object({ draw: z.int(), sample: LineSample });

/** Everything that a part of the program adds up. Two parts in any order give the same sum. */
export const Tally = z.object({
  classes: z.partialRecord(z.enum(CLASS_KEYS), CountsOfBoth),
  customers: z.int(),
  /** By the scores of single alerts, and by the highest score of each customer. */
  alerts: CountsOfBoth,
  flagged: CountsOfBoth,
  above: z.array(Drawn),
  below: z.array(Drawn),
});
export type Tally = z.infer<typeof Tally>;

const both = () => ({ bare: emptyCounts(), known: emptyCounts() });

export const newTally = (): Tally => ({
  classes: {},
  customers: 0,
  alerts: both(),
  flagged: both(),
  above: [],
  below: [],
});

export const countsOf = (tally: Tally, key: (typeof CLASS_KEYS)[number]) => {
  tally.classes[key] ??= both();
  return tally.classes[key];
};

/** Samples on each side of the line, and how far from it they may be. */
const SAMPLES = 20;
const LINE_WIDTH = 5;

export const isNearLine = (score: number, reviewScore: number) =>
  score >= reviewScore - LINE_WIDTH && score < reviewScore + LINE_WIDTH;

/** The samples with the lowest hashes, so that the order of the parts does not matter. */
export function sampleLine(
  tally: Tally,
  sample: LineSample,
  { reviewScore, seed }: { reviewScore: number; seed: number },
) {
  const { score, name, known, source, entryId } = sample;
  if (!isNearLine(score, reviewScore)) return;
  const side = score >= reviewScore ? tally.above : tally.below;
  side.push({ draw: hashFor(`${name} ${known} ${source} ${entryId}`, seed), sample });
  side.sort((a, b) => a.draw - b.draw);
  side.splice(SAMPLES);
}
