import * as z from 'zod';

/** The longest period of one request. */
export const USAGE_DAYS = 366;
export const PERIOD = `\`from\` must not be after \`to\`, at most ${USAGE_DAYS} days before it and not before 1970.`;
/** The period without `from` and `to`. */
export const DEFAULT_USAGE_DAYS = 30;

const Day = z.iso.date();

export const UsageQuery = z.strictObject({
  from: Day.optional().describe(`The first day (UTC). By default ${DEFAULT_USAGE_DAYS - 1} days before \`to\`.`),
  to: Day.optional().describe('The last day (UTC), which is included. By default today.'),
});

const Counts = z.object({
  investigations: z.int().describe('AI-assisted investigations that were started.'),
  inputTokens: z.int().describe('Tokens that the AI model read.'),
  outputTokens: z.int().describe('Tokens that the AI model wrote.'),
  testEvents: z.int().describe('Test events of webhooks.'),
  prints: z.int().describe('Requests that printed or inspected files.'),
});

const Limit = z.object({
  perDay: z.int().nullable().describe('Null without a limit.'),
  used: z.int().describe('Used today, in both modes.'),
});

export const Usage = z
  .object({
    from: Day,
    to: Day,
    days: z
      .array(z.object({ date: Day, live: Counts, test: Counts }))
      .describe('Every day of the period, oldest first. Counts are kept for 400 days.'),
    limits: z
      .object({ investigations: Limit, tokens: Limit, testEvents: Limit, prints: Limit })
      .describe(
        'The limits of today (UTC), of both modes together. `tokens` are input and output tokens, and an estimate for each investigation that waits for the model.',
      ),
  })
  .meta({
    id: 'Usage',
    examples: [
      {
        from: '2026-03-14',
        to: '2026-03-14',
        days: [
          {
            date: '2026-03-14',
            live: { investigations: 2, inputTokens: 61_840, outputTokens: 2_210, testEvents: 0, prints: 31 },
            test: { investigations: 0, inputTokens: 0, outputTokens: 0, testEvents: 4, prints: 3 },
          },
        ],
        limits: {
          investigations: { perDay: 200, used: 2 },
          tokens: { perDay: 40_000_000, used: 64_050 },
          testEvents: { perDay: 1_000, used: 4 },
          prints: { perDay: 20_000, used: 34 },
        },
      },
    ],
  });
