import { hash } from 'node:crypto';
import { type Scope, scopeKey, serviceCaller } from '#shared/platform/caller.ts';
import { derivedId } from '#shared/platform/ids.ts';
import { dynamoStore } from '#shared/platform/store/dynamo-store.ts';
import { historyWrites } from '#shared/platform/store/history.ts';
import { createLog, findLog } from '#shared/risk/audit/head.ts';
import { sealLog } from '#shared/risk/audit/seal.ts';
import { workerContext } from './webhook-workers.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/** An event of some days ago, the only leaf of the sealed audit log. */
export async function sealedEvent(scope: Scope): Promise<string> {
  const context = workerContext();
  const at = context.now.getTime() - 3 * DAY_MS;
  // Of its mode too: both may have one of the same millisecond.
  const digest = hash('sha256', scopeKey(scope), 'buffer');
  const id = derivedId(digest, at);
  const event = {
    type: 'risk.subject.created',
    resource: 'subjects',
    resourceId: id,
    subjectId: null,
    announced: false,
  };
  const caller = serviceCaller(scope, 'test');
  const writes = historyWrites({ ...context, caller, newId: () => id }, { events: [event] }, () => []);
  await dynamoStore.transact(writes, context.newId());
  await dynamoStore.writeOne(createLog(scope, id, new Date(at)));
  const head = await findLog(dynamoStore, scope);
  // In the night after that day, so that the events of today are not part of it.
  const night = new Date(at - (at % DAY_MS) + DAY_MS + 2 * 60 * 60 * 1000);
  if (head) await sealLog({ ...workerContext(night), newId: context.newId }, head);
  return id;
}
