import { useQueries } from '@tanstack/react-query';
import type { Api } from '../../api/client.ts';
import { useApi, useApiQuery, useMode } from '../../app.tsx';

export type Template = Awaited<ReturnType<Api['documents']['readTemplate']>>;

/** Prefilled fields of a PDF template hold its variables. */
export const textsOf = ({ source, fields }: Template) =>
  source === null ? fields.flatMap(({ prefill }) => prefill ?? []) : [source];

const keyAt = (id: string, revision: number | undefined) => ['template', id, 'at', revision];

async function readAt(api: Api, id: string, revision: number | undefined, signal: AbortSignal): Promise<Template> {
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
}

// What others save meanwhile does not replace what is typed: this revision is the one that is used.
const staleMs = Number.POSITIVE_INFINITY;

/** A template as it is at a revision; without one as it is now. */
export const useTemplateAt = (id: string, revision: number | undefined) =>
  useApiQuery(keyAt(id, revision), (api, signal) => readAt(api, id, revision, signal), { staleMs });

/** Several templates, each undefined until it is loaded. */
export function useTemplatesAt(wanted: readonly { templateId: string; revision: number }[]) {
  const api = useApi();
  const mode = useMode();
  return useQueries({
    queries: wanted.map(({ templateId, revision }) => ({
      queryKey: [mode, ...keyAt(templateId, revision)],
      queryFn: ({ signal }: { signal: AbortSignal }) => readAt(api, templateId, revision, signal),
      staleTime: staleMs,
    })),
    combine: (results) => results.map(({ data, error }) => ({ template: data, error })),
  });
}

/** A revision in an address; undefined for anything else. */
export const revisionIn = (text: string | undefined) => (/^[1-9]\d{0,8}$/.test(text ?? '') ? Number(text) : undefined);
