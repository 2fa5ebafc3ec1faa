import { handler as sendMail } from '#functions/workers/send-mail.ts';
import type { Item } from '#shared/platform/store/store.ts';
import { everyRow } from './engine.ts';
import { streamEvent } from './lambda-events.ts';
import { lambdaContext } from './queue.ts';

/** Emails of a document that have not been sent yet. */
export const waitingMail = async (documentId: string): Promise<Item[]> =>
  (await everyRow('documents')).filter((row) => row.mail && row.documentId === documentId);

/** Sends them, as the stream of the table does. */
export const bringMail = async (documentId: string) =>
  sendMail(streamEvent(await waitingMail(documentId)), lambdaContext());
