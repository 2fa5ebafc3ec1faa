import { brandColours } from '../brand-colours.ts';
import { make } from './dom.ts';
import type { SigningService } from './service.ts';
import type { Brand } from './signing-state.ts';
import { say, strings } from './strings.ts';

let brand: Brand | undefined;

/** How long the document waits for the brand, so that the header does not move when it arrives. */
const WAIT_MS = 1_000;

/** Resolves when the brand is there or has taken too long. Without it, the page has its own colours. */
export async function waitForBrand(service: SigningService): Promise<void> {
  const loading = service.readBrand().then((answer) => {
    if (answer.kind === 'answered') show(answer.value);
  });
  await Promise.race([loading, new Promise((resolve) => setTimeout(resolve, WAIT_MS))]);
}

function show(read: Brand) {
  brand = read;
  if (read.colour !== null) paint(read.colour);
  document.querySelector('.top')?.prepend(...brandLines());
}

function paint(colour: string) {
  const { fill, onFill, onLight, onDark } = brandColours(colour);
  const { classList, style } = document.documentElement;
  style.setProperty('--brand', fill);
  style.setProperty('--on-brand', onFill);
  style.setProperty('--brand-on-light', onLight);
  style.setProperty('--brand-on-dark', onDark);
  classList.add('branded');
}

/** For the header: logo and name, and the registered name where it differs. */
export function brandLines(): HTMLElement[] {
  if (!brand || (brand.name === null && brand.logo === null)) return [];
  const { name, registeredName, logo } = brand;
  const line = make('p', { class: 'brand' });
  if (logo !== null) line.append(make('img', { src: logo, alt: '' }));
  const names = make('span', { class: 'brand-names' });
  if (name !== null) names.append(make('strong', { dir: 'auto' }, name));
  if (registeredName !== null) names.append(make('span', {}, say(strings.registeredAs, { name: registeredName })));
  line.append(names);
  return [line];
}
