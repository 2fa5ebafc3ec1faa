import { checkSource, isKnownLanguage, type SignatureRole, type SourceField } from '@assay/agreements/markdown';
import { refused } from '@assay/foundation';
import { canonicalJson, sha256Hex } from '@assay/foundation/canonical-json';
import type { Scope } from '#shared/platform/caller.ts';
import { readImages } from '../images/read-images.ts';
import type { NewTemplate } from '../template.ts';
import { assertSizes, invalidTemplate, renderTemplate } from './render-template.ts';

type Checked = Pick<NewTemplate, 'source' | 'sampleData' | 'pageSize' | 'language' | 'name' | 'images'>;

/**
 * Ensures that a stored template can be printed: every branch was taken once, and its example data
 * produces a document within the limits.
 */
export async function assertTemplate(
  scope: Scope,
  { source, sampleData, pageSize, language, name, images: digests = {} }: Checked,
) {
  const data = { data: sampleData, dataName: 'sampleData' as const };
  assertSizes({ source, ...data });
  if (language && !isKnownLanguage(language)) throw refused('invalid_template', UNKNOWN_LANGUAGE, [LANGUAGE_FINDING]);
  const images = await readImages(scope, digests);
  const checked = checkSource(source, sampleData, language ?? undefined, images);
  if ('findings' in checked) throw invalidTemplate(checked.findings);

  const printed = await renderTemplate({ source, ...data, pageSize, language, title: name, images });
  return {
    pdf: printed.pdf,
    sourceHash: hashOf(source, digests),
    signerRoles: checked.roles.map(presentRole),
    fields: checked.fields.map(listed),
  };
}

/** Another image under the same name is another revision of the content. */
const hashOf = (source: string, images: Readonly<Record<string, string>>) =>
  sha256Hex(Object.keys(images).length === 0 ? source : canonicalJson({ source, images }));

const UNKNOWN_LANGUAGE = 'The language of the template is unknown.';
const LANGUAGE_FINDING = {
  path: 'language',
  message: 'No language, script or region is known by this tag. Use a tag such as `en`, `de-AT` or `zh-Hans`.',
};

/** What an editor shows while a source is written: its roles and fields, or what is wrong with it. */
export async function checkTemplate(
  scope: Scope,
  { source, sampleData, language, images }: Pick<Checked, 'source' | 'sampleData' | 'language' | 'images'>,
) {
  assertSizes({ source, data: sampleData, dataName: 'sampleData' });
  if (language && !isKnownLanguage(language)) throw refused('invalid_template', UNKNOWN_LANGUAGE, [LANGUAGE_FINDING]);
  const checked = checkSource(source, sampleData, language ?? undefined, await readImages(scope, images));
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
