import { useApiQuery } from '../app.tsx';
import type { Api } from './client.ts';
import { usePages } from './pages.ts';

export type Notification = Awaited<ReturnType<Api['risk']['listNotifications']>>['items'][number];

/** What others did that concerns the signed-in person, newest first. */
export const useNotifications = () =>
  usePages(['notifications'], (api, { offset, signal }) => api.risk.listNotifications({ query: { offset }, signal }));

/** Whether this person gets an email digest, and where. */
export const useNotificationSettings = () =>
  useApiQuery(['notification-settings'], (api, signal) => api.risk.readNotificationSettings({ signal }));
