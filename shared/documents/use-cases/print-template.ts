import type { Scope } from '#shared/platform/caller.ts';
import { readImages } from '../images/read-images.ts';
import type { MarkdownTemplate } from '../template.ts';
import { renderTemplate } from './render-template.ts';

/** Prints a stored template with data. Example data is not used as a default. */
export const printTemplate = async (
  scope: Scope,
  { source, images, pageSize, language, name, signerRoles }: MarkdownTemplate,
  data: unknown,
  { title = name, signerNames }: { title?: string; signerNames?: ReadonlyMap<string, string> } = {},
) =>
  renderTemplate({
    source,
    data,
    dataName: 'templateData',
    pageSize,
    language,
    title,
    signerNames,
    images: await readImages(scope, images),
    roles: signerRoles.map(({ id, label }) => ({ role: id, label })),
  });
