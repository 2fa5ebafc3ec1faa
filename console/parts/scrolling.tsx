import { type ReactNode, type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { useCardTitle } from './card.tsx';

/**
 * An element that scrolls where its content does not fit. Only then it is a named region and a stop of Tab, so that it
 * is scrolled by keyboard too. Its name is that of its card, unless it has one of its own.
 */
function useScrolling<Target extends HTMLElement>(label: string | undefined, text?: unknown) {
  const element = useRef<Target>(null);
  const [isScrolling, setScrolling] = useState(false);
  const title = useCardTitle();
  // biome-ignore lint/correctness/useExhaustiveDependencies: another text has another size
  useLayoutEffect(() => {
    const target = element.current;
    if (!target) return;
    const measure = () => setScrolling(isCut(target));
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(target);
    // Its rows may get wider while it keeps its width.
    if (target.firstElementChild) observer.observe(target.firstElementChild);
    return () => observer.disconnect();
  }, [text]);
  const region = isScrolling ? { role: 'region', 'aria-label': label ?? title ?? 'Table', tabIndex: 0 } : {};
  return { ref: element as RefObject<Target | null>, ...region };
}

const isCut = ({ scrollWidth, clientWidth, scrollHeight, clientHeight }: HTMLElement) =>
  scrollWidth > clientWidth || scrollHeight > clientHeight;

/** Content that scrolls sideways. */
export function ScrollX({
  label,
  className = '',
  children,
}: {
  label?: string | undefined;
  className?: string;
  children: ReactNode;
}) {
  return (
    <div className={`scroll-x ${className}`.trim()} {...useScrolling<HTMLDivElement>(label)}>
      {children}
    </div>
  );
}

/** Text as it is stored or sent. */
export function Code({ label, className = '', children }: { label: string; className?: string; children: ReactNode }) {
  return (
    <pre className={`code ${className}`.trim()} {...useScrolling<HTMLPreElement>(label, children)}>
      {children}
    </pre>
  );
}
