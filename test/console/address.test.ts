import { describe, expect, test } from 'vitest';
import type { Api } from '#console/api/client.ts';
import { workFilterOf } from '#console/api/work.ts';

const ID = '019ced2c-4000-7000-8000-5d3c2b1a0f00';

describe('filters of an address', () => {
  test('console filters: values that the service knows are sent', () => {
    const query = { decision: 'review', assignee: ID, policy: 'onboarding', search: 'ada', late: 'true' };
    const sent = { decision: 'review', assignee: ID, policyKey: 'onboarding', search: 'ada', late: 'true' };
    expect(workFilterOf(query)).toEqual(sent);
    expect(workFilterOf({ assignee: 'me' }).assignee).toBe('me');
  });

  test('console filters: values that the service would refuse are dropped', () => {
    const query = { decision: 'maybe', assignee: 'Ada', late: 'yes', panel: 'open' };
    expect(Object.values(workFilterOf(query)).filter((value) => value !== undefined)).toEqual([]);
  });

  test('console filters: the compiler refuses a filter that a list does not take', () => {
    const calls = [
      (api: Api) => api.documents.listDocuments({ query: { status: 'sent' } }),
      // @ts-expect-error documents have no such status
      (api: Api) => api.documents.listDocuments({ query: { status: 'lost' } }),
      // @ts-expect-error documents have no such filter
      (api: Api) => api.documents.listDocuments({ query: { state: 'sent' } }),
      // @ts-expect-error a delivery is listed by cursor
      (api: Api) => api.webhooks.listDeliveries({ params: { id: ID }, query: { offset: 50 } }),
    ];
    expect(calls).toHaveLength(4);
  });
});
