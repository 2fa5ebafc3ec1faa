import { conflict, forbidden } from '@assay/foundation';
import { endpoint } from '#shared/endpoint.ts';
import { isAdmin } from '#shared/platform/caller.ts';
import { canMove, needsAdmin } from '#shared/risk/action.ts';
import { riskEvent } from '#shared/risk/event.ts';
import { readAction, replaceAction } from '#shared/risk/repository/actions.ts';
import { actionRoutes } from '#shared/risk/routes/actions.ts';

/**
 * Changes the status of an action: acknowledged, completed, failed, requested again or cancelled.
 */
export const handler = endpoint(
  actionRoutes.transitionAction,
  async (context, { params, body }) => {
    const { action, row } = await readAction(context, params.id);
    const { status, revision, subjectId } = action.data;

    if (needsAdmin(body.status) && !isAdmin(context.caller))
      throw forbidden('Only an owner or admin can cancel an action.');
    if (body.expectedRevision !== revision)
      throw conflict('stale_revision', `The action is at revision ${revision}.`);
    if (!canMove(status, body.status))
      throw conflict(
        'impossible_move',
        `An action cannot change from ${status} to ${body.status}.`,
      );

    const details = { from: status, to: body.status, revision: revision + 1 };
    const moved = {
      ...action,
      data: {
        ...action.data,
        status: body.status,
        revision: revision + 1,
        updatedAt: context.now.toISOString(),
      },
    };
    return {
      writes: replaceAction(context.caller, row, action, moved),
      events: [
        riskEvent('risk.action.transitioned', moved, { subjectId, reason: body.reason, details }),
      ],
      result: moved,
    };
  },
);
