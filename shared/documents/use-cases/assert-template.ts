import { checkSource, isKnownLanguage, type SignatureRole, type SourceField } from '@assay/agreements/markdown';
import { refused } from '@assay/foundation';
import { sha256Hex } from '@assay/foundation/canonical-json';
import type { NewTemplate } from '../template.ts';
import { assertSizes, invalidTemplate, renderTemplate } from './render-template.ts';

type Checked = Pick<NewTemplate, 'source' | 'sampleData' | 'pageSize' | 'language' | 'name'>;

/**
 * Ensures that a stored template can be printed: every branch was taken once, and its example data
 * produces a document within the limits.
 */
export async function assertTemplate({ source, sampleData, pageSize, language, name }: Checked) {
  const data = { data: sampleData, dataName: 'sampleData' as const };
  assertSizes({ source, ...data });
  if (language && !isKnownLanguage(language)) throw refused('invalid_template', UNKNOWN_LANGUAGE, [LANGUAGE_FINDING]);
  const checked = checkSource(source, sampleData, language ?? undefined);
  if ('findings' in checked) throw invalidTemplate(checked.findings);

  const printed = await renderTemplate({ source, ...data, pageSize, language, title: name });
  return {
    pdf: printed.pdf,
    sourceHash: sha256Hex(source),
    signerRoles: checked.roles.map(presentRole),
    fields: checked.fields.map(listed),
  };
}

const UNKNOWN_LANGUAGE = 'The language of the template is unknown.';
const LANGUAGE_FINDING = {
  path: 'language',
  message: 'No language, script or region is known by this tag. Use a tag such as `en`, `de-AT` or `zh-Hans`.',
};

/** What an editor shows while a source is written: its roles and fields, or what is wrong with it. */
export function checkTemplate({ source, sampleData, language }: Pick<Checked, 'source' | 'sampleData' | 'language'>) {
  assertSizes({ source, data: sampleData, dataName: 'sampleData' });
  if (language && !isKnownLanguage(language)) throw refused('invalid_template', UNKNOWN_LANGUAGE, [LANGUAGE_FINDING]);
  const checked = checkSource(source, sampleData, language ?? undefined);
  if ('findings' in checked)
    return {
      signerRoles: [],
      fields: [],
      findings: checked.findings.map(({ line, column, message }) => ({ line, column, message })),
    };
  return { signerRoles: checked.roles.map(presentRole), fields: checked.fields.map(listed), findings: [] };
}

const presentRole = ({ role, label }: SignatureRole) => ({ id: role, label });

const listed = ({ type, requiredWhen, group, width, height, ...spec }: SourceField) => ({
  ...spec,
  fieldType: type,
  pageNumber: null,
  xPosition: null,
  yPosition: null,
  acroFieldName: null,
  // A condition decides instead.
  required: requiredWhen === null && (spec.required ?? true),
  requiredWhenField: requiredWhen,
  groupKey: group,
  width,
  height,
});
