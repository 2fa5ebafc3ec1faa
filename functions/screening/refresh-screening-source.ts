import { conflict } from '@assay/foundation';
import { endpoint } from '#shared/endpoint.ts';
import { principalOf } from '#shared/platform/caller.ts';
import { hint } from '#shared/platform/queue.ts';
import { hasAddress } from '#shared/screening/lists/list-files.ts';
import { isOwn } from '#shared/screening/lists/list-id.ts';
import { listRoutes } from '#shared/screening/routes/lists.ts';
import { presentSource } from '#shared/screening/source.ts';
import { checkedOwnFile } from '#shared/screening/use-cases/checked-own-file.ts';
import { listChange } from '#shared/screening/use-cases/list-change.ts';
import { requireOperatorOf } from '#shared/screening/use-cases/list-operators.ts';
import { requireList } from '#shared/screening/use-cases/require-list.ts';
import { requireUpload } from '#shared/screening/use-cases/require-upload.ts';

/** Enqueues a refresh. If the message is lost, the schedule repeats the download later. */
export const handler = endpoint(listRoutes.refreshScreeningSource, async (context, { params, body }) => {
  const { store, now, caller } = context;
  requireOperatorOf(caller, params.key);
  const { id, state } = await requireList(context, params.key);
  const upload = body.upload ? await requireUpload(store, id, body.upload) : undefined;
  if (!upload && !hasAddress(id))
    throw conflict(
      'no_address',
      'No download URL is configured for this list. Upload its file, and name the upload here.',
    );
  const columns = body.upload?.columns ?? undefined;
  const own = isOwn(id) && upload ? await checkedOwnFile(context, upload, columns) : {};

  const type = upload ? 'screening.list.uploaded' : 'screening.list.refresh_requested';
  const requester = { organizationId: caller.organizationId, principal: principalOf(caller) };
  return {
    ...listChange(context, { type, list: id, upload }, []),
    result: presentSource(id, state, { now, isOperator: true }),
    hints: [hint('listRefreshes', { key: id, requester, ...(upload && { upload }), ...own })],
  };
});
