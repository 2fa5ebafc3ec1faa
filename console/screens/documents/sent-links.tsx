import type { Api } from '../../api/client.ts';
import { Button } from '../../parts/button.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { CopyText } from '../../parts/states.tsx';

export type SentDocument = Awaited<ReturnType<Api['documents']['sendDocument']>>;

/** Links that the sender asked for. They are shown once and never stored. */
export const SentLinks = ({ document: { signers }, onClose }: { document: SentDocument; onClose(): void }) => (
  <Dialog title="Signing links" isBackdropInert onClose={onClose}>
    <div className="dialog-body">
      <p>
        The document was sent. Give each link to its signer only: anyone with it can sign. They are not shown again; you
        can issue new ones.
      </p>
      {signers.map(({ id, name, signingUrl }) =>
        signingUrl ? (
          <div key={id} className="stack-s">
            <span className="strong">{name}</span>
            <code className="pre-wrap">{signingUrl}</code>
            <div>
              <CopyText text={signingUrl} label={`Copy the link of ${name}`} />
            </div>
          </div>
        ) : null,
      )}
      <div className="dialog-actions">
        <Button look="primary" onClick={onClose}>
          Done
        </Button>
      </div>
    </div>
  </Dialog>
);
