import { type ReactNode, useId } from 'react';

/** A titled part of a page. */
export function Card({ title, end, children }: { title: string; end?: ReactNode; children: ReactNode }) {
  const id = useId();
  return (
    <section className="card" aria-labelledby={id}>
      <div className="card-head">
        <h2 id={id}>{title}</h2>
        {end}
      </div>
      {children}
    </section>
  );
}
