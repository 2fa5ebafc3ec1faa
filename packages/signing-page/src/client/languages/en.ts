/**
 * Every text of the page. `{name}` stands for a value; texts that depend on a number have one form for
 * each plural category of the language. Other languages have exactly these keys and values.
 */
export const en = {
  pageTitle: 'Sign a document',
  skip: 'Skip to the document',
  titleOf: '{document} – sign',
  forSigner: 'For {name} ({email})',
  until: 'Please sign by {time}.',
  askedBy: '{sender} asks you to sign.',
  noteOfSender: 'Message from the sender',
  language: 'Language',
  documentRegion: 'Document',
  pageOf: 'Page {page} of {pages}',
  loading: 'Loading the document…',
  loadingRest: 'Loading the rest of the document…',
  pdfFailed: 'The document could not be loaded.',
  pdfFailedWhat: 'Nothing is lost. Check your connection and try again.',
  tryAgain: 'Try again',
  checkAgain: 'Check again',
  stillWaiting: 'Still waiting for other signers.',
  wholePage: 'Show the whole page',

  signing: 'Signing',
  nothingToFill: 'Nothing to fill',
  onlyOptional: 'Only optional fields',
  progress: { one: '{filled} of {count} field', other: '{filled} of {count} fields' },
  next: 'Next field',
  finish: 'Finish',
  finishing: 'Finishing…',
  decline: 'Decline',
  consent: 'By choosing Finish you sign this document electronically.',
  errorsTitle: {
    one: 'One field needs your attention',
    other: '{count} fields need your attention',
  },
  notesTitle: 'How it will be printed',
  linesPrinted: {
    one: 'Only the first line will be printed.',
    other: 'Only the first {count} lines will be printed.',
  },
  tooLong: 'Longer than its box: the rest will be printed beyond it.',
  notSaved: 'Your last entries are not saved. Are you offline?',
  notReached: 'The service did not answer. Are you offline?',
  labelled: '{label}: {message}',

  kinds: {
    signature: 'Signature',
    initials: 'Initials',
    date: 'Date',
    text: 'Text',
    checkbox: 'Checkbox',
    dropdown: 'Choice',
  },
  requiredLabel: '{label}, required',
  signHere: 'Sign here',
  initialHere: 'Initials',
  toSign: '{action}: {label}',
  signed: '{label}: signed, press to change',
  filledWith: '{label}: {value}',
  ofOther: '{label}, filled by another signer',
  checked: 'checked',
  choose: 'Choose…',
  withFormat: '{label} ({format})',
  dateHint: 'Press Enter or click to insert today’s date. You can change it.',
  dateHintWithFormat:
    'Written as {format}. Press Enter or click to insert today’s date. You can change it.',
  groupHint: 'Only one of these can be chosen.',
  placeHint: 'Press to place the signature you have adopted.',

  invalid: {
    missing: '{label} is required.',
    missingWhen: '{label} is required when {controller} is selected.',
    missingOne: 'Choose one of these: {labels}.',
    date: 'Enter a date.',
    dateAs: 'Enter a date written as {format}.',
    choice: 'Choose one of the options.',
    picture: 'This image cannot be used. Choose or draw another one.',
    other: 'This value cannot be used. Check its format and its characters.',
  },

  refused: {
    changed_meanwhile:
      'The document has changed since it was shown to you. Please look at it again, then finish.',
    not_your_turn: 'Other signers have to sign before it is your turn.',
    signed_already: 'You have signed. Nothing can be changed any more.',
    document_closed: 'The document can no longer be signed.',
    read_only: 'This field can no longer be changed.',
    trail_full: 'Fields of this document were changed too often, so they stay as they are.',
    consent_required: 'Please accept the disclosure on electronic signatures first.',
    other: 'The service refused this request. Please reload the page and try again.',
  },

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
    file: 'Picture of your signature (PNG or JPEG)',
    fileHint: 'Dark ink on white paper works best. Empty margins are cut off.',
    notAPicture: 'This file is not a PNG or JPEG picture that can be read.',
    blankPicture:
      'No signature can be seen in this picture. Use dark ink on light paper, and fill the picture with it.',
    notDrawable:
      'This text cannot be drawn as a signature. Use other characters or a shorter text, or choose Draw.',
    tooLargeFile: 'This picture is too large. It may have at most 20 MB.',
    nothing: {
      draw: 'Please draw first.',
      type: 'Please type first.',
      upload: 'Please choose a picture first.',
    },
    useAgain: {
      signature: {
        one: 'Put it also into my other signature field',
        other: 'Put it also into my {count} other signature fields',
      },
      initials: {
        one: 'Put it also into my other initials field',
        other: 'Put it also into my {count} other initials fields',
      },
    },
    use: 'Use it',
    remove: 'Remove',
    cancel: 'Cancel',
  },

  disclosure: {
    title: 'Electronic records and signatures',
    summary: 'You are asked to sign electronically. Please read the disclosure before you sign.',
    read: 'Read the disclosure',
    paragraphs: [
      'You receive, read and sign this document in electronic form. Your electronic signature is meant to have the same effect as a handwritten one, as far as the law that applies allows it.',
      'You are not obliged to sign electronically. If you prefer paper, choose Decline or contact the sender and ask for a paper copy. The sender tells you whether there is a charge.',
      'You can withdraw your consent until you finish signing: choose Decline, or close this page. A withdrawal does not affect what you have signed before.',
      'You need a current web browser, access to your email and a program that shows PDF files. When all signers have signed, you can download the signed document from this page. Keep a copy.',
      'The service records when you opened, filled and signed the document, your IP address and your browser. This record is part of the evidence of your signature and is available to the sender.',
    ],
    accept: 'I have read the disclosure and agree to use electronic records and signatures.',
    accepted: 'You agreed to use electronic records and signatures.',
    needed: 'Please accept the disclosure on electronic signatures first.',
  },

  declining: {
    title: 'Decline to sign',
    what: 'The sender can read your reason. Afterwards this document can no longer be signed.',
    reason: 'Why do you decline?',
    noReason: 'Please say why.',
    sure: 'Decline to sign',
    back: 'Back to the document',
  },

  outcomes: {
    waiting: {
      title: 'It is not your turn yet',
      text: 'Other signers sign before you. You will receive an email when it is your turn. Until then you can read the document.',
    },
    signed: {
      title: 'You have signed',
      text: '{completed} of {total} have signed. You can download the finished document here once all signers have signed.',
    },
    preparing: {
      title: 'All signers have signed',
      text: 'The finished document is being prepared. This takes a moment.',
    },
    completed: {
      title: 'The document is complete',
      text: 'All signers have signed. Keep a copy for your records.',
      download: 'Download the signed PDF',
      digest: 'SHA-256 of the file',
    },
    declined: {
      title: 'You have declined',
      text: 'The sender can see this and your reason. The document can no longer be signed.',
    },
    declinedByOther: {
      title: 'The document was declined',
      text: 'Another signer has declined, so it can no longer be signed.',
    },
    voided: {
      title: 'The document was withdrawn',
      text: 'The sender has withdrawn it, so it can no longer be signed.',
    },
    expired: {
      title: 'The time to sign is over',
      text: 'Please ask the sender to send the document again.',
    },
    linkExpired: {
      title: 'This link has expired',
      text: 'Links to completed documents work for a limited time. We can email a new link to the signer’s address.',
      request: 'Email a new link',
      sent: 'A new link was sent to the signer’s email address.',
      tooMany: 'Too many emails were sent. Please try again later.',
      refused: 'A new link could not be sent. Please contact the sender.',
    },
    unknownLink: {
      title: 'This link is not valid',
      text: 'Please open the complete link from the email, or look for a newer email.',
    },
    failed: {
      title: 'The document could not be opened',
      text: 'Check your connection and try again.',
    },
  },
};
