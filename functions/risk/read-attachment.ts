import { endpoint } from '#shared/endpoint.ts';
import { attachmentUrl, readAttachment } from '#shared/risk/repository/attachments.ts';
import { noteRoutes } from '#shared/risk/routes/notes.ts';

/** An attachment with a URL that downloads it. */
export const handler = endpoint(noteRoutes.readAttachment, async (context, { params }) => {
  const attachment = await readAttachment(context, params.id);
  return { ...attachment, data: { ...attachment.data, url: await attachmentUrl(context.caller, attachment) } };
});
