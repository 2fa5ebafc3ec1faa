import { useEffect, useId, useRef, useSyncExternalStore } from 'react';

/** One keyboard shortcut: a single key (`j`), a sequence (`g i`) or a key with the command key (`mod+k`). */
export interface Shortcut {
  keys: string;
  label: string;
  run(event: KeyboardEvent): void;
  /** Not listed in the help. */
  isHidden?: boolean;
  /** Works only while no control has the focus, because controls and pictures use the key themselves. */
  isForPage?: boolean;
}

interface Scope {
  id: string;
  group: string;
  shortcuts: readonly Shortcut[];
}

const SEQUENCE_MS = 1000;
const STORED = 'assay.shortcuts';

let scopes: readonly Scope[] = [];
let pending: { key: string; until: number } | undefined;
const listeners = new Set<() => void>();

const changed = () => {
  for (const listener of listeners) listener();
};

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Single-letter shortcuts can be switched off (WCAG 2.1.4). */
const areShortcutsOn = () => localStorage.getItem(STORED) !== 'off';
export function switchShortcuts(on: boolean) {
  localStorage.setItem(STORED, on ? 'on' : 'off');
  changed();
}

export const useShortcutsOn = () => useSyncExternalStore(subscribe, areShortcutsOn);

/** All shortcuts that work now, for the help. The innermost scope comes first. */
export const useShortcutScopes = () => useSyncExternalStore(subscribe, () => scopes);

/** Registers shortcuts while the component is mounted. A later scope wins over an earlier one. */
export function useShortcuts(group: string, shortcuts: readonly Shortcut[], isOn = true) {
  const id = useId();
  const latest = useRef(shortcuts);
  latest.current = shortcuts;
  const signature = shortcuts.map(({ keys, label }) => `${keys} ${label}`).join('\n');
  // biome-ignore lint/correctness/useExhaustiveDependencies: handlers are read through the ref, so only a change of keys or labels registers anew
  useEffect(() => {
    if (!isOn) return;
    const registered = latest.current.map((shortcut, index) => ({
      ...shortcut,
      run: (event: KeyboardEvent) => latest.current[index]?.run(event),
    }));
    scopes = [{ id, group, shortcuts: registered }, ...scopes];
    changed();
    return () => {
      scopes = scopes.filter((scope) => scope.id !== id);
      changed();
    };
  }, [id, group, signature, isOn]);
}

const TYPING = 'input:not([type=checkbox]):not([type=radio]), textarea, select, [contenteditable]';

const isTyping = (target: EventTarget | null) => target instanceof Element && target.closest(TYPING) !== null;

/** The name of the pressed key, as shortcuts write it. */
function nameOf(event: KeyboardEvent): string {
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  if (event.metaKey || event.ctrlKey) return `mod+${key}`;
  if (event.altKey) return `alt+${key}`;
  // `?` needs Shift on most keyboards, so only letters name it.
  return event.shiftKey && /^[a-z]$/.test(key) ? `shift+${key}` : key;
}

const isOnPage = ({ target }: KeyboardEvent) => target === document.body || target === document.querySelector('main');

function find(keys: string, event: KeyboardEvent): Shortcut | undefined {
  for (const { shortcuts } of scopes) {
    const found = shortcuts.find((shortcut) => shortcut.keys === keys && (!shortcut.isForPage || isOnPage(event)));
    if (found) return found;
  }
  return undefined;
}

const isPrefix = (key: string) =>
  scopes.some(({ shortcuts }) => shortcuts.some(({ keys }) => keys.startsWith(`${key} `)));

function handleKey(event: KeyboardEvent) {
  if (event.defaultPrevented || event.isComposing) return;
  const key = nameOf(event);
  const hasModifier = key.startsWith('mod+');
  if (key === 'Escape' && leaveField(event)) return;
  if (!hasModifier && (isTyping(event.target) || !areShortcutsOn())) return;
  // A modal dialog has its own keys; the page behind it must not react. One that stays blocks all keys.
  if (document.querySelector('dialog[open][closedby=none]')) return;
  if (!hasModifier && document.querySelector('dialog[open]')) return;
  if (isActivation(event, key)) return;
  const sequence = pending && pending.until > event.timeStamp ? `${pending.key} ${key}` : undefined;
  pending = undefined;
  const shortcut = (sequence && find(sequence, event)) || find(key, event);
  if (shortcut) {
    event.preventDefault();
    shortcut.run(event);
  } else if (isPrefix(key)) pending = { key, until: event.timeStamp + SEQUENCE_MS };
}

/** Escape leaves a text field, and then letters are keys again. In a dialog it closes the dialog. */
function leaveField({ target }: KeyboardEvent): boolean {
  if (!isTyping(target) || document.querySelector('dialog[open]')) return false;
  if (target instanceof HTMLElement) target.blur();
  return true;
}

/** Enter and Space on a focused control activate that control, not a shortcut. */
const isActivation = (event: KeyboardEvent, key: string) =>
  (key === 'Enter' || key === ' ') &&
  event.target instanceof Element &&
  event.target.closest('button, a, summary, [role=button], input') !== null;

export function useKeyboard() {
  useEffect(() => {
    document.addEventListener('keydown', handleKey);
    return () => document.removeEventListener('keydown', handleKey);
  }, []);
}
