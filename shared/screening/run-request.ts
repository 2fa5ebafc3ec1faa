import { IDENTIFIER_KINDS } from '@assay/names';
import { countryOfCode } from '@assay/watchlist';
import * as z from 'zod';
import { RecordId } from '#shared/platform/http/route.ts';
import { text, textOrEmpty } from '#shared/platform/http/shapes.ts';
import {
  IDENTIFIER_CHARACTERS,
  NAME_CHARACTERS,
  NAME_WORDS,
  SUBJECT_ALIASES,
  SUBJECT_BIRTH_DATES,
  SUBJECT_IDENTIFIERS,
  SUBJECT_NATIONALITIES,
} from './limits.ts';
import { RequestedPolicy, withPolicyRules } from './policy-request.ts';

/** The request of a screening run: subject, lists and scores. */
const IDENTIFIER_VALUE_CHARACTERS = 200;

const WORDS = new RegExp(`^\\s*(\\S+(\\s+\\S+){0,${NAME_WORDS - 1}}\\s*)?$`);
/** A name without a searchable word is not rejected: the run reports it as an error. */
const Name = textOrEmpty(NAME_CHARACTERS).regex(WORDS, `must have at most ${NAME_WORDS} words`);

/** Stored as alpha-2, whichever ISO 3166-1 code was sent. */
const Country = z
  .string()
  .regex(/^[A-Za-z]{2,3}$/, 'must be an ISO 3166-1 code')
  .transform((code, context) => {
    const known = countryOfCode(code);
    if (known) return known;
    context.addIssue({ code: 'custom', message: 'is not an ISO 3166-1 code' });
    return z.NEVER;
  })
  .describe('An ISO 3166-1 code of two or three letters. `UK` is accepted for `GB`.');

const BirthDate = z
  .string()
  .regex(/^\d{4}(-\d{2}(-\d{2})?)?$/, 'must be YYYY-MM-DD, YYYY-MM or YYYY')
  .refine(isRealDate, { message: 'is not a date of the calendar' })
  .describe('A day, month or year: `YYYY-MM-DD`, `YYYY-MM` or `YYYY`.')
  .meta({ pattern: '^\\d{4}(-(0[1-9]|1[0-2])(-(0[1-9]|[12]\\d|3[01]))?)?$' });

function isRealDate(date: string): boolean {
  const [, month = '01', day = '01'] = date.split('-');
  const whole = `${date.slice(0, 4)}-${month}-${day}`;
  const parsed = new Date(`${whole}T00:00:00Z`);
  return !Number.isNaN(parsed.getTime()) && parsed.toISOString().startsWith(whole);
}

const IdentifierKind = z
  .enum(IDENTIFIER_KINDS)
  .describe(
    'Numbers of documents and registers of six characters or more are compared whatever their kind, since the same ' +
      'number is filed as one or the other. `imo`, `lei` and `bic` are the same worldwide and need no `country`. An ' +
      '`imo` or `lei` whose check digits are wrong is compared as it is, and the run has the notice ' +
      '`identifier_check_failed`.',
  );

export const ScreenedSubject = z.strictObject({
  name: Name.describe(
    `Up to ${NAME_WORDS} words. A name without a letter or digit creates a run with \`errorCode\` ` +
      '`missing_name`, unless an identifier can be searched.',
  ),
  aliases: z.array(Name).max(SUBJECT_ALIASES).default([]),
  entityType: z.enum(['person', 'entity']).nullish().describe('If omitted, persons and companies can match.'),
  country: Country.nullish().describe(
    'Country of the document that states the name. It decides how names in other scripts are read.',
  ),
  datesOfBirth: z.array(BirthDate).max(SUBJECT_BIRTH_DATES).default([]),
  nationalities: z
    .array(Country)
    .max(SUBJECT_NATIONALITIES)
    .default([])
    .describe('For companies: countries of registration.'),
  identifiers: z
    .array(
      z.strictObject({
        kind: IdentifierKind,
        value: text(IDENTIFIER_VALUE_CHARACTERS).describe(
          `An identifier of more than ${IDENTIFIER_CHARACTERS} characters is too long to search by: the run is incomplete ` +
            `with \`name_terms_capped\`. One of more than ${IDENTIFIER_VALUE_CHARACTERS} is refused.`,
        ),
        country: Country.nullish(),
      }),
    )
    .max(SUBJECT_IDENTIFIERS)
    .default([]),
});
export type ScreenedSubject = z.infer<typeof ScreenedSubject>;

export const RunAttachment = z
  .strictObject({ riskSubjectId: RecordId.describe('The risk subject to record the outcome on.') })
  .meta({ id: 'ScreeningRunAttachment', examples: [{ riskSubjectId: '019ced2c-0e65-7a4c-9b1d-6f1c2b9a4e00' }] });

export const NewRun = withPolicyRules(
  z.strictObject({
    subject: ScreenedSubject,
    ...RequestedPolicy,
    riskSubjectId: RecordId.nullish().describe('The risk subject to record the outcome on.'),
  }),
).meta({
  id: 'NewScreeningRun',
  examples: [
    {
      subject: {
        name: 'Viktor Example Petrov',
        entityType: 'person',
        datesOfBirth: ['1970-05-17'],
        nationalities: ['RU'],
      },
      sources: ['eu_fsf', 'ofac_sdn', 'service_pep'],
    },
  ],
});
