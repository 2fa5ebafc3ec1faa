import type { WorkerContext } from '#shared/platform/context.ts';
import type { DueRecovery } from '../messages.ts';
import { alertMembers } from './alert-members.ts';
import { recoverWebhook } from './recover-webhook.ts';
import { replayEvents } from './replay-events.ts';
import { resendFailed } from './resend-failed.ts';

/** Carries out the task of a message, or a part of it. Returns whether to continue, at once or after a pause. */
export async function workOnWebhook(context: WorkerContext, message: DueRecovery): Promise<'done' | 'more' | 'later'> {
  switch (message.task) {
    case 'replay':
      return replayEvents(context, message);
    case 'resend':
      return resendFailed(context, message);
    case 'alert_failing':
    case 'alert_disabled':
      await alertMembers(context, message, message.task === 'alert_failing' ? 'failing' : 'disabled');
      return 'done';
    default:
      return recoverWebhook(context, message);
  }
}
