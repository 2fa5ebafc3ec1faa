import { button, make } from '../dom.ts';
import { strings } from '../strings.ts';
import type { SignatureTab } from './signature-tab.ts';

const STEPS: Record<string, number> = { ArrowRight: 1, ArrowLeft: -1 };

/** Accessible tabs: one tab stop, with arrow keys between them (ARIA tabs pattern). */
export function tabs(choices: [SignatureTab, ...SignatureTab[]], label: string, onChoice: () => void) {
  let chosen: SignatureTab = choices[0];
  const buttonOf = new Map(choices.map((tab) => [tab, buttonFor(tab)]));
  const list = make('div', { role: 'tablist', 'aria-label': label, class: 'tabs' });
  list.append(...buttonOf.values());

  function choose(tab: SignatureTab) {
    chosen = tab;
    for (const [each, tabButton] of buttonOf) {
      const isChosen = each === tab;
      tabButton.setAttribute('aria-selected', String(isChosen));
      tabButton.tabIndex = isChosen ? 0 : -1;
      each.panel.hidden = !isChosen;
    }
    tab.opened?.();
    onChoice();
  }

  function buttonFor(tab: SignatureTab) {
    tab.panel.id = `panel-${tab.name}`;
    tab.panel.classList.add('panel');
    tab.panel.setAttribute('role', 'tabpanel');
    tab.panel.setAttribute('aria-labelledby', `tab-${tab.name}`);
    return button(strings.signature[tab.name], () => choose(tab), {
      role: 'tab',
      id: `tab-${tab.name}`,
      'aria-controls': tab.panel.id,
    });
  }

  list.addEventListener('keydown', (event) => {
    const step = STEPS[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const next = choices.at((choices.indexOf(chosen) + step) % choices.length) ?? choices[0];
    choose(next);
    buttonOf.get(next)?.focus();
  });

  choose(chosen);
  return {
    element: make('div', {}, list, ...choices.map(({ panel }) => panel)),
    chosen: () => chosen,
    opened: () => choose(chosen),
  };
}
