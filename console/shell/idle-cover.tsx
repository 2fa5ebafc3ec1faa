import { useEffect, useState } from 'react';
import { useMode } from '../app.tsx';
import { Button } from '../parts/button.tsx';

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
    const note = () => {
      active = Date.now();
    };
    const timer = setInterval(() => {
      if (Date.now() - active > IDLE_MS) setCovered(true);
    }, CHECK_MS);
    for (const event of ACTIVITY) addEventListener(event, note, { passive: true, capture: true });
    return () => {
      clearInterval(timer);
      for (const event of ACTIVITY) removeEventListener(event, note, { capture: true });
    };
  }, [mode, isCovered]);
  if (!isCovered) return null;
  return (
    <div className="cover" role="dialog" aria-modal="true" aria-label="The screen is covered">
      <div className="stack">
        <p>The screen is covered after five minutes without activity.</p>
        <Button look="primary" autoFocus onClick={() => setCovered(false)}>
          Show the page
        </Button>
      </div>
    </div>
  );
}
