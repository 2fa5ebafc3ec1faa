import { Button } from '../parts/button.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { CopyText } from '../parts/states.tsx';

/** A secret that the service shows once. */
export const SecretOnce = ({
  title,
  values,
  onClose,
}: {
  title: string;
  values: readonly (readonly [label: string, value: string])[];
  onClose(): void;
}) => (
  <Dialog title={title} onClose={onClose} isBackdropInert>
    <div className="dialog-body">
      <p>Copy it now. The service does not show it again.</p>
      {values.map(([label, value]) => (
        <div key={label} className="stack-s">
          <span className="label">{label}</span>
          <code className="code pre-wrap">{value}</code>
          <div>
            <CopyText text={value} label={`Copy ${label.toLowerCase()}`} />
          </div>
        </div>
      ))}
      <div className="dialog-actions">
        <Button look="primary" onClick={onClose}>
          Done
        </Button>
      </div>
    </div>
  </Dialog>
);
