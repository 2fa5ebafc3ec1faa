import * as z from 'zod';
import { ListId, OwnColumn } from '#shared/screening/contract.ts';
import { askToJoin, joinLists, refreshAnyList, reindexList, Upload } from '#shared/screening/index.ts';
import { queueWorker } from '#shared/worker.ts';

const Message = z.union([
  z.object({
    key: ListId,
    upload: Upload.optional(),
    columns: z.record(z.string(), OwnColumn).optional(),
    needsApproval: z.boolean().optional(),
    reindex: z.literal(true).optional(),
    crawlId: z.uuid().optional(),
    requester: z.object({ organizationId: z.string(), principal: z.string() }).optional(),
  }),
  z.object({ join: z.literal(true) }),
]);

/**
 * Queue worker: refreshes one screening list, or reindexes one built by an earlier release. The
 * joint index follows later.
 */
export const handler = queueWorker('refreshList', Message, async (context, message) => {
  if ('join' in message) return joinLists(context);
  await (message.reindex ? reindexList(context, message.key) : refreshAnyList(context, message));
  await askToJoin(context);
});
