import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useApi, useMode } from '../app.tsx';
import type { Api } from './client.ts';

/** Lists of the API name the next page by an offset or by a cursor. */
interface Page<Item> {
  items: readonly Item[];
  nextOffset?: number | null;
  nextCursor?: string | null;
}

/** Where a page begins: both are undefined for the first one, and an operation takes one of them. */
interface PageStart {
  offset: number | undefined;
  cursor: string | undefined;
  signal: AbortSignal;
}

interface PagesOptions<Item> {
  isOn?: boolean;
  /** Reads the list again after this time, while its items say that they change. */
  pollMs?: number;
  pollWhile?: (items: readonly Item[]) => boolean;
}

/** A list of the API in the current mode, page by page. What `read` needs to know is part of the key. */
export function usePages<Item>(
  key: readonly unknown[],
  read: (api: Api, start: PageStart) => Promise<Page<Item>>,
  { isOn = true, pollMs = 0, pollWhile }: PagesOptions<Item> = {},
) {
  const api = useApi();
  const mode = useMode();
  const list = useInfiniteQuery({
    queryKey: [mode, ...key],
    queryFn: ({ pageParam, signal }) => read(api, { ...pageParam, signal }),
    initialPageParam: { offset: undefined, cursor: undefined } as Omit<PageStart, 'signal'>,
    getNextPageParam: ({ nextOffset, nextCursor }) =>
      nextOffset || nextCursor ? { offset: nextOffset ?? undefined, cursor: nextCursor ?? undefined } : undefined,
    enabled: isOn,
    refetchInterval: ({ state }) =>
      pollWhile?.(state.data?.pages.flatMap((page) => page.items) ?? []) ? pollMs : false,
  });
  const items = useMemo(() => list.data?.pages.flatMap((page) => page.items) ?? [], [list.data]);
  return { ...list, items };
}
