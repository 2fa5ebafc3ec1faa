import { useNavigate } from '@tanstack/react-router';
import { useEffect, useMemo, useState } from 'react';
import { uuidIn } from '../address.ts';
import { useApiQuery, useMode, useSession } from '../app.tsx';
import { Palette } from '../parts/palette.tsx';
import type { Command } from '../parts/palette-matching.ts';
import { Failure } from '../parts/states.tsx';
import { switchTheme } from '../theme.ts';
import { PLACES } from './navigation.ts';
import { useSwitchMode } from './use-switch-mode.ts';
import { useViews } from './use-views.ts';

const FROM_CHARACTERS = 2;
/** A pause in typing, after which the text is looked up. */
const PAUSE_MS = 120;

function usePaused(text: string): string {
  const [paused, setPaused] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setPaused(text), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return paused;
}

/** What the service can find by an index. Parts of an external id are found among open work and matches. */
const NothingFound = ({ text }: { text: string }) => (
  <p className="card-body quiet">
    No record found for “{text}”. Search covers ids, whole external ids, the beginning of policy keys, and parts of the
    names of lists and recent documents.
  </p>
);

/** The command palette: places, commands, and records that the service finds. */
export function Finder({ onClose }: { onClose(): void }) {
  const mode = useMode();
  const navigate = useNavigate();
  const session = useSession();
  const switchMode = useSwitchMode();
  const { views } = useViews();
  const [text, setText] = useState('');
  const wanted = text.trim();
  const asked = usePaused(wanted);
  const lookup = useApiQuery(
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
      {
        id: 'new-policy',
        label: 'Write a new policy',
        run: () => void navigate({ to: `/${mode}/policies/lab/new` }),
      },
      {
        id: 'create-subject',
        label: 'Create a subject',
        run: () => void navigate({ to: `/${mode}/subjects`, search: { create: 'subject' } }),
      },
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
  const isLong = wanted.length >= FROM_CHARACTERS;
  const isCurrent = isLong && asked === wanted;
  const isSearching = isLong && (!isCurrent || lookup.isPending);
  const data = isCurrent ? lookup.data : undefined;
  const found = useMemo<Command[]>(
    () =>
      (data?.items ?? []).map(({ resource, id, label }) => ({
        id: `${resource}-${id}`,
        label,
        hint: resource,
        run: () => void navigate({ to: pathOf(mode, resource, id) }),
      })),
    [data, mode, navigate],
  );
  // These lists are searched for parts of an external id. Offered last, so that Enter opens what was found.
  const elsewhere = useMemo<Command[]>(
    () =>
      isSearching || !isLong
        ? []
        : [['inbox', 'the inbox'] as const, ['matches', 'matches'] as const].map(([path, place]) => ({
            id: `search-${path}`,
            label: `Search ${place} for “${wanted}”`,
            run: () => void navigate({ to: `/${mode}/${path}`, search: { search: wanted } }),
          })),
    [isSearching, isLong, wanted, mode, navigate],
  );
  const nothing =
    lookup.isError && isCurrent ? (
      <div className="card-body">
        <Failure error={lookup.error} retry={() => void lookup.refetch()} />
      </div>
    ) : (
      data && data.items.length === 0 && <NothingFound text={wanted} />
    );
  const results = useMemo(() => [...found, ...elsewhere], [found, elsewhere]);
  return (
    <Palette
      commands={commands}
      found={results}
      isSearching={isSearching}
      nothing={nothing}
      text={text}
      onText={setText}
      onClose={onClose}
    />
  );
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
