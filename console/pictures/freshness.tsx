import { serverNow } from '../api/clock.ts';
import { freshnessOf } from './freshness-layout.ts';

const TONES = { fresh: '', forever: '', ending: 'warn', over: 'bad' } as const;

export function FreshnessBar(props: { observedAt: string; expiresAt: string | null; maxAgeSeconds: number | null }) {
  const { left, state, words } = freshnessOf(props, serverNow());
  return (
    <div className="stack-s freshness">
      <span className={`meter ${TONES[state]}`} aria-hidden="true">
        <span style={{ width: `${Math.round(left * 100)}%` }} />
      </span>
      <span className="caption">{words}</span>
    </div>
  );
}
