import { endpoint } from '#shared/endpoint.ts';
import { presentAssurances } from '#shared/screening/assurance/present-assurance.ts';
import { listAssurances } from '#shared/screening/repository/assurances.ts';
import { assuranceRoutes } from '#shared/screening/routes/assurance.ts';

export const handler = endpoint(
  assuranceRoutes.listScreeningAssurances,
  async ({ store, caller, now }, { query: { offset } }) => {
    const { items, ...page } = await listAssurances(store, caller, offset);
    const shown = await presentAssurances(store, caller, items, now);
    const summaries = shown.map(
      ({ listVersions: _l, misses: _m, missed: _n, differences: _d, result, ...summary }) => ({
        ...summary,
        outcome: result?.outcome ?? null,
      }),
    );
    return { ...page, items: summaries };
  },
);
