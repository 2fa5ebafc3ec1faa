import { type Company, governCompany } from './company.ts';
import { customerLife } from './customer-life.ts';
import { customers } from './customers.ts';
import { agreementLives } from './documents.ts';
import { officeLives } from './office.ts';
import { STORY_NUMBER, storyLife } from './story.ts';
import type { Life } from './timeline.ts';

/** Everything that happens in the quarter, with customers up to this number, beside that of the story. */
export function demoLives(company: Company, size: number): Life[] {
  const lifeOf = (customer: (typeof customers)[number]) =>
    (customer.number === STORY_NUMBER ? storyLife : customerLife)(company, customer);
  const played = customers.filter(({ number }) => number === STORY_NUMBER || number <= size);
  // The story before all others at the same moment.
  const inOrder = played.toSorted((a, b) => Number(b.number === STORY_NUMBER) - Number(a.number === STORY_NUMBER));
  return [governCompany(company), ...inOrder.map(lifeOf), ...agreementLives(company), ...officeLives(company, size)];
}
