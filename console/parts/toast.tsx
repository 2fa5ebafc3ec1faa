import { useSyncExternalStore } from 'react';
import { Button } from './button.tsx';

interface Toast {
  id: number;
  text: string;
  tone: 'normal' | 'bad';
  action?: { label: string; run(): void } | undefined;
}

const SHOWN_MS = 6000;
let toasts: readonly Toast[] = [];
let next = 1;
const listeners = new Set<() => void>();

function update(to: readonly Toast[]) {
  toasts = to;
  for (const listener of listeners) listener();
}

const remove = (id: number) => update(toasts.filter((toast) => toast.id !== id));

/** Shows a sentence for six seconds. Errors stay until they are dismissed. */
export function toast(text: string, { tone = 'normal', action }: Partial<Omit<Toast, 'id' | 'text'>> = {}) {
  const id = next++;
  update([...toasts.slice(-2), { id, text, tone, action }]);
  if (tone === 'normal') setTimeout(() => remove(id), SHOWN_MS);
  return () => remove(id);
}

export const toastError = (error: unknown) =>
  toast(error instanceof Error ? error.message : 'Something failed.', { tone: 'bad' });

export function Toasts() {
  const shown = useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => toasts,
  );
  return (
    <div className="toasts" role="status" aria-live="polite">
      {shown.map(({ id, text, tone, action }) => (
        <div key={id} className={tone === 'bad' ? 'toast bad' : 'toast'}>
          <span>{text}</span>
          {action && (
            <Button
              size="small"
              onClick={() => {
                action.run();
                remove(id);
              }}
            >
              {action.label}
            </Button>
          )}
          {tone === 'bad' && (
            <Button size="small" look="plain" onClick={() => remove(id)}>
              Dismiss
            </Button>
          )}
        </div>
      ))}
    </div>
  );
}
