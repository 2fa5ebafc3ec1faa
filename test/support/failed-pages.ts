import type { BrowserContext } from 'playwright-core';
import type { TestContext } from 'vitest';

const SHOWN_CHARACTERS = 1_500;

/** Dialogs and the screen, if there are any, and not the navigation around them. */
const SHOWN = `[...document.querySelectorAll('dialog[open], main')].map((part) => part.innerText).join('\\n') ||
  document.body.innerText`;

/** Says what the pages of a failed test show, before they are closed. */
export async function showFailed(
  { task }: Pick<TestContext, 'task'>,
  contexts: readonly BrowserContext[],
): Promise<void> {
  if (task.result?.state !== 'fail') return;
  for (const page of contexts.flatMap((context) => context.pages())) {
    const text = await page.evaluate(SHOWN).catch(String);
    console.error(`${task.name}\n${page.url()}\n${String(text).slice(0, SHOWN_CHARACTERS)}`);
  }
}
