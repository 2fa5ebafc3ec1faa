import { endpoint } from '#shared/endpoint.ts';
import { actionRoutes } from '#shared/risk/routes/actions.ts';
import { transitionActions } from '#shared/risk/use-cases/transition-actions.ts';

/** Changes the status of up to 20 actions in one transaction. */
export const handler = endpoint(actionRoutes.transitionActions, async (context, { body }) => {
  const change = await transitionActions(context, body);
  return { ...change, result: { items: change.result } };
});
