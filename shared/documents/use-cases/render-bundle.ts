import {
  type BundledTemplate,
  bundleLayout,
  type CombinedSignature,
  combineParts,
  guessLanguage,
  mergedRoles,
  oneDocument,
  type RenderedPart,
  renderSource,
  type SourceFinding,
} from '@assay/agreements/markdown';
import { refused } from '@assay/foundation';
import type { Scope } from '#shared/platform/caller.ts';
import { type LoadedImages, readImages } from '../images/read-images.ts';
import type { Template } from '../template.ts';
import { assertData, invalidTemplate, printRendered, type RenderedTemplate } from './render-template.ts';

/** A template with the data that it is printed with. */
export interface BundlePart {
  template: Template;
  data: unknown;
}

export type RenderedBundle = Omit<RenderedTemplate, 'roles'> & {
  /** What the ids of printed signature blocks stand for. */
  blocks: ReadonlyMap<string, CombinedSignature>;
};

interface Names {
  title: string;
  signerNames?: ReadonlyMap<string, string>;
}

/**
 * Prints several templates as one document, or throws a problem with all findings. Limits of a document, and what rendering may
 * cost, are those of a single template.
 */
export async function renderBundle(
  scope: Scope,
  parts: readonly BundlePart[],
  { title, signerNames = new Map() }: Names,
): Promise<RenderedBundle> {
  const layout = layoutOf(parts.map(({ template }) => template));
  assertDataOf(parts);
  const images = await readBundledImages(scope, parts);
  const rendered = renderParts(parts, { signerNames, images, language: layout.language });
  const { tree, fields, signatures, excess } = combineParts(rendered);
  if (excess) throw invalidTemplate([{ ...excess, message: 'A document can show at most 200 images.' }], BUNDLE);
  const printed = await printRendered({ tree, fields }, { ...layout, title, images: byDigest(parts, images) });
  return { ...printed, blocks: signatures };
}

/** What the templates have in common, or a problem with every reason why they cannot become one document. */
export function layoutOf(templates: readonly Template[]) {
  const layout = bundleLayout(templates.map(bundled));
  if (!('findings' in layout)) return layout;
  const errors = layout.findings.map(({ path, message }) => ({
    path: ['templates', path].filter(Boolean).join('.'),
    message,
  }));
  throw refused('unfit_bundle', 'The templates cannot become one document. See `errors`.', errors);
}

/** Templates with the data of a request, which are in the same order. */
export const partsOf = (
  templates: readonly Template[],
  wanted: readonly { templateData: Record<string, unknown> }[],
): BundlePart[] => templates.map((template, index) => ({ template, data: wanted[index]?.templateData ?? {} }));

/** The signer roles of a bundle. */
export const rolesOf = (templates: readonly Template[]) =>
  mergedRoles(templates.map((template) => bundled(template).roles)).map(({ role, label }) => ({ id: role, label }));

const BUNDLE = 'A template of the bundle';

const bundled = (template: Template): BundledTemplate => ({
  name: template.name,
  source: template.source,
  pageSize: template.pageSize,
  language: template.language,
  roles: template.signerRoles.map(({ id, label }) => ({ role: id, label })),
  images: template.images,
});

function assertDataOf(parts: readonly BundlePart[]): void {
  for (const [index, { data }] of parts.entries()) assertData(data, `templates.${index}.templateData`);
  assertData(
    Object.fromEntries(parts.map(({ data }, index) => [index, data])),
    'templates',
    'The data of all templates',
  );
}

interface Known {
  signerNames: ReadonlyMap<string, string>;
  images: readonly LoadedImages[];
  language: string | undefined;
}

/** Renders one part after the other, all from one budget. */
function renderParts(parts: readonly BundlePart[], { signerNames, images, language }: Known): RenderedPart[] {
  const budget = oneDocument();
  const findings: SourceFinding[] = [];
  const rendered: RenderedPart[] = [];
  for (const [part, { template, data }] of parts.entries()) {
    const source = template.source ?? '';
    const tag = template.language ?? guessLanguage(source) ?? language;
    const one = renderSource({
      source,
      data,
      budget,
      signerNames,
      images: images[part],
      roles: bundled(template).roles,
      ...(tag !== undefined && { language: tag }),
    });
    if ('findings' in one) findings.push(...one.findings.map((finding) => ({ ...finding, part })));
    else rendered.push({ ...one, imageNames: new Map(Object.entries(template.images)) });
  }
  if (findings.length > 0) throw invalidTemplate(findings, BUNDLE);
  return rendered;
}

const readBundledImages = (scope: Scope, parts: readonly BundlePart[]): Promise<LoadedImages[]> =>
  Promise.all(parts.map(({ template }) => readImages(scope, template.images)));

/** A logo that several templates show is in the document once. */
const byDigest = (parts: readonly BundlePart[], images: readonly LoadedImages[]): LoadedImages =>
  new Map(
    parts.flatMap(({ template }, part) =>
      Object.entries(template.images).flatMap(([name, digest]) => {
        const image = images[part]?.get(name);
        return image ? [[digest, image] as const] : [];
      }),
    ),
  );
