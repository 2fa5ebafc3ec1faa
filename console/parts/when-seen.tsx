import { type ReactNode, useEffect, useRef, useState } from 'react';

/** Renders its content when it comes into view, so that the first screen needs fewer calls. */
export function WhenSeen({ height, children }: { height: number; children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null);
  const [isSeen, setSeen] = useState(false);
  useEffect(() => {
    const element = place.current;
    if (!element || isSeen) return;
    const observer = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) setSeen(true);
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [isSeen]);
  return isSeen ? children : <div ref={place} style={{ minHeight: height }} />;
}
