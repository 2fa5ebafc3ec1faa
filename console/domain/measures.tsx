import { measureInWords } from './match-group.ts';

/** What a listing does to the party, in words. */
export const Measures = ({ measures }: { measures: readonly string[] }) => (
  <span className="cluster">
    {measures.map((measure) => (
      <span key={measure} className="tag">
        {measureInWords(measure)}
      </span>
    ))}
  </span>
);
