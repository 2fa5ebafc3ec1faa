import { CONSENT_SHOWN, CONSENTS } from '../../signing/consent.ts';

/** Every text of the page, so that it can be said in another language. */
export const strings = {
  language: 'en',
  pageTitle: 'Sign a document',
  opening: 'Opening the document…',
  needsScript: 'Signing needs JavaScript. Please turn it on and load this page again.',
  skip: 'Skip to the document',
  titleOf: (document: string) => `${document} – sign`,
  forSigner: (name: string, email: string) => `For ${name} (${email})`,
  until: (date: string) => `Please sign by ${date}.`,
  askedBy: (sender: string) => `${sender} asks you to sign.`,
  noteOfSender: 'Message from the sender',
  documentRegion: 'Document',
  pageOf: (page: number, pages: number) => `Page ${page} of ${pages}`,
  loading: 'Loading the document…',
  pdfFailed: 'The document could not be loaded.',
  pdfFailedWhat: 'Nothing is lost. Check your connection and try again.',
  tryAgain: 'Try again',
  checkAgain: 'Check again',
  stillWaiting: 'Still waiting for others.',
  wholePage: 'Show the whole page',

  signing: 'Signing',
  nothingToFill: 'Nothing to fill',
  onlyOptional: 'Only optional fields',
  progress: (filled: number, total: number) =>
    `${filled} of ${total} ${total === 1 ? 'field' : 'fields'}`,
  next: 'Next field',
  finish: 'Finish',
  finishing: 'Finishing…',
  decline: 'Decline',
  consent: CONSENTS[CONSENT_SHOWN],
  errorsTitle: (count: number) =>
    count === 1 ? 'One field needs your attention' : `${count} fields need your attention`,
  notesTitle: 'How it will be printed',
  linesPrinted: (lines: number) =>
    `Only the first ${lines === 1 ? 'line' : `${lines} lines`} will be printed.`,
  tooLong: 'Longer than its box: the rest will be printed beyond it.',
  notSaved: 'Your last entries are not saved. Are you offline?',
  changedMeanwhile:
    'The document has changed since it was shown to you. Please look at it again, then finish.',
  notReached: 'The service did not answer. Are you offline?',

  kinds: {
    signature: 'Signature',
    initials: 'Initials',
    date: 'Date',
    text: 'Text',
    checkbox: 'Checkbox',
    dropdown: 'Choice',
  },
  requiredLabel: (label: string) => `${label}, required`,
  signHere: 'Sign here',
  initialHere: 'Initials',
  toSign: (words: string, label: string) => `${words}: ${label}`,
  signed: (label: string) => `${label}: signed, press to change`,
  filledWith: (label: string, value: string) => `${label}: ${value}`,
  ofOther: (label: string) => `${label}, filled by somebody else`,
  checked: 'checked',
  choose: 'Choose…',
  withFormat: (label: string, format: string) => `${label} (${format})`,
  dateHint: (format: string | null) =>
    `${format ? `Written as ${format}. ` : ''}Press Enter or click for the date of today; it can be changed.`,
  groupHint: 'Only one of these can be chosen.',

  signature: {
    title: { signature: 'Your signature', initials: 'Your initials' },
    ways: 'How to sign',
    draw: 'Draw',
    type: 'Type',
    upload: 'Upload',
    pad: 'Area to draw in with a finger, pen or mouse. Without one of these, use Type.',
    padHint: 'Draw here',
    undo: 'Undo',
    clear: 'Clear',
    typed: { signature: 'Your name', initials: 'Your initials' },
    preview: 'Preview',
    file: 'Picture of your signature (PNG or JPEG)',
    fileHint: 'Dark ink on white paper works best. Empty margins are cut off.',
    notAPicture: 'This file is not a PNG or JPEG picture that can be read.',
    blankPicture:
      'No signature can be seen in this picture. Use dark ink on light paper, and fill the picture with it.',
    tooLargeFile: 'This picture is too large. It may have at most 20 MB.',
    nothing: {
      draw: 'Please draw first.',
      type: 'Please type first.',
      upload: 'Please choose a picture first.',
    },
    again: { signature: 'signature', initials: 'initials' },
    useAgain: (kind: string, count: number) =>
      `Put it also into my ${count === 1 ? `other ${kind} field` : `${count} other ${kind} fields`}`,
    use: 'Use it',
    remove: 'Remove',
    cancel: 'Cancel',
  },

  declining: {
    title: 'Decline to sign',
    what: 'The sender can read why, and nobody can sign this document any more.',
    reason: 'Why do you decline?',
    noReason: 'Please say why.',
    sure: 'Decline to sign',
    back: 'Back to the document',
  },

  outcomes: {
    waiting: {
      title: 'It is not your turn yet',
      text: 'Others sign before you. You will be told when it is your turn; until then you can read the document.',
    },
    signed: {
      title: 'You have signed',
      text: ({ completed, total }: { completed: number; total: number }) =>
        `${completed} of ${total} have signed. The finished document will be here once all have.`,
    },
    preparing: {
      title: 'Everybody has signed',
      text: 'The finished document is being prepared. This takes a moment.',
    },
    completed: {
      title: 'The document is complete',
      text: 'Everybody has signed. Keep a copy for your records.',
      download: 'Download the signed PDF',
      digest: 'SHA-256 of the file',
    },
    declined: {
      title: 'You have declined',
      text: 'The sender can see that, and why. Nobody can sign this document any more.',
    },
    declinedByOther: {
      title: 'The document was declined',
      text: 'Somebody who was to sign it has declined, so it can no longer be signed.',
    },
    voided: {
      title: 'The document was withdrawn',
      text: 'Its sender has withdrawn it, so it can no longer be signed.',
    },
    expired: {
      title: 'The time to sign is over',
      text: 'Please ask the sender for the document again.',
    },
    unknownLink: {
      title: 'This link is not valid',
      text: 'Please open the link as it was sent to you, in one piece, or look for a newer mail.',
    },
    failed: {
      title: 'The document could not be opened',
      text: 'Check your connection and try again.',
    },
  },
};
