import { button } from './dom.ts';
import { hostOf } from './host.ts';
import { type CardContent, card } from './outcome-card.ts';
import { showAlone } from './page-frame.ts';
import { loadPdfJs } from './pdf/open-pdf.ts';
import { watchPresses } from './press.ts';
import { type Refusal, serviceOf } from './service.ts';
import { openSession } from './session.ts';
import { showSession } from './show-session.ts';
import { strings } from './strings.ts';

const service = serviceOf(location.href);
const host = hostOf(window);

async function open() {
  const answer = await service.read();
  if (answer.kind === 'unreachable') return showFailure();
  if (answer.kind === 'refused') return showClosed(answer.refusal);
  const session = openSession(service, answer.value, { host, onClosed: showClosed });
  showSession(session, service);
  host.ready();
}

const { expired, unknownLink, failed } = strings.outcomes;
const bad = (texts: Omit<CardContent, 'look'>): CardContent => ({ ...texts, look: 'bad' });

const showClosed = ({ status }: Refusal) =>
  showAlone(card(bad(status === 410 ? expired : unknownLink)));

const showFailure = () =>
  showAlone(
    card(
      bad(failed),
      button(strings.tryAgain, () => void open(), { class: 'primary' }),
    ),
  );

watchPresses();
// Asked for again when it is needed, should this fail.
loadPdfJs().catch(() => undefined);
void open();
