import { useRef, useState } from 'react';
import { useApi } from '../app.tsx';
import { putFile } from '../parts/put-file.ts';
import { toast } from '../parts/toast.tsx';
import { type FileType, fileTypeOf, whyNotAttach } from './file-words.ts';

const FILES_PER_NOTE = 5;

interface Attached {
  key: string;
  file: File;
  /** How much of it is sent, up to 1. */
  share: number;
  error?: string;
  /** What the note names, once the file is sent. */
  upload?: { uploadId: string; name: string; contentType: FileType; sha256: string };
}

/** Files of a note that is being written. Each is sent when it is chosen. */
export function useAttachments(subjectId: string) {
  const api = useApi();
  const [files, setFiles] = useState<readonly Attached[]>([]);
  const count = useRef(0);
  const change = (key: string, changes: Partial<Attached>) =>
    setFiles((now) => now.map((one) => (one.key === key ? { ...one, ...changes } : one)));
  const send = async (key: string, file: File, contentType: FileType) => {
    try {
      const body = { contentType, sizeBytes: file.size };
      const [upload, sha256] = await Promise.all([
        api.risk.openAttachment({ params: { id: subjectId }, body }),
        digestOf(file),
      ]);
      await putFile(upload, file, (share) => change(key, { share }));
      change(key, { share: 1, upload: { uploadId: upload.uploadId, name: file.name, contentType, sha256 } });
    } catch (error) {
      change(key, { error: error instanceof Error ? error.message : 'The upload failed.' });
    }
  };
  return {
    files,
    uploads: files.flatMap(({ upload }) => upload ?? []),
    whyNotSend: files.some(({ error }) => error !== undefined)
      ? 'Remove the file that was not uploaded.'
      : files.some(({ upload }) => !upload)
        ? 'A file is being uploaded.'
        : null,
    add: (chosen: Iterable<File>) => {
      let free = FILES_PER_NOTE - files.length;
      for (const file of chosen) {
        const contentType = fileTypeOf(file.name);
        const why = free <= 0 ? `A note has at most ${FILES_PER_NOTE} files.` : whyNotAttach(file);
        if (why !== null || !contentType) {
          toast(why ?? '', { tone: 'bad' });
          continue;
        }
        free -= 1;
        count.current += 1;
        const key = String(count.current);
        setFiles((now) => [...now, { key, file, share: 0 }]);
        void send(key, file, contentType);
      }
    },
    remove: (key: string) => setFiles((now) => now.filter((one) => one.key !== key)),
  };
}

async function digestOf(file: File): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', await file.arrayBuffer());
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
