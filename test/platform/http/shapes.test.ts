import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { documentRoutes } from '#shared/documents/routes.ts';
import { Voiding } from '#shared/documents/sending.ts';
import { prose, text } from '#shared/platform/http/shapes.ts';
import { ActionTransition } from '#shared/risk/action.ts';
import { NewActivity } from '#shared/risk/activity.ts';
import { NewContext } from '#shared/risk/context.ts';
import { NewInvestigation } from '#shared/risk/investigation.ts';
import { NewInvestigationReview } from '#shared/risk/investigation-review.ts';
import { NewOverride, Revocation } from '#shared/risk/override.ts';
import { NewSubject } from '#shared/risk/subject.ts';
import { NewVerificationDecision } from '#shared/risk/verification-decision.ts';
import { NewDecision } from '#shared/screening/run-decision.ts';

/** Characters allowed in a line, and in paragraphs. */
const PARAGRAPHS = 'Seen in person:\r\n\t- the passport,\n\t- a bill.\n\nBoth are genuine.';
const isControl = (character: string) => character < ' ' || character === '\u007f';
const isLayout = (character: string) => ['\t', '\n', '\r'].includes(character);
const MAX_CHARACTERS = 20;
const ANY = fc.oneof(
  fc.constantFrom('\n', '\r', '\t', '\u0000', '\u007f', ' ', 'é', '😀'),
  fc.string({ minLength: 1, maxLength: 1 }),
);

describe.each([
  ['the reason of an override', NewOverride, 'reason'],
  ['the reason of its revocation', Revocation, 'reason'],
  ['the reason of a move of an action', ActionTransition, 'reason'],
  ['the reason of a verification decision', NewVerificationDecision, 'reason'],
  ['the reason of a screening decision', NewDecision, 'reason'],
  ['the reason of a review', NewInvestigationReview, 'reason'],
  ['the reason of a voiding', Voiding, 'reason'],
  ['the reason of one who declines', documentRoutes.declineSigning.body, 'reason'],
  ['the summary of an activity', NewActivity, 'summary'],
  ['the question of an investigation', NewInvestigation, 'question'],
])('%s', (_what, shape, member) => {
  const written = (value: string) => memberOf(shape, member).safeParse(value);

  test('may have paragraphs, stored as written', () => {
    expect(written(PARAGRAPHS)).toMatchObject({ success: true, data: PARAGRAPHS });
  });

  test.each(['\u0000', 'a\u001b[2Jb', '\u0007', 'a\u000bb', '\u007f', '\n\t \r\n'])('is refused as %j', (value) =>
    expect(written(value).success).toBe(false),
  );
});

test.each([
  ['the external id of a subject', NewSubject, 'externalId'],
  ['the external id of a context', NewContext, 'externalId'],
  ['the label of a context', NewContext, 'label'],
  ['the title of an activity', NewActivity, 'title'],
  ['the reference of an activity', NewActivity, 'reference'],
])('%s is one line', (_what, shape, member) => {
  const one = memberOf(shape, member);

  expect(one.safeParse('One line.').success).toBe(true);
  for (const value of ['a\nb', 'a\rb', 'a\tb', 'a\n', 'a\u0000b', 'a\u007fb'])
    expect(one.safeParse(value).success).toBe(false);
});

describe.each([
  ['a line', text(MAX_CHARACTERS), (value: string) => ![...value].some(isControl)],
  [
    'prose',
    prose(MAX_CHARACTERS),
    (value: string) => value.trim() !== '' && ![...value].some((each) => isControl(each) && !isLayout(each)),
  ],
])('%s', (_what, shape, mayBe) => {
  test('matches its description in the OpenAPI document', () => {
    const schema = z.toJSONSchema(shape);
    const documented = new Ajv2020().compile(schema);

    expect([schema.minLength, schema.maxLength]).toEqual([1, MAX_CHARACTERS]);
    expect(JSON.stringify(schema)).toMatch(/^[ -~]+$/); // no control characters in the document itself
    fc.assert(
      fc.property(fc.string({ unit: ANY, minLength: 1, maxLength: MAX_CHARACTERS }), (value) => {
        const { success } = shape.safeParse(value);
        expect(success).toBe(mayBe(value));
        expect(documented(value)).toBe(success);
      }),
    );
  });
});

function memberOf(shape: z.ZodType, member: string): z.ZodType {
  const found = shape instanceof z.ZodObject ? shape.shape[member] : undefined;
  if (!(found instanceof z.ZodType)) throw new Error(`There is no ${member}.`);
  return found;
}
