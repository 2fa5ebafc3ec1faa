import { useNavigate } from '@tanstack/react-router';
import { useDeferredValue, useMemo, useState } from 'react';
import { uuidIn } from '../address.ts';
import { useApiQuery, useMode, useSession } from '../app.tsx';
import { Palette } from '../parts/palette.tsx';
import type { Command } from '../parts/palette-matching.ts';
import { switchTheme } from '../theme.ts';
import { PLACES } from './navigation.ts';
import { useSwitchMode } from './use-switch-mode.ts';
import { useViews } from './use-views.ts';

const FROM_CHARACTERS = 2;

/** The command palette: places, commands, and records that the service finds. */
export function Finder({ onClose }: { onClose(): void }) {
  const mode = useMode();
  const navigate = useNavigate();
  const session = useSession();
  const switchMode = useSwitchMode();
  const { views } = useViews();
  const [text, setText] = useState('');
  const asked = useDeferredValue(text.trim());
  const { data } = useApiQuery(
    ['lookup', asked],
    (api, signal) => api.organization.lookUp({ query: { q: asked }, signal }),
    { isOn: asked.length >= FROM_CHARACTERS },
  );
  const commands = useMemo<Command[]>(() => {
    const other = mode === 'test' ? 'live' : 'test';
    return [
      ...PLACES.map(({ label, path, keys }) => ({
        id: path,
        label: `Go to ${label}`,
        hint: keys,
        run: () => void navigate({ to: `/${mode}/${path}` }),
      })),
      ...views.map(({ id, name, screen, query }) => ({
        id,
        label: `Open view ${name}`,
        hint: screen,
        run: () => void navigate({ to: `/${mode}/${screen}`, search: query }),
      })),
      {
        id: 'mode',
        label: `Switch to ${other} mode`,
        run: () => switchMode(other),
      },
      { id: 'light', label: 'Use the light theme', run: () => switchTheme('light') },
      { id: 'dark', label: 'Use the dark theme', run: () => switchTheme('dark') },
      { id: 'system', label: 'Use the theme of the system', run: () => switchTheme('system') },
      { id: 'out', label: 'Sign out', run: () => void session.signOut() },
    ];
  }, [mode, navigate, session, switchMode, views]);
  // Enter must not open what was found for an earlier text.
  const isCurrent = asked === text.trim() && asked.length >= FROM_CHARACTERS;
  const found = useMemo<Command[]>(
    () =>
      (isCurrent ? (data?.items ?? []) : []).map(({ resource, id, label }) => ({
        id: `${resource}-${id}`,
        label,
        hint: resource,
        run: () => void navigate({ to: pathOf(mode, resource, id) }),
      })),
    [isCurrent, data, mode, navigate],
  );
  return <Palette commands={commands} found={found} text={text} onText={setText} onClose={onClose} />;
}

const SCREENS: Record<string, string> = {
  subjects: 'subjects',
  assessments: 'assessments',
  policies: 'policies',
  documents: 'documents',
  templates: 'templates',
  matches: 'matches',
  sources: 'sources',
  webhooks: 'webhooks',
  investigations: 'investigations',
  contexts: 'contexts',
};

/** Screens without a page for one record. */
const LISTS_ONLY = new Set(['sources', 'investigations', 'contexts']);

function pathOf(mode: string, resource: string, id: string): string {
  // Screening lists are sources of screening, and their id is a key.
  if (resource === 'sources' && !uuidIn(id)) return `/${mode}/lists/${encodeURIComponent(id)}`;
  // A policy is found by its key, and one of its versions by id.
  if (resource === 'policies' && uuidIn(id)) return `/${mode}/policies/versions/${id}`;
  const screen = SCREENS[resource];
  if (!screen) return `/${mode}/events`;
  return LISTS_ONLY.has(screen) ? `/${mode}/${screen}` : `/${mode}/${screen}/${encodeURIComponent(id)}`;
}
