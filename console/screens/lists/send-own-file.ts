import type { Api } from '../../api/client.ts';
import { putFile } from '../../parts/put-file.ts';
import type { ChosenFile } from './choose-own-file.tsx';
import { uploadName } from './own-file.ts';

type UploadUrl = Awaited<ReturnType<Api['screening']['uploadScreeningFile']>>;

export const stated = ({ file }: ChosenFile) => ({ fileName: uploadName(file.name), sizeBytes: file.size });

/** Sends the file to its upload URL, and has it read with the columns that a person stated. */
export async function sendOwnFile(
  api: Api,
  key: string,
  { chosen, target, onShare }: { chosen: ChosenFile; target: UploadUrl; onShare(share: number): void },
): Promise<void> {
  await putFile(target, chosen.file, onShare);
  const { uploadId, fileName } = target;
  const columns = Object.keys(chosen.mapped).length > 0 ? { columns: chosen.mapped } : {};
  await api.screening.refreshScreeningSource({ params: { key }, body: { upload: { uploadId, fileName, ...columns } } });
}
