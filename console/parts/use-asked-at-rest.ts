import { useEffect, useEffectEvent, useRef } from 'react';

/** A held key and keys pressed at once make one request. A longer rest would be most of what a person waits for. */
const REST_MS = 75;

interface Asking {
  isOn?: boolean;
  /** Called with every change: the answer that is shown belongs to something earlier. */
  wait(): void;
  /** Shows the answer, unless the signal has aborted: then it belongs to something earlier. */
  ask(about: string, signal: AbortSignal): Promise<void>;
}

/** Asks about a text once it rests, and about the first one at once. */
export function useAskedAtRest(about: string, { isOn = true, wait, ask }: Asking) {
  const isFirst = useRef(true);
  const begin = useEffectEvent(wait);
  const send = useEffectEvent(ask);
  useEffect(() => {
    if (!isOn) return;
    const leaving = new AbortController();
    begin();
    const timer = setTimeout(() => void send(about, leaving.signal), isFirst.current ? 0 : REST_MS);
    isFirst.current = false;
    return () => {
      clearTimeout(timer);
      leaving.abort();
    };
  }, [about, isOn]);
}
