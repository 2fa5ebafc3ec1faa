import { useApiQuery } from '../app.tsx';
import type { Api } from './client.ts';
import { usePages } from './pages.ts';

type AnyRecord = Awaited<ReturnType<Api['risk']['readRecord']>>;
export type Resource = AnyRecord['resource'];
export type RecordOf<Name extends Resource> = Extract<AnyRecord, { resource: Name }>;

type Query = Omit<NonNullable<Parameters<Api['risk']['listRecords']>[0]['query']>, 'offset'>;

/** A list of risk records. The next page loads when it is needed. */
export const useRecords = <Name extends Resource>(
  resource: Name,
  query: Query = {},
  options: { isOn?: boolean } = {},
) =>
  usePages(
    ['records', resource, query],
    (api, { offset, signal }) =>
      // The service lists records of the resource in the path.
      api.risk.listRecords({ params: { resource }, query: { ...query, offset }, signal }) as Promise<{
        items: RecordOf<Name>[];
        nextOffset: number | null;
      }>,
    options,
  );

type Listed = Awaited<ReturnType<Api['risk']['listRecords']>>['items'][number];
export type SubjectRow = Extract<Listed, { resource: 'subjects'; summary: unknown }>;

/** Subjects with the worst decision of their policies, open actions and assignee. */
export const useSubjectRows = (query: Omit<Query, 'view'>) =>
  usePages(
    ['records', 'subjects', 'summary', query],
    (api, { offset, signal }) =>
      // The service adds the summary to every subject of this view.
      api.risk.listRecords({
        params: { resource: 'subjects' },
        query: { ...query, view: 'summary', offset },
        signal,
      }) as Promise<{ items: SubjectRow[]; nextOffset: number | null }>,
  );

export const useRecord = <Name extends Resource>(resource: Name, id: string | undefined) =>
  useApiQuery(
    ['record', resource, id],
    (api, signal) => api.risk.readRecord({ params: { resource, id: id ?? '' }, signal }) as Promise<RecordOf<Name>>,
    { isOn: id !== undefined && id !== '' },
  );
