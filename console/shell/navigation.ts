import type { IconName } from '../parts/icon.tsx';

export interface Place {
  label: string;
  /** Path below `/console/{mode}`. */
  path: string;
  icon: IconName;
  keys?: string;
}

/** The navigation in groups. The first group has no heading, because it is the daily work. */
export const NAVIGATION: readonly { heading: string; places: readonly Place[] }[] = [
  {
    heading: '',
    places: [
      { label: 'Overview', path: 'overview', icon: 'columns', keys: 'g o' },
      { label: 'Inbox', path: 'inbox', icon: 'inbox', keys: 'g i' },
      { label: 'Matches', path: 'matches', icon: 'match', keys: 'g m' },
      { label: 'Screen someone', path: 'screen', icon: 'search', keys: 'g n' },
      { label: 'Waits for you', path: 'proposals', icon: 'check', keys: 'g y' },
      { label: 'Notifications', path: 'notifications', icon: 'bell', keys: 'g b' },
      { label: 'Subjects', path: 'subjects', icon: 'person', keys: 'g s' },
      { label: 'Investigations', path: 'investigations', icon: 'magnify' },
    ],
  },
  {
    heading: 'Decide',
    places: [
      { label: 'Policies', path: 'policies', icon: 'page', keys: 'g p' },
      { label: 'Sources', path: 'sources', icon: 'check' },
      { label: 'Contexts', path: 'contexts', icon: 'people' },
      { label: 'Screening lists', path: 'lists', icon: 'list', keys: 'g l' },
    ],
  },
  {
    heading: 'Agreements',
    places: [
      { label: 'Templates', path: 'templates', icon: 'sign', keys: 'g t' },
      { label: 'Documents', path: 'documents', icon: 'page', keys: 'g d' },
    ],
  },
  {
    heading: 'Connect',
    places: [
      { label: 'Webhooks', path: 'webhooks', icon: 'hook', keys: 'g w' },
      { label: 'API keys', path: 'keys', icon: 'key' },
      { label: 'Members', path: 'members', icon: 'people' },
      { label: 'Event log', path: 'events', icon: 'log', keys: 'g e' },
      { label: 'Audit log', path: 'audit', icon: 'check' },
      { label: 'Exports', path: 'exports', icon: 'page' },
      { label: 'Settings', path: 'settings', icon: 'gear' },
    ],
  },
];

export const PLACES: readonly Place[] = NAVIGATION.flatMap(({ places }) => places);
