import { createContext, type ReactNode, useContext, useId } from 'react';

const CardTitle = createContext<string | undefined>(undefined);
/** The title of the card around, which names what is in it. */
export const useCardTitle = () => useContext(CardTitle);

/** A titled part of a page. */
export function Card({ title, end, children }: { title: string; end?: ReactNode; children: ReactNode }) {
  const id = useId();
  return (
    <section className="card" aria-labelledby={id}>
      <div className="card-head">
        <h2 id={id}>{title}</h2>
        {end}
      </div>
      <CardTitle value={title}>{children}</CardTitle>
    </section>
  );
}
