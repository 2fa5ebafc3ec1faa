import type { MarkdownTemplate } from '../template.ts';
import { renderTemplate } from './render-template.ts';

/** Prints a stored template with data. Example data is not used as a default. */
export const printTemplate = (
  { source, pageSize, language, name, signerRoles }: MarkdownTemplate,
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
    roles: signerRoles.map(({ id, label }) => ({ role: id, label })),
  });
