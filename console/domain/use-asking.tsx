import { type ReactNode, useState } from 'react';
import type { RequestKind } from '../api/requests.ts';
import { useInvalidate } from '../app.tsx';
import { Button } from '../parts/button.tsx';
import { toast } from '../parts/toast.tsx';
import { RequestDialog, type RequestTarget, whyNotAsk } from './request-dialog.tsx';
import { KINDS } from './request-words.ts';

export interface Asking {
  ask(kind: RequestKind, target: RequestTarget): void;
  dialog: ReactNode;
}

/** The same keys on every screen where open work can be asked about. */
const ASK_KEYS = { information: 'i', escalation: 'h' } as const;

export const askShortcuts = (run: (kind: RequestKind) => void) =>
  (['information', 'escalation'] as const).map((kind) => ({
    keys: ASK_KEYS[kind],
    label: KINDS[kind],
    run: () => run(kind),
  }));

/** Opens the dialog of a request, which keeps what is typed until it is sent. */
export function useAsking(): Asking {
  const invalidate = useInvalidate();
  const [open, setOpen] = useState<{ kind: RequestKind; target: RequestTarget }>();
  return {
    ask: (kind, target) => {
      const blocked = whyNotAsk(target);
      if (blocked === null) setOpen({ kind, target });
      else toast(blocked);
    },
    dialog: open && (
      <RequestDialog
        {...open}
        onClose={() => setOpen(undefined)}
        onDone={() => {
          setOpen(undefined);
          void invalidate(['worklist'], ['counts'], ['subject', open.target.subject.id], ['requests']);
        }}
      />
    ),
  };
}

export const AskButtons = ({
  target,
  asking,
  size = 'normal',
}: {
  target: RequestTarget;
  asking: Asking;
  size?: 'small' | 'normal' | 'wide';
}) => (
  <>
    {(['information', 'escalation'] as const).map((kind) => (
      <Button
        key={kind}
        size={size}
        shortcut={ASK_KEYS[kind]}
        blocked={whyNotAsk(target)}
        onClick={() => asking.ask(kind, target)}
      >
        {KINDS[kind]}
      </Button>
    ))}
  </>
);
