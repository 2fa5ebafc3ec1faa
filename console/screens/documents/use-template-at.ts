import type { Api } from '../../api/client.ts';
import { useApiQuery } from '../../app.tsx';

export type Template = Awaited<ReturnType<Api['documents']['readTemplate']>>;

/** Prefilled fields of a PDF template hold its variables. */
export const textsOf = ({ source, fields }: Template) =>
  source === null ? fields.flatMap(({ prefill }) => prefill ?? []) : [source];

/** A template as it is at a revision; without one as it is now. */
export const useTemplateAt = (id: string, revision: number | undefined) =>
  useApiQuery(
    ['template', id, 'at', revision],
    async (api, signal): Promise<Template> => {
      const current = await api.documents.readTemplate({ params: { id }, signal });
      if (revision === undefined || revision === current.revision) return current;
      const {
        revisedAt: _,
        revisedBy: __,
        restoredFrom: ___,
        ...wanted
      } = await api.documents.readTemplateRevision({
        params: { id, revision: String(revision) },
        signal,
      });
      return { ...current, ...wanted };
    },
    // What others save meanwhile does not replace what is typed: this revision is the one that is used.
    { staleMs: Number.POSITIVE_INFINITY },
  );

/** A revision in an address; undefined for anything else. */
export const revisionIn = (text: string | undefined) => (/^[1-9]\d{0,8}$/.test(text ?? '') ? Number(text) : undefined);
