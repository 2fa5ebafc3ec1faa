import { invalid } from '@assay/foundation';
import { endpoint } from '#shared/endpoint.ts';
import type { Context } from '#shared/platform/context.ts';
import { listHistory } from '#shared/platform/store/history.ts';
import type { Page } from '#shared/platform/store/paging.ts';
import { summarized } from '#shared/risk/assessment.ts';
import { presentEvent } from '#shared/risk/event.ts';
import type { AnyRecord } from '#shared/risk/record.ts';
import { listAssessmentsOfVersion } from '#shared/risk/repository/assessments.ts';
import { listNamed, listPolicies, listRecords } from '#shared/risk/repository/records.ts';
import { findSubjects } from '#shared/risk/repository/subjects.ts';
import { LIST_FILTERS, type ListFilter, Resource } from '#shared/risk/resource.ts';
import { recordRoutes } from '#shared/risk/routes/records.ts';
import { SubjectKind } from '#shared/risk/subject.ts';
import { assertReadable } from '#shared/risk/use-cases/assert-readable.ts';
import { markInForce } from '#shared/risk/use-cases/mark-in-force.ts';
import { summariesOf } from '#shared/risk/use-cases/summarize-subjects.ts';
import { webhookBodyOf } from '#shared/webhooks/contract.ts';

/** A page of records of one kind, filtered. */
export const handler = endpoint(recordRoutes.listRecords, async (context, { params, query }) => {
  const resource = Resource.parse(params.resource);
  assertReadable(context.caller, resource);
  const { offset, order, ...filters } = query;
  const unknown = Object.keys(filters).filter((name) => !LIST_FILTERS[resource].some((known) => known === name));
  if (unknown.length > 0)
    throw invalid(
      'invalid_query',
      'The query is invalid. See `errors`.',
      unknown.map((path) => ({
        path,
        message: `Not a filter of ${resource}. ${knownOf(resource)}`,
      })),
    );
  assertCombination(resource, filters, order);

  if (resource !== 'events') {
    const { kind, externalId, key, status, search } = filters;
    if (externalId !== undefined) {
      const kinds = kind ? [kind] : SubjectKind.options;
      return viewed(context, await listNamed(context, resource, { offset, order, kinds, externalId }), filters.view);
    }
    if (key !== undefined || status !== undefined)
      return marked(context, await listPolicies(context, { offset, order, key, status }));
    const { policyVersionId, band, decision } = filters;
    if (policyVersionId !== undefined) {
      const page = await listAssessmentsOfVersion(context, { offset, order, policyVersionId, band, decision });
      return viewed(context, page, filters.view);
    }
    const aboutId = filters.subjectId ?? filters.investigationId;
    const page = await listRecords(context, resource, { offset, order, aboutId, search, kind });
    return viewed(context, await marked(context, page), filters.view);
  }
  const { view, ...selected } = filters;
  const history = { offset, order, ...selected };
  const page = await listHistory(context.store, context.caller, history);
  if (view === 'summary') return { ...page, items: await withSubjects(context, page.items.map(presentEvent)) };
  if (view !== 'webhook') return { ...page, items: page.items.map(presentEvent) };
  const items = page.items.map((event) => {
    const { data, ...record } = presentEvent(event);
    return { ...record, data: { ...data, webhookBody: webhookBodyOf(event, context.caller) } };
  });
  return { ...page, items };
});

const marked = async (context: Context, page: Page<AnyRecord>) => ({
  ...page,
  items: await markInForce(context, page.items),
});

async function withSubjects(context: Context, events: readonly ReturnType<typeof presentEvent>[]) {
  const subjects = await findSubjects(
    context,
    events.flatMap(({ data }) => data.subjectId ?? []),
  );
  return events.map((event) => {
    const subject = subjects.get(event.data.subjectId ?? '');
    if (!subject) return event;
    const { kind, externalId } = subject.data;
    return { ...event, data: { ...event.data, subject: { kind, externalId } } };
  });
}

async function viewed(context: Context, page: Page<AnyRecord>, view: string | undefined) {
  if (view !== 'summary') return page;
  const subjects = page.items.filter((one) => one.resource === 'subjects');
  const summaries = await summariesOf(
    context,
    subjects.map(({ id }) => id),
  );
  const items = page.items.map((one) => {
    if (one.resource === 'assessments') return summarized(one);
    const summary = summaries.get(one.id);
    return one.resource === 'subjects' && summary ? { ...one, summary } : one;
  });
  return { ...page, items };
}

function knownOf(resource: Resource): string {
  const known = [...LIST_FILTERS[resource], 'offset', 'order'].map((name) => `\`${name}\``);
  return `Known parameters: ${known.join(', ')}.`;
}

type Filters = Partial<Record<ListFilter, string | undefined>>;

function assertCombination(resource: Resource, filters: Filters, order: string): void {
  const { search, kind, externalId, key, status, subjectId, policyVersionId, band, decision, view, from, to } = filters;
  const isExact = [externalId, key, status].some((filter) => filter !== undefined);
  const faults = [
    ...(search !== undefined && isExact
      ? [{ path: 'search', message: 'Cannot be combined with an exact filter.' }]
      : []),
    ...(resource === 'contexts' && subjectId !== undefined && (search ?? externalId) !== undefined
      ? [{ path: 'subjectId', message: 'Cannot be combined with another filter of contexts.' }]
      : []),
    ...(search !== undefined && order === 'newest'
      ? [{ path: 'order', message: '`search` returns the oldest first. Omit `order`.' }]
      : []),
    ...(resource === 'contexts' && kind !== undefined && externalId === undefined
      ? [{ path: 'kind', message: '`kind` requires `externalId`.' }]
      : []),
    ...(resource === 'subjects' &&
    kind !== undefined &&
    externalId === undefined &&
    !SubjectKind.safeParse(kind).success
      ? [{ path: 'kind', message: `A subject is one of ${SubjectKind.options.join(', ')}.` }]
      : []),
    ...(resource === 'contexts' && externalId !== undefined && kind === undefined
      ? [{ path: 'externalId', message: '`externalId` of contexts requires `kind`.' }]
      : []),
    ...(policyVersionId !== undefined && subjectId !== undefined
      ? [{ path: 'subjectId', message: 'Cannot be combined with `policyVersionId`.' }]
      : []),
    ...(policyVersionId === undefined
      ? Object.entries({ band, decision }).flatMap(([path, filter]) =>
          filter === undefined ? [] : [{ path, message: `\`${path}\` requires \`policyVersionId\`.` }],
        )
      : []),
    ...(band !== undefined && decision !== undefined
      ? [{ path: 'band', message: 'Cannot be combined with `decision`.' }]
      : []),
    ...(view === 'webhook' && resource !== 'events'
      ? [{ path: 'view', message: `\`${view}\` is not a view of ${resource}.` }]
      : []),
    ...(from !== undefined && to !== undefined && Date.parse(from) >= Date.parse(to)
      ? [{ path: 'to', message: 'Must be after `from`.' }]
      : []),
  ];
  if (faults.length > 0) throw invalid('invalid_query', 'The query is invalid. See `errors`.', faults);
}
