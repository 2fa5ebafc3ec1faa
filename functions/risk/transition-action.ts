import { endpoint } from '#shared/endpoint.ts';
import { actionRoutes } from '#shared/risk/routes/actions.ts';
import { transitionActions } from '#shared/risk/use-cases/transition-actions.ts';

/**
 * Changes the status of an action: acknowledged, completed, failed, requested again or cancelled.
 */
export const handler = endpoint(actionRoutes.transitionAction, async (context, { params, body }) => {
  const { status, reason, expectedRevision } = body;
  const items = [{ id: params.id, expectedRevision }];
  const change = await transitionActions(context, { status, reason, items });
  const [result] = change.result;
  if (!result) throw new Error('A transition has no result.');
  return { ...change, result };
});
