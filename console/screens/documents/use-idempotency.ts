import { useRef } from 'react';

/** One key for as long as what is sent stays the same, so that a repeated attempt creates nothing twice. */
export function useKeyOf(): (content: unknown) => string {
  const latest = useRef({ text: '', key: '' });
  return (content) => {
    const text = JSON.stringify(content);
    if (latest.current.text !== text) latest.current = { text, key: crypto.randomUUID() };
    return latest.current.key;
  };
}
