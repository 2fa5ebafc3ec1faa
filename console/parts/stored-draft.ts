import { useEffect, useRef, useState } from 'react';

/** Writing on every key would block typing in long texts. */
const STORE_MS = 300;

/**
 * Unsaved text survives a reload and a new sign-in in this tab. The key names one person, mode and record. What does
 * not differ from the beginning is not stored.
 */
export function useStoredDraft<Draft>(key: string, initial: Draft, isChanged: (draft: Draft) => boolean) {
  const [{ draft, restored }, setState] = useState(() => {
    const stored = read<Draft>(key);
    return { draft: stored ?? initial, restored: stored !== undefined };
  });
  const latest = useRef(draft);
  latest.current = draft;
  const differs = useRef(isChanged);
  differs.current = isChanged;
  useEffect(() => {
    let written: Draft | undefined;
    const store = () => {
      if (written === latest.current) return;
      written = latest.current;
      if (differs.current(latest.current)) storeDraft(key, latest.current);
      else forgetDraft(key);
    };
    const timer = setInterval(store, STORE_MS);
    addEventListener('pagehide', store);
    return () => {
      clearInterval(timer);
      removeEventListener('pagehide', store);
      store();
    };
  }, [key]);
  return {
    draft,
    /** The draft is that of an earlier visit. */
    isRestored: restored,
    setDraft: (next: Draft) => {
      // A page that is left at once stores what was saved, not what was typed before.
      latest.current = next;
      setState({ draft: next, restored: false });
    },
    changeDraft: (change: (before: Draft) => Draft) => setState((now) => ({ ...now, draft: change(now.draft) })),
  };
}

/** A full storage of the browser must not stop anybody from typing. */
export function storeDraft(key: string, draft: unknown): void {
  try {
    sessionStorage.setItem(key, JSON.stringify(draft));
  } catch {
    sessionStorage.removeItem(key);
  }
}

export const forgetDraft = (key: string) => sessionStorage.removeItem(key);

function read<Draft>(key: string): Draft | undefined {
  const text = sessionStorage.getItem(key);
  return text === null ? undefined : (JSON.parse(text) as Draft);
}
