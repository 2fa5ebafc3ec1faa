import { Button } from '../../parts/button.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { hasOtherScenarios, hasOtherText, type LabDraft } from './lab-draft.ts';

/** Asks before a text that is not saved is left. */
export function Leaving({
  draft,
  onStay,
  onLeave,
  onDiscard,
}: {
  draft: LabDraft;
  onStay(): void;
  onLeave(): void;
  onDiscard(): void;
}) {
  const parts = [
    ...(hasOtherText(draft) ? ['definition'] : []),
    ...(hasOtherScenarios(draft) ? ['scenarios'] : []),
  ].join(' and ');
  return (
    <Dialog title="Leave the lab?" onClose={onStay}>
      <div className="dialog-body">
        <p>
          The {parts || 'key'} that you changed {parts === 'scenarios' || parts.includes(' and ') ? 'are' : 'is'} not
          saved. This tab keeps what you wrote until you sign out, and shows it when you come back to this policy.
        </p>
        <div className="dialog-actions">
          <Button look="danger" onClick={onDiscard}>
            Discard and leave
          </Button>
          <Button onClick={onLeave}>Leave</Button>
          <Button look="primary" data-autofocus="" onClick={onStay}>
            Stay
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
