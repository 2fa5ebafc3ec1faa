import type { Template } from '../template.ts';
import { renderTemplate } from './render-template.ts';

/** A saved template with somebody's data. Its example data stands in for nothing. */
export const printTemplate = (
  { source, pageSize, language, name, signerRoles }: Template,
  data: unknown,
  title = name,
) =>
  renderTemplate({
    ...{ source, data, dataName: 'templateData', pageSize, language, title },
    roles: signerRoles.map(({ id, label }) => ({ role: id, label })),
  });
