import { OUTPUT_PAGES, TEMPLATE_SOURCE_BYTES, type TemplateField, toThousandths } from '@assay/agreements';
import {
  checkData,
  type DocumentTree,
  guessLanguage,
  type RenderedField,
  renderSource,
  type SignatureRole,
  type SourceFinding,
} from '@assay/agreements/markdown';
import {
  type BoxPlace,
  type FieldIds,
  type PageSize,
  type Printed,
  type PrintRefusal,
  printerOf,
  readingText,
} from '@assay/agreements/printing';
import { type Finding, Problem, refused, tooLarge } from '@assay/foundation';
import type { LoadedImages } from '../images/read-images.ts';
import { type DocumentText, documentText } from '../text.ts';
import { unprintableIn } from './unprintable.ts';

export interface Rendering {
  source: string;
  data: unknown;
  /** Name of the data property in the request. */
  dataName: 'sampleData' | 'templateData';
  pageSize: PageSize;
  /** A BCP 47 tag; guessed from the source if it is missing. */
  language?: string | null | undefined;
  title: string;
  /** Names of the signers by role; the line of a role without a name stays empty. */
  signerNames?: ReadonlyMap<string, string> | undefined;
  images?: LoadedImages;
  /** The roles stored with the template; a generated document must have the same. */
  roles?: readonly SignatureRole[];
}

export type RenderedTemplate = Omit<Printed, 'fields'> & {
  roles: readonly SignatureRole[];
  /** With roles instead of signer ids. */
  fields: readonly TemplateField[];
  /** The text of the printed tree, with the fields that a document has in its places. */
  textWith: (ids: FieldIds) => DocumentText;
};

/** Renders source and data to a PDF, or throws a problem with all findings. Stores nothing. */
export async function renderTemplate(rendering: Rendering): Promise<RenderedTemplate> {
  const { source, data, roles, pageSize, title, signerNames, images } = rendering;
  const tag = rendering.language ?? guessLanguage(source);
  const language = tag === undefined ? {} : { language: tag };
  assertSizes(rendering);

  const rendered = renderSource({
    source,
    data,
    ...language,
    ...(roles && { roles }),
    ...(signerNames && { signerNames }),
    images,
  });
  if ('findings' in rendered) throw invalidTemplate(rendered.findings);
  return { ...(await printRendered(rendered, { pageSize, title, images, language: tag })), roles: rendered.roles };
}

interface Layout extends Pick<Rendering, 'pageSize' | 'title'> {
  images: LoadedImages | undefined;
  language: string | undefined;
}

/** Prints a tree with its fields, or throws a problem with all findings. */
export async function printRendered(
  { tree, fields }: { tree: DocumentTree; fields: readonly RenderedField[] },
  { pageSize, title, images, language }: Layout,
): Promise<Omit<RenderedTemplate, 'roles'>> {
  assertValuesPrintable(fields);
  const printed = await printerOf().print({
    tree,
    pageSize,
    title,
    images,
    ...(language !== undefined && { language }),
  });
  if ('code' in printed) throw unprintable(printed);
  const textWith = (ids: FieldIds) =>
    documentText({ pdf: printed.pdf, blocks: readingText(tree, pageSize, ids), language, images });
  return { ...printed, fields: placed(fields, printed), textWith };
}

/** Field texts are stamped later with the same fonts, so they are checked as well. */
function assertValuesPrintable(fields: readonly RenderedField[]): void {
  const findings = fields.flatMap(({ value, options, at }) =>
    [
      { ...at.prefill, message: unprintableIn(value ?? '') },
      { ...at.options, message: unprintableIn((options ?? []).join(' ')) },
    ].flatMap(({ message, ...place }) => (message ? [{ ...place, message }] : [])),
  );
  if (findings.length > 0) throw unprintable({ code: 'uncovered_characters', findings });
}

/** Fields at the places of their boxes, in reading order. */
function placed(fields: readonly RenderedField[], printed: Printed): TemplateField[] {
  const byId = new Map(fields.map((field) => [field.id, field]));
  return printed.fields.flatMap(({ id, ...place }) => {
    const field = byId.get(id);
    if (!field) return [];
    const { at: _, ...settings } = field;
    return [{ ...settings, ...roundedPlace(place) }];
  });
}

const roundedPlace = ({ pageNumber, xPosition, yPosition, width, height }: BoxPlace) => ({
  pageNumber,
  xPosition: toThousandths(xPosition),
  yPosition: toThousandths(yPosition),
  width: toThousandths(width),
  height: toThousandths(height),
});

/** Size limits, checked before parsing. */
export function assertSizes({ source, data, dataName }: Pick<Rendering, 'source' | 'data' | 'dataName'>) {
  if (Buffer.byteLength(source) > TEMPLATE_SOURCE_BYTES)
    throw tooLarge('source_too_large', `The source may have at most ${TEMPLATE_SOURCE_BYTES} bytes.`);
  assertData(data, dataName);
}

/** Size of the data as JSON, and number of items in its arrays. */
export function assertData(data: unknown, dataName: string, what = `The ${dataName}`): void {
  const findings = checkData(data);
  const errors = findings.map(({ path, message }) => ({
    path: [dataName, path].filter(Boolean).join('.'),
    message,
  }));
  if (findings.some(({ code }) => code === 'data_too_large'))
    throw new Problem(413, 'data_too_large', `${what} is too large.`, { errors });
  // The number of items is a rule on the data, with a path to the array; 413 is for bytes only.
  if (findings.length > 0) throw refused('invalid_data', `${what} is invalid. See \`errors\`.`, errors);
}

export const invalidTemplate = (findings: readonly SourceFinding[], what = 'The template') =>
  refused('invalid_template', `${what} cannot be rendered. See \`errors\`.`, findings.map(present));

/** A finding in a bundle names its template. */
const present = ({ line, column, part, message }: SourceFinding): Finding => ({
  path: `${part === undefined ? '' : `templates.${part}.`}source:${line}:${column}`,
  message,
});

/** Place of a fault that concerns the whole document. */
const BEGINNING = { line: 1, column: 1 };

const SAYS: Record<Exclude<PrintRefusal['code'], 'uncovered_characters'>, string> = {
  too_many_pages: `A document can have at most ${OUTPUT_PAGES} pages. Shorten the source or the data.`,
  too_long_to_print: 'Printing the document took too long. Shorten the source or the data.',
  output_too_large: 'The printed document is too large. Shorten the source or the data.',
};

function unprintable(refusal: PrintRefusal): Problem {
  if (refusal.code === 'uncovered_characters')
    return refused(refusal.code, 'The document contains characters that no font has.', refusal.findings.map(present));
  const message = SAYS[refusal.code];
  const at = refusal.code === 'too_many_pages' ? refusal.at : undefined;
  return refused(refusal.code, message, [present({ ...(at ?? BEGINNING), message })]);
}
