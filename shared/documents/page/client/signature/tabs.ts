import { button, make } from '../dom.ts';
import { strings } from '../strings.ts';
import type { Way } from './way.ts';

const STEPS: Record<string, number> = { ArrowRight: 1, ArrowLeft: -1 };

/** Tabs as keyboards and screen readers know them: one stop, arrows between them. */
export function tabs(ways: [Way, ...Way[]], label: string, onChoice: () => void) {
  let chosen: Way = ways[0];
  const tabOf = new Map(ways.map((way) => [way, tabFor(way)]));
  const list = make('div', { role: 'tablist', 'aria-label': label, class: 'tabs' });
  list.append(...tabOf.values());

  function choose(way: Way) {
    chosen = way;
    for (const [one, tab] of tabOf) {
      const isChosen = one === way;
      tab.setAttribute('aria-selected', String(isChosen));
      tab.tabIndex = isChosen ? 0 : -1;
      one.panel.hidden = !isChosen;
    }
    way.opened?.();
    onChoice();
  }

  function tabFor(way: Way) {
    way.panel.id = `panel-${way.name}`;
    way.panel.classList.add('panel');
    way.panel.setAttribute('role', 'tabpanel');
    way.panel.setAttribute('aria-labelledby', `tab-${way.name}`);
    return button(strings.signature[way.name], () => choose(way), {
      role: 'tab',
      id: `tab-${way.name}`,
      'aria-controls': way.panel.id,
    });
  }

  list.addEventListener('keydown', (event) => {
    const step = STEPS[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const next = ways.at((ways.indexOf(chosen) + step) % ways.length) ?? ways[0];
    choose(next);
    tabOf.get(next)?.focus();
  });

  choose(chosen);
  return {
    element: make('div', {}, list, ...ways.map(({ panel }) => panel)),
    chosen: () => chosen,
    opened: () => choose(chosen),
  };
}
