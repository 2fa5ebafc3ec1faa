import * as z from 'zod';
import { ListKey } from '#shared/screening/lists/list.ts';
import { Upload } from '#shared/screening/repository/uploads.ts';
import { askToJoin, joinLists } from '#shared/screening/use-cases/join-lists.ts';
import { refreshAnyList } from '#shared/screening/use-cases/refresh-any-list.ts';
import { reindexList } from '#shared/screening/use-cases/reindex-list.ts';
import { queueWorker } from '#shared/worker.ts';

const Message = z.union([
  z.object({
    key: ListKey,
    upload: Upload.optional(),
    reindex: z.literal(true).optional(),
    crawlId: z.uuid().optional(),
    requester: z.object({ organizationId: z.string(), principal: z.string() }).optional(),
  }),
  z.object({ join: z.literal(true) }),
]);

/**
 * From the queue: fetches one screening list, and lets it be searched when it is new and whole; or builds again
 * what an earlier version of the product has built. What comes of it is joined with the other lists later.
 */
export const handler = queueWorker('refreshList', Message, async (context, message) => {
  if ('join' in message) return joinLists(context);
  await (message.reindex ? reindexList(context, message.key) : refreshAnyList(context, message));
  await askToJoin(context);
});
