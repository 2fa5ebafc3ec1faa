import { useCallback, useMemo, useSyncExternalStore } from 'react';
import { useMe } from '../api/me.ts';
import { parseViews, type View, withoutView, withView } from './views.ts';

const listeners = new Set<() => void>();
const subscribe = (listener: () => void) => {
  listeners.add(listener);
  // Another tab of the same browser has changed them.
  addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    removeEventListener('storage', listener);
  };
};

/** The saved views of the signed-in person in this browser. */
export function useViews() {
  const { data: me } = useMe();
  const key = `assay.views.${me?.userId ?? ''}`;
  const text = useSyncExternalStore(subscribe, () => localStorage.getItem(key));
  const views = useMemo(() => parseViews(text), [text]);
  const store = useCallback(
    (after: readonly View[]) => {
      localStorage.setItem(key, JSON.stringify(after));
      for (const listener of listeners) listener();
    },
    [key],
  );
  const save = (view: Omit<View, 'id'>) => store(withView(views, { id: crypto.randomUUID(), ...view }));
  const remove = (id: string) => store(withoutView(views, id));
  return { views, save, remove };
}
