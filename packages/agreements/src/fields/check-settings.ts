import type { Finding } from '@assay/foundation';
import type { FieldSettings } from '../field.ts';
import { valueFaults } from './check-value.ts';
import { isDateFormat } from './date-format.ts';
import { isChosen, isDrawn } from './field-types.ts';
import { compilePattern } from './pattern.ts';

/** Checks the settings of one field against each other, without its group, condition and place. */
export const checkSettings = (settings: FieldSettings): Finding[] => [
  ...checkOptions(settings),
  ...checkDateFormat(settings),
  ...checkPattern(settings),
  ...checkPrefill(settings),
  ...checkSigningDate(settings),
];

function checkOptions(settings: FieldSettings): Finding[] {
  const { options } = settings;
  if (!isChosen(settings)) return [];
  if (!options || options.length === 0) return [{ path: 'options', message: 'A dropdown requires `options`.' }];
  const findings: Finding[] = [];
  if (new Set(options).size < options.length) findings.push({ path: 'options', message: 'Options must not repeat.' });
  if (options.some((option) => valueFaults(settings, option).length > 0))
    findings.push({ path: 'options', message: 'Options must be single-line text and not blank.' });
  return findings;
}

const checkDateFormat = ({ dateFormat }: FieldSettings): Finding[] =>
  dateFormat === null || isDateFormat(dateFormat)
    ? []
    : [
        {
          path: 'dateFormat',
          message: 'Combine D or DD, M or MM, YY or YYYY, each once, with the same -, / or . between.',
        },
      ];

function checkPattern({ validationPattern, validationMessage }: FieldSettings): Finding[] {
  if (validationPattern === null)
    return validationMessage === null
      ? []
      : [
          {
            path: 'validationMessage',
            message: '`validationMessage` requires `validationPattern`.',
          },
        ];
  const pattern = compilePattern(validationPattern);
  return 'refusal' in pattern ? [{ path: 'validationPattern', message: pattern.refusal }] : [];
}

/** A prefilled value follows the same rules as a value entered by a signer. */
function checkPrefill(settings: FieldSettings): Finding[] {
  const { value, editable } = settings;
  if (value === null) return editable ? [{ path: 'editable', message: '`editable` requires a value.' }] : [];
  // A prefill of these types is already rejected by `checkType`.
  if (isDrawn(settings)) return [];
  return valueFaults(settings, value).map((message) => ({ path: 'value', message }));
}

/** Settings about entering a value, which a signing date does not have. */
const OF_ENTRIES = [
  'value',
  'editable',
  'sharedFill',
  'maxLength',
  'validationPattern',
  'requiredWhenFieldId',
] as const satisfies readonly (keyof FieldSettings)[];

const checkSigningDate = (settings: FieldSettings): Finding[] =>
  settings.signingDate
    ? OF_ENTRIES.filter((name) => settings[name] !== null && settings[name] !== false).map((path) => ({
        path,
        message: 'A signing date is written by the service when the signer finishes, so it does not have this.',
      }))
    : [];
