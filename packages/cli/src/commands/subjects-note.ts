import { createHash } from 'node:crypto';
import { basename, extname } from 'node:path';
import type { Client } from '../client.ts';
import type { Run } from '../command.ts';
import { connect } from '../connect.ts';
import { usageError } from '../failure.ts';
import { putFile } from '../put-file.ts';
import { readBytes } from '../read-file.ts';
import { jsonText } from '../terminal.ts';

const TYPES = {
  '.pdf': 'application/pdf',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.txt': 'text/plain',
  '.csv': 'text/csv',
  '.docx': 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
} as const;

/** Adds a note to a subject. Files are uploaded first; the service checks them when it creates the note. */
export const subjectsNote: Run = async (invocation) => {
  const { terminal, isJson } = invocation;
  const [id, text] = [invocation.argument(0), invocation.argument(1)];
  const files = invocation.texts('attach').map(fileOf);
  const mentions = invocation.texts('mention');
  const client = connect(invocation);
  const attachments = [];
  for (const file of files) attachments.push(await uploaded(client, id, file));
  const note = await client.risk.createNote({
    params: { id },
    body: {
      text,
      ...(mentions.length > 0 && { mentions }),
      ...(attachments.length > 0 && { attachments }),
    },
  });
  if (isJson) terminal.out(jsonText(note));
  else terminal.out(`Added note ${note.id}${attachments.length > 0 ? ` with ${attachments.length} file(s)` : ''}.`);
  return undefined;
};

/** All files are looked at before the first is sent. */
function fileOf(path: string) {
  const ending = extname(path).toLowerCase();
  if (!Object.hasOwn(TYPES, ending))
    throw usageError(`${path} cannot be attached. Its name must end with ${Object.keys(TYPES).join(', ')}.`);
  const content = readBytes(path);
  const sha256 = createHash('sha256').update(content).digest('hex');
  return { path, sizeBytes: content.length, sha256, contentType: TYPES[ending as keyof typeof TYPES] };
}

async function uploaded(
  client: Client,
  id: string,
  { path, sizeBytes, sha256, contentType }: ReturnType<typeof fileOf>,
) {
  const upload = await client.risk.openAttachment({ params: { id }, body: { contentType, sizeBytes } });
  await putFile(path, upload);
  return { uploadId: upload.uploadId, name: basename(path), contentType, sha256 };
}
