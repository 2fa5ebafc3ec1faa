import { conflict } from '@assay/foundation';
import { endpoint } from '#shared/endpoint.ts';
import { principalOf } from '#shared/platform/caller.ts';
import { hint } from '#shared/platform/queue.ts';
import { hasAddress } from '#shared/screening/lists/list-files.ts';
import { readListState } from '#shared/screening/repository/list-states.ts';
import { listRoutes } from '#shared/screening/routes/lists.ts';
import { presentSource } from '#shared/screening/source.ts';
import { listChange } from '#shared/screening/use-cases/list-change.ts';
import { requireListOperator } from '#shared/screening/use-cases/list-operators.ts';
import { requireListKey } from '#shared/screening/use-cases/require-list-key.ts';
import { requireUpload } from '#shared/screening/use-cases/require-upload.ts';

/** Enqueues a refresh. If the message is lost, the schedule repeats the download later. */
export const handler = endpoint(listRoutes.refreshScreeningSource, async (context, { params, body }) => {
  const { store, now, caller } = context;
  requireListOperator(caller);
  const key = requireListKey(params.key);
  const upload = body.upload ? await requireUpload(store, key, body.upload) : undefined;
  if (!upload && !hasAddress(key))
    throw conflict(
      'no_address',
      'No download URL is configured for this list. Upload its file, and name the upload here.',
    );

  const state = await readListState(store, key);
  const type = upload ? 'screening.list.uploaded' : 'screening.list.refresh_requested';
  const requester = { organizationId: caller.organizationId, principal: principalOf(caller) };
  return {
    ...listChange(context, { type, list: key, upload }, []),
    result: presentSource(key, state, { now, isOperator: true }),
    hints: [hint('listRefreshes', { key, requester, ...(upload && { upload }) })],
  };
});
