/**
 * A tap consists of press, release and click. A layout change in between makes the click hit
 * another element, so layout changes wait for the click.
 */
const waiting = new Set<() => void>();
let isPressed = false;
let releasing: ReturnType<typeof setTimeout> | undefined;

/**
 * Browsers dispatch the click of a tap well within this time; a press that became a drag has no
 * click.
 */
const CLICK_WITHIN_MS = 400;

/** Runs `work` now, or after the click while a finger, pen or mouse button is down. */
export function afterPress(work: () => void) {
  if (isPressed) waiting.add(work);
  else work();
}

function release() {
  clearTimeout(releasing);
  isPressed = false;
  const works = [...waiting];
  waiting.clear();
  for (const work of works) work();
}

/** Watches every press on the page. Called once at startup. */
export function watchPresses() {
  const pressed = () => {
    clearTimeout(releasing);
    isPressed = true;
  };
  const released = () => {
    clearTimeout(releasing);
    releasing = setTimeout(release, CLICK_WITHIN_MS);
  };
  addEventListener('pointerdown', pressed, { capture: true });
  addEventListener('pointerup', released, { capture: true });
  addEventListener('pointercancel', release, { capture: true });
  // After the listeners of the clicked element, and before the browser paints.
  addEventListener('click', () => setTimeout(release), { capture: true });
}
