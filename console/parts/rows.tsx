import { useVirtualizer } from '@tanstack/react-virtual';
import { memo, type ReactNode, useCallback, useEffect, useId, useRef } from 'react';
import { useShortcuts } from '../keys.ts';
import type { RowSelection } from './use-selection.ts';

export interface RowsProps<Item> {
  label: string;
  items: readonly Item[];
  idOf(item: Item): string;
  /** How people call a record. */
  nameOf(item: Item): string;
  height: number;
  selection: RowSelection<Item>;
  onOpen?: ((item: Item) => void) | undefined;
  marked?: ReadonlySet<string> | undefined;
  onMark?: ((id: string) => void) | undefined;
  /** Must be stable, so that moving renders two rows and not all. */
  render(item: Item): ReactNode;
  /** Called when the last rows come into view. */
  onEnd?: (() => void) | undefined;
}

/** A list box with virtual rows: `j`, `k`, arrow keys, Home and End move; Enter opens; `x` marks. */
export function Rows<Item>(props: RowsProps<Item>) {
  const { label, items, idOf, height, selection, onOpen, marked, onMark, render, onEnd } = props;
  const { active, lost, choose, act } = selection;
  const scroller = useRef<HTMLDivElement>(null);
  const base = useId();
  const virtual = useVirtualizer({
    count: items.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => height,
    overscan: 8,
  });
  const at = items.findIndex((item) => idOf(item) === active);

  const move = (to: number) => {
    const item = items[Math.max(0, Math.min(items.length - 1, to))];
    if (!item) return;
    choose(idOf(item));
  };
  const open = () => {
    const item = items[at];
    if (item) onOpen?.(item);
  };
  const mark = () => {
    if (active !== undefined) onMark?.(active);
  };
  const extend = (by: number) => {
    mark();
    move(at + by);
  };

  // Also where the selection has moved by itself, so that no key acts on a row that is out of view.
  const bringIntoView = (to: number) => {
    // Scrolling measures the page, which costs more than all else that a key does.
    const above = virtual.scrollOffset ?? 0;
    const below = above + (virtual.scrollRect?.height ?? 0);
    if (lost !== undefined || to * height < above || (to + 1) * height > below) virtual.scrollToIndex(to);
  };
  const scrollTo = useRef(bringIntoView);
  scrollTo.current = bringIntoView;
  const place = useRef(at);
  place.current = at;
  useEffect(() => {
    if (active !== undefined && place.current >= 0) scrollTo.current(place.current);
  }, [active]);

  const places: Readonly<Record<string, readonly [label: string, to: number]>> = {
    ArrowDown: ['Next row', at + 1],
    ArrowUp: ['Previous row', at - 1],
    Home: ['First row', 0],
    End: ['Last row', items.length - 1],
  };
  useShortcuts('Lists', [
    { keys: 'j', label: 'Next row', run: () => move(at + 1) },
    { keys: 'k', label: 'Previous row', run: () => move(at - 1) },
    ...(onOpen ? [{ keys: 'Enter', label: 'Open', run: act(open) }] : []),
    ...(onMark
      ? [
          { keys: 'x', label: 'Select', run: act(mark) },
          { keys: 'shift+j', label: 'Select and move down', run: act(() => extend(1)) },
          { keys: 'shift+k', label: 'Select and move up', run: act(() => extend(-1)) },
        ]
      : []),
    // After a load no control has the focus; the list box handles these keys itself when it has.
    ...Object.entries(places).map(([keys, [label, to]]) => ({
      keys,
      label,
      isHidden: true,
      isForPage: true,
      run: () => move(to),
    })),
  ]);

  const shown = virtual.getVirtualItems();
  const last = shown.at(-1)?.index ?? 0;
  useEffect(() => {
    if (items.length > 0 && last >= items.length - 5) onEnd?.();
  }, [last, items.length, onEnd]);

  const openOne = useCallback((item: Item) => onOpen?.(item), [onOpen]);

  const onKeyDown = (event: React.KeyboardEvent) => {
    const place = places[event.key];
    if (!place) return;
    event.preventDefault();
    move(place[1]);
  };

  return (
    <div
      ref={scroller}
      className="rows"
      role="listbox"
      tabIndex={0}
      aria-label={label}
      aria-multiselectable={onMark ? true : undefined}
      aria-activedescendant={active !== undefined && at >= 0 ? `${base}-${active}` : undefined}
      onKeyDown={onKeyDown}
    >
      <div className="rows-inner" role="presentation" style={{ height: virtual.getTotalSize() }}>
        {shown.map(({ index, start }) => {
          const item = items[index];
          if (!item) return null;
          const id = idOf(item);
          return (
            <MemoRow
              key={id}
              domId={`${base}-${id}`}
              id={id}
              item={item}
              start={start}
              height={height}
              index={index}
              count={items.length}
              isActive={id === active}
              isUnchosen={id === active && lost !== undefined}
              isMarked={marked?.has(id) ?? false}
              render={render as (item: unknown) => ReactNode}
              onChoose={choose}
              onOpen={openOne as (item: unknown) => void}
            />
          );
        })}
      </div>
    </div>
  );
}

interface RowProps {
  domId: string;
  id: string;
  item: unknown;
  start: number;
  height: number;
  index: number;
  count: number;
  isActive: boolean;
  /** The selection came here by itself. */
  isUnchosen: boolean;
  isMarked: boolean;
  render(item: unknown): ReactNode;
  onChoose(id: string): void;
  onOpen(item: unknown): void;
}

const MemoRow = memo(function Row(props: RowProps) {
  const { domId, id, item, start, height, index, count, isActive, isMarked } = props;
  const classes = ['row', isActive && 'is-active', props.isUnchosen && 'is-unchosen', isMarked && 'is-marked'];
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the list box has the focus and names the active row
    // biome-ignore lint/a11y/useKeyWithClickEvents: the list box handles the keys
    <div
      id={domId}
      role="option"
      aria-selected={isMarked || isActive}
      aria-setsize={count}
      aria-posinset={index + 1}
      className={classes.filter(Boolean).join(' ')}
      style={{ height, transform: `translateY(${start}px)` }}
      onClick={() => props.onChoose(id)}
      onDoubleClick={() => props.onOpen(item)}
    >
      {props.render(item)}
    </div>
  );
});
