import { type RefObject, useLayoutEffect, useRef, useState } from 'react';

/** The width of an element in pixels, so that pictures draw text at its real size. */
export function useWidth<Target extends HTMLElement>(initial: number): readonly [RefObject<Target | null>, number] {
  const element = useRef<Target>(null);
  const [width, setWidth] = useState(initial);
  useLayoutEffect(() => {
    const target = element.current;
    if (!target) return;
    setWidth(target.clientWidth || initial);
    const observer = new ResizeObserver(([entry]) => {
      if (entry) setWidth(Math.round(entry.contentRect.width));
    });
    observer.observe(target);
    return () => observer.disconnect();
  }, [initial]);
  return [element, width];
}
