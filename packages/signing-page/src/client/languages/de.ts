import type { Texts } from './texts.ts';

export const de: Texts = {
  pageTitle: 'Dokument unterschreiben',
  skip: 'Zum Dokument springen',
  titleOf: '{document} – unterschreiben',
  forSigner: 'Für {name} ({email})',
  until: 'Bitte unterschreiben Sie bis {time}.',
  askedBy: '{sender} bittet Sie um Ihre Unterschrift.',
  noteOfSender: 'Nachricht des Absenders',
  language: 'Sprache',
  documentRegion: 'Dokument',
  pageOf: 'Seite {page} von {pages}',
  loading: 'Das Dokument wird geladen…',
  loadingRest: 'Der Rest des Dokuments wird geladen…',
  pdfFailed: 'Das Dokument konnte nicht geladen werden.',
  pdfFailedWhat: 'Es ist nichts verloren gegangen. Prüfen Sie Ihre Verbindung und versuchen Sie es erneut.',
  tryAgain: 'Erneut versuchen',
  checkAgain: 'Erneut prüfen',
  stillWaiting: 'Andere haben noch nicht unterschrieben.',
  wholePage: 'Ganze Seite zeigen',

  signing: 'Unterschreiben',
  nothingToFill: 'Nichts auszufüllen',
  onlyOptional: 'Nur freiwillige Felder',
  progress: { one: '{filled} von {count} Feld', other: '{filled} von {count} Feldern' },
  next: 'Nächstes Feld',
  finish: 'Abschließen',
  finishing: 'Wird abgeschlossen…',
  decline: 'Ablehnen',
  consent: 'Mit „Abschließen“ unterschreiben Sie dieses Dokument elektronisch.',
  errorsTitle: {
    one: 'Ein Feld braucht Ihre Aufmerksamkeit',
    other: '{count} Felder brauchen Ihre Aufmerksamkeit',
  },
  notesTitle: 'So wird es gedruckt',
  linesPrinted: {
    one: 'Nur die erste Zeile wird gedruckt.',
    other: 'Nur die ersten {count} Zeilen werden gedruckt.',
  },
  tooLong: 'Länger als das Feld: Der Rest wird über den Rand hinaus gedruckt.',
  notSaved: 'Ihre letzten Eingaben sind nicht gespeichert. Sind Sie offline?',
  notReached: 'Der Dienst hat nicht geantwortet. Sind Sie offline?',
  labelled: '{label}: {message}',

  kinds: {
    signature: 'Unterschrift',
    initials: 'Initialen',
    date: 'Datum',
    text: 'Text',
    checkbox: 'Kontrollkästchen',
    dropdown: 'Auswahl',
  },
  requiredLabel: '{label}, Pflichtfeld',
  signHere: 'Hier unterschreiben',
  initialHere: 'Initialen',
  toSign: '{action}: {label}',
  signed: '{label}: unterschrieben, zum Ändern drücken',
  filledWith: '{label}: {value}',
  ofOther: '{label}, von einer anderen Person ausgefüllt',
  checked: 'angekreuzt',
  choose: 'Auswählen…',
  withFormat: '{label} ({format})',
  dateHint: 'Mit der Eingabetaste oder einem Klick setzen Sie das heutige Datum ein. Sie können es ändern.',
  dateHintWithFormat:
    'Im Format {format}. Mit der Eingabetaste oder einem Klick setzen Sie das heutige Datum ein. Sie können es ändern.',
  groupHint: 'Sie können nur eine dieser Möglichkeiten wählen.',
  placeHint: 'Drücken Sie, um Ihre übernommene Unterschrift einzusetzen.',

  invalid: {
    missing: '{label} muss ausgefüllt werden.',
    missingWhen: '{label} muss ausgefüllt werden, wenn {controller} gewählt ist.',
    missingOne: 'Wählen Sie eine dieser Möglichkeiten: {labels}.',
    date: 'Geben Sie ein Datum ein.',
    dateAs: 'Geben Sie ein Datum im Format {format} ein.',
    choice: 'Wählen Sie eine der Möglichkeiten.',
    picture: 'Dieses Bild kann nicht verwendet werden. Wählen oder zeichnen Sie ein anderes.',
    other: 'Dieser Wert kann nicht verwendet werden. Prüfen Sie seine Form und die verwendeten Zeichen.',
  },

  refused: {
    changed_meanwhile:
      'Das Dokument hat sich geändert, seit es Ihnen gezeigt wurde. Bitte sehen Sie es sich noch einmal an und schließen Sie dann ab.',
    not_your_turn: 'Andere müssen vor Ihnen unterschreiben.',
    signed_already: 'Sie haben unterschrieben. Änderungen sind nicht mehr möglich.',
    document_closed: 'Das Dokument kann nicht mehr unterschrieben werden.',
    read_only: 'Dieses Feld kann nicht mehr geändert werden.',
    trail_full: 'Felder dieses Dokuments wurden zu oft geändert und bleiben nun so, wie sie sind.',
    consent_required: 'Bitte stimmen Sie zuerst den Hinweisen zur elektronischen Unterschrift zu.',
    other: 'Der Dienst hat diese Anfrage abgelehnt. Bitte laden Sie die Seite neu und versuchen Sie es erneut.',
  },

  signature: {
    title: { signature: 'Ihre Unterschrift', initials: 'Ihre Initialen' },
    ways: 'Art der Unterschrift',
    draw: 'Zeichnen',
    type: 'Tippen',
    upload: 'Hochladen',
    pad: 'Fläche zum Zeichnen mit Finger, Stift oder Maus. Ohne diese verwenden Sie „Tippen“.',
    padHint: 'Hier zeichnen',
    undo: 'Rückgängig',
    clear: 'Leeren',
    typed: { signature: 'Ihr Name', initials: 'Ihre Initialen' },
    file: 'Bild Ihrer Unterschrift (PNG oder JPEG)',
    fileHint: 'Am besten eignet sich dunkle Tinte auf weißem Papier. Leere Ränder werden abgeschnitten.',
    notAPicture: 'Diese Datei ist kein lesbares PNG- oder JPEG-Bild.',
    blankPicture:
      'In diesem Bild ist keine Unterschrift zu erkennen. Verwenden Sie dunkle Tinte auf hellem Papier und füllen Sie das Bild damit aus.',
    notDrawable:
      'Dieser Text kann nicht als Unterschrift dargestellt werden. Verwenden Sie andere Zeichen oder einen kürzeren Text, oder wählen Sie „Zeichnen“.',
    tooLargeFile: 'Dieses Bild ist zu groß. Erlaubt sind höchstens 20 MB.',
    nothing: {
      draw: 'Bitte zeichnen Sie zuerst.',
      type: 'Bitte tippen Sie zuerst.',
      upload: 'Bitte wählen Sie zuerst ein Bild.',
    },
    useAgain: {
      signature: {
        one: 'Auch in mein anderes Unterschriftsfeld einsetzen',
        other: 'Auch in meine {count} anderen Unterschriftsfelder einsetzen',
      },
      initials: {
        one: 'Auch in mein anderes Initialenfeld einsetzen',
        other: 'Auch in meine {count} anderen Initialenfelder einsetzen',
      },
    },
    use: 'Übernehmen',
    remove: 'Entfernen',
    cancel: 'Abbrechen',
  },

  disclosure: {
    title: 'Elektronische Dokumente und Unterschriften',
    summary: 'Sie werden gebeten, elektronisch zu unterschreiben. Bitte lesen Sie vorher die Hinweise.',
    read: 'Hinweise lesen',
    paragraphs: [
      'Sie erhalten, lesen und unterschreiben dieses Dokument in elektronischer Form. Ihre elektronische Unterschrift soll dieselbe Wirkung haben wie eine handschriftliche, soweit das anwendbare Recht dies zulässt.',
      'Sie sind nicht verpflichtet, elektronisch zu unterschreiben. Wenn Sie Papier bevorzugen, wählen Sie „Ablehnen“ oder wenden Sie sich an den Absender und bitten Sie um eine Papierfassung. Ob dafür Kosten entstehen, teilt Ihnen der Absender mit.',
      'Bis Sie abschließen, können Sie Ihre Zustimmung widerrufen: Wählen Sie „Ablehnen“ oder schließen Sie diese Seite. Ein Widerruf berührt nicht, was Sie zuvor unterschrieben haben.',
      'Sie benötigen einen aktuellen Webbrowser, Zugang zu Ihrer E-Mail und ein Programm, das PDF-Dateien anzeigt. Wenn alle unterschrieben haben, können Sie das unterschriebene Dokument auf dieser Seite herunterladen. Bewahren Sie eine Kopie auf.',
      'Der Dienst zeichnet auf, wann Sie das Dokument geöffnet, ausgefüllt und unterschrieben haben, sowie Ihre IP-Adresse und Ihren Browser. Diese Aufzeichnung gehört zum Nachweis Ihrer Unterschrift und steht dem Absender zur Verfügung.',
    ],
    accept: 'Ich habe die Hinweise gelesen und bin mit elektronischen Dokumenten und Unterschriften einverstanden.',
    accepted: 'Sie haben elektronischen Dokumenten und Unterschriften zugestimmt.',
    needed: 'Bitte stimmen Sie zuerst den Hinweisen zur elektronischen Unterschrift zu.',
  },

  declining: {
    title: 'Unterschrift ablehnen',
    what: 'Der Absender kann Ihre Begründung lesen. Danach kann dieses Dokument nicht mehr unterschrieben werden.',
    reason: 'Warum lehnen Sie ab?',
    noReason: 'Bitte geben Sie einen Grund an.',
    sure: 'Unterschrift ablehnen',
    back: 'Zurück zum Dokument',
  },

  outcomes: {
    waiting: {
      title: 'Sie sind noch nicht an der Reihe',
      text: 'Andere unterschreiben vor Ihnen. Sie erhalten eine E-Mail, sobald Sie an der Reihe sind. Bis dahin können Sie das Dokument lesen.',
    },
    signed: {
      title: 'Sie haben unterschrieben',
      text: 'Unterschriften: {completed} von {total}. Sobald alle unterschrieben haben, können Sie das fertige Dokument hier herunterladen.',
    },
    preparing: {
      title: 'Alle haben unterschrieben',
      text: 'Das fertige Dokument wird erstellt. Das dauert einen Moment.',
    },
    completed: {
      title: 'Das Dokument ist vollständig',
      text: 'Alle haben unterschrieben. Bewahren Sie eine Kopie für Ihre Unterlagen auf.',
      download: 'Unterschriebenes PDF herunterladen',
      digest: 'SHA-256 der Datei',
    },
    declined: {
      title: 'Sie haben abgelehnt',
      text: 'Der Absender sieht das und Ihre Begründung. Das Dokument kann nicht mehr unterschrieben werden.',
    },
    declinedByOther: {
      title: 'Das Dokument wurde abgelehnt',
      text: 'Eine andere Person hat abgelehnt. Das Dokument kann deshalb nicht mehr unterschrieben werden.',
    },
    voided: {
      title: 'Das Dokument wurde zurückgezogen',
      text: 'Der Absender hat es zurückgezogen. Es kann deshalb nicht mehr unterschrieben werden.',
    },
    expired: {
      title: 'Die Frist ist abgelaufen',
      text: 'Bitte wenden Sie sich an den Absender, damit er das Dokument erneut sendet.',
    },
    linkExpired: {
      title: 'Dieser Link ist abgelaufen',
      text: 'Links zu abgeschlossenen Dokumenten sind nur eine begrenzte Zeit gültig. Wir können einen neuen Link an die E-Mail-Adresse der unterzeichnenden Person senden.',
      request: 'Neuen Link per E-Mail senden',
      sent: 'Ein neuer Link wurde an die E-Mail-Adresse der unterzeichnenden Person gesendet.',
      tooMany: 'Es wurden zu viele E-Mails gesendet. Bitte versuchen Sie es später erneut.',
      refused: 'Es konnte kein neuer Link gesendet werden. Bitte wenden Sie sich an den Absender.',
    },
    unknownLink: {
      title: 'Dieser Link ist ungültig',
      text: 'Bitte öffnen Sie den vollständigen Link aus der E-Mail oder suchen Sie nach einer neueren E-Mail.',
    },
    failed: {
      title: 'Das Dokument konnte nicht geöffnet werden',
      text: 'Prüfen Sie Ihre Verbindung und versuchen Sie es erneut.',
    },
  },
};
