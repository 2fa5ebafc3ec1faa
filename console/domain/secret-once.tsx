import { useState } from 'react';
import { Button } from '../parts/button.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { CopyText } from '../parts/states.tsx';

/** A secret that the service shows once. Escape closes it only once something was copied, or if confirmed. */
export function SecretOnce({
  title,
  values,
  onClose,
}: {
  title: string;
  values: readonly (readonly [label: string, value: string])[];
  onClose(): void;
}) {
  const [isCopied, setCopied] = useState(false);
  const [isAsking, setAsking] = useState(false);
  return (
    <Dialog title={title} onClose={() => (isCopied || isAsking ? onClose() : setAsking(true))} isBackdropInert>
      {/* Selecting the text and copying it counts too. */}
      <div className="dialog-body" onCopy={() => setCopied(true)}>
        <p>Copy it now. The service does not show it again.</p>
        {values.map(([label, value]) => (
          <div key={label} className="stack-s">
            <span className="label">{label}</span>
            <code className="code pre-wrap">{value}</code>
            <div>
              <CopyText text={value} label={`Copy ${label.toLowerCase()}`} onCopied={() => setCopied(true)} />
            </div>
          </div>
        ))}
        {isAsking && !isCopied && (
          <p role="alert" className="text-bad">
            Nothing was copied. Press Escape again or Done to close it anyway.
          </p>
        )}
        <div className="dialog-actions">
          <Button look="primary" onClick={onClose}>
            Done
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
