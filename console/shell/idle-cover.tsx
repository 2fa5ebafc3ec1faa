import { useEffect, useState } from 'react';
import { useMode } from '../app.tsx';
import { Button } from '../parts/button.tsx';
import { Dialog } from '../parts/dialog.tsx';

const IDLE_MS = 5 * 60_000;
const CHECK_MS = 10_000;
const ACTIVITY = ['pointerdown', 'pointermove', 'keydown', 'scroll'] as const;

/** In live mode, five minutes without activity cover the screen. The page below keeps its state. */
export function IdleCover() {
  const mode = useMode();
  const [isCovered, setCovered] = useState(false);
  useEffect(() => {
    if (mode !== 'live' || isCovered) return;
    let active = Date.now();
    const isIdle = () => Date.now() - active > IDLE_MS;
    const check = () => {
      if (isIdle()) setCovered(true);
    };
    // After sleep, the first activity comes before the next check. It must not act on the page.
    const note = (event: Event) => {
      if (!isIdle()) {
        active = Date.now();
        return;
      }
      event.preventDefault();
      event.stopImmediatePropagation();
      setCovered(true);
    };
    const timer = setInterval(check, CHECK_MS);
    document.addEventListener('visibilitychange', check);
    for (const event of ACTIVITY) addEventListener(event, note, { capture: true });
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', check);
      for (const event of ACTIVITY) removeEventListener(event, note, { capture: true });
    };
  }, [mode, isCovered]);
  return isCovered ? <Cover onUncover={() => setCovered(false)} /> : null;
}

function Cover({ onUncover }: { onUncover(): void }) {
  useEffect(keepOnTop, []);
  return (
    <Dialog title="The screen is covered" isTitleHidden className="cover">
      <div className="stack">
        <p>The screen is covered after five minutes without activity.</p>
        <Button look="primary" onClick={onUncover}>
          Show the page
        </Button>
      </div>
    </Dialog>
  );
}

/** A dialog that opens later, such as after a slow answer, goes below the cover. */
function keepOnTop() {
  const observer = new MutationObserver((changes) => {
    const cover = document.querySelector<HTMLDialogElement>('dialog.cover');
    const isOver = changes.some(({ target }) => target instanceof HTMLDialogElement && target !== cover && target.open);
    if (!cover || !isOver) return;
    cover.close();
    cover.showModal();
  });
  observer.observe(document.body, { subtree: true, attributeFilter: ['open'] });
  return () => observer.disconnect();
}
