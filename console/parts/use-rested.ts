import { startTransition, useEffect, useRef, useState } from 'react';

/** How long the cursor stays on a row before its details are loaded, once it moves fast. */
const REST_MS = 150;

/** The value, but of fast changes only the last: holding `j` down loads one panel, not forty. */
export function useRested<T>(value: T): T {
  const [rested, setRested] = useState(value);
  const changedMs = useRef(0);
  useEffect(() => {
    const isFast = performance.now() - changedMs.current < REST_MS;
    changedMs.current = performance.now();
    const show = () => startTransition(() => setRested(value));
    if (!isFast) return show();
    const timer = setTimeout(show, REST_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return rested;
}
