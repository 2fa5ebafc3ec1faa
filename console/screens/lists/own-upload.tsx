import { useState } from 'react';
import type { ListSource } from '../../api/lists.ts';
import { useApi } from '../../app.tsx';
import { Button } from '../../parts/button.tsx';
import { Card } from '../../parts/card.tsx';
import { Failure } from '../../parts/states.tsx';
import { ChooseOwnFile, type ChosenFile, faultIn } from './choose-own-file.tsx';
import { sendOwnFile, stated } from './send-own-file.ts';
import { type Progress, SendingState, type SentFile } from './upload.tsx';

/** The next file of an own list, with how its columns are read. */
export function OwnUploadCard({
  source,
  blocked,
  sent,
  became,
  onSent,
}: {
  source: ListSource;
  blocked: string | null;
  sent: SentFile | undefined;
  became: string | undefined;
  onSent(file: SentFile): void;
}) {
  const api = useApi();
  const [chosen, setChosen] = useState<ChosenFile>();
  const [progress, setProgress] = useState<Progress>();
  const [error, setError] = useState<unknown>();
  const send = async (file: ChosenFile) => {
    const { name } = file.file;
    setError(undefined);
    setProgress({ name, share: 0 });
    try {
      const { key } = source;
      const target = await api.screening.uploadScreeningFile({ params: { key }, body: stated(file) });
      await sendOwnFile(api, key, { chosen: file, target, onShare: (share) => setProgress({ name, share }) });
      setChosen(undefined);
      onSent({ uploadId: target.uploadId, fileName: name });
    } catch (problem) {
      setError(problem);
    } finally {
      setProgress(undefined);
    }
  };
  return (
    <Card title="Upload a file">
      <div className="card-body stack">
        <ChooseOwnFile
          accepted={source.uploads.map(({ nameEndsWith }) => nameEndsWith)}
          blocked={blocked ?? (progress ? 'Uploading.' : null)}
          chosen={chosen}
          onChosen={setChosen}
        />
        {chosen && (
          <div className="cluster">
            <Button
              look="primary"
              blocked={blocked ?? (progress ? 'Uploading.' : faultIn(chosen))}
              onClick={() => void send(chosen)}
            >
              Upload and replace all entries
            </Button>
          </div>
        )}
        <SendingState progress={progress} sent={sent} became={became} />
        {error !== undefined && <Failure error={error} />}
      </div>
    </Card>
  );
}
