import type { Texts } from './texts.ts';

export const es: Texts = {
  pageTitle: 'Firmar un documento',
  skip: 'Ir al documento',
  titleOf: '{document} – firma',
  forSigner: 'Para {name} ({email})',
  until: 'Firme antes del {time}.',
  askedBy: '{sender} le pide que firme.',
  noteOfSender: 'Mensaje del remitente',
  language: 'Idioma',
  documentRegion: 'Documento',
  pageOf: 'Página {page} de {pages}',
  loading: 'Cargando el documento…',
  loadingRest: 'Cargando el resto del documento…',
  pdfFailed: 'No se pudo cargar el documento.',
  pdfFailedWhat: 'No se ha perdido nada. Compruebe su conexión e inténtelo de nuevo.',
  tryAgain: 'Intentar de nuevo',
  checkAgain: 'Comprobar de nuevo',
  stillWaiting: 'Otros firmantes aún no han firmado.',
  wholePage: 'Mostrar la página entera',

  signing: 'Firma',
  nothingToFill: 'Nada que rellenar',
  onlyOptional: 'Solo campos opcionales',
  progress: {
    one: '{filled} de {count} campo',
    many: '{filled} de {count} campos',
    other: '{filled} de {count} campos',
  },
  next: 'Campo siguiente',
  finish: 'Finalizar',
  finishing: 'Finalizando…',
  decline: 'Rechazar',
  consent: 'Al elegir «Finalizar», firma este documento electrónicamente.',
  errorsTitle: {
    one: 'Un campo requiere su atención',
    many: '{count} campos requieren su atención',
    other: '{count} campos requieren su atención',
  },
  notesTitle: 'Cómo se imprimirá',
  linesPrinted: {
    one: 'Solo se imprimirá la primera línea.',
    many: 'Solo se imprimirán las primeras {count} líneas.',
    other: 'Solo se imprimirán las primeras {count} líneas.',
  },
  tooLong: 'Más largo que su recuadro: el resto se imprimirá fuera de él.',
  notSaved: 'Sus últimas entradas no están guardadas. ¿Está sin conexión?',
  notReached: 'El servicio no respondió. ¿Está sin conexión?',
  labelled: '{label}: {message}',

  kinds: {
    signature: 'Firma',
    initials: 'Iniciales',
    date: 'Fecha',
    text: 'Texto',
    checkbox: 'Casilla',
    dropdown: 'Opción',
  },
  requiredLabel: '{label}, obligatorio',
  signHere: 'Firmar aquí',
  initialHere: 'Iniciales',
  toSign: '{action}: {label}',
  signed: '{label}: firmado, pulse para cambiar',
  filledWith: '{label}: {value}',
  ofOther: '{label}, rellenado por otro firmante',
  checked: 'marcada',
  choose: 'Elegir…',
  withFormat: '{label} ({format})',
  dateHint: 'Pulse Intro o haga clic para insertar la fecha de hoy. Puede cambiarla.',
  dateHintWithFormat:
    'Con el formato {format}. Pulse Intro o haga clic para insertar la fecha de hoy. Puede cambiarla.',
  groupHint: 'Solo se puede elegir una de estas opciones.',
  placeHint: 'Pulse para colocar la firma que ha adoptado.',

  invalid: {
    missing: '{label} es obligatorio.',
    missingWhen: '{label} es obligatorio cuando se selecciona {controller}.',
    missingOne: 'Elija una de estas opciones: {labels}.',
    date: 'Introduzca una fecha.',
    dateAs: 'Introduzca una fecha con el formato {format}.',
    choice: 'Elija una de las opciones.',
    picture: 'Esta imagen no se puede usar. Elija o dibuje otra.',
    other: 'Este valor no se puede usar. Compruebe su formato y sus caracteres.',
  },

  refused: {
    changed_meanwhile:
      'El documento ha cambiado desde que se le mostró. Revíselo de nuevo y después finalice.',
    not_your_turn: 'Otros firmantes deben firmar antes que usted.',
    signed_already: 'Usted ya ha firmado. No se puede cambiar nada más.',
    document_closed: 'El documento ya no se puede firmar.',
    read_only: 'Este campo ya no se puede cambiar.',
    trail_full:
      'Los campos de este documento se han cambiado demasiadas veces y quedan como están.',
    consent_required: 'Acepte primero la información sobre la firma electrónica.',
    other: 'El servicio rechazó esta solicitud. Vuelva a cargar la página e inténtelo de nuevo.',
  },

  signature: {
    title: { signature: 'Su firma', initials: 'Sus iniciales' },
    ways: 'Modo de firmar',
    draw: 'Dibujar',
    type: 'Escribir',
    upload: 'Subir',
    pad: 'Área para dibujar con el dedo, un lápiz o el ratón. Si no dispone de ellos, use «Escribir».',
    padHint: 'Dibuje aquí',
    undo: 'Deshacer',
    clear: 'Borrar',
    typed: { signature: 'Su nombre', initials: 'Sus iniciales' },
    file: 'Imagen de su firma (PNG o JPEG)',
    fileHint: 'Lo mejor es tinta oscura sobre papel blanco. Los márgenes vacíos se recortan.',
    notAPicture: 'Este archivo no es una imagen PNG o JPEG legible.',
    blankPicture:
      'No se ve ninguna firma en esta imagen. Use tinta oscura sobre papel claro y llene la imagen con la firma.',
    notDrawable:
      'Este texto no se puede mostrar como firma. Use otros caracteres o un texto más corto, o elija «Dibujar».',
    tooLargeFile: 'Esta imagen es demasiado grande. Puede tener como máximo 20 MB.',
    nothing: {
      draw: 'Dibuje primero.',
      type: 'Escriba primero.',
      upload: 'Elija primero una imagen.',
    },
    useAgain: {
      signature: {
        one: 'Ponerla también en mi otro campo de firma',
        many: 'Ponerla también en mis otros {count} campos de firma',
        other: 'Ponerla también en mis otros {count} campos de firma',
      },
      initials: {
        one: 'Ponerlas también en mi otro campo de iniciales',
        many: 'Ponerlas también en mis otros {count} campos de iniciales',
        other: 'Ponerlas también en mis otros {count} campos de iniciales',
      },
    },
    use: 'Usar',
    remove: 'Quitar',
    cancel: 'Cancelar',
  },

  disclosure: {
    title: 'Documentos y firmas electrónicos',
    summary: 'Se le pide que firme electrónicamente. Lea esta información antes de firmar.',
    read: 'Leer la información',
    paragraphs: [
      'Usted recibe, lee y firma este documento en formato electrónico. Su firma electrónica pretende tener el mismo efecto que una firma manuscrita, en la medida en que lo permita la ley aplicable.',
      'No está obligado a firmar electrónicamente. Si prefiere el papel, elija «Rechazar» o diríjase al remitente y pida una copia en papel. El remitente le indicará si tiene algún coste.',
      'Puede retirar su consentimiento hasta que finalice la firma: elija «Rechazar» o cierre esta página. La retirada no afecta a lo que haya firmado antes.',
      'Necesita un navegador actual, acceso a su correo electrónico y un programa que muestre archivos PDF. Cuando todos los firmantes hayan firmado, podrá descargar el documento firmado en esta página. Guarde una copia.',
      'El servicio registra cuándo abrió, rellenó y firmó el documento, su dirección IP y su navegador. Este registro forma parte de la prueba de su firma y está a disposición del remitente.',
    ],
    accept: 'He leído la información y acepto usar documentos y firmas electrónicos.',
    accepted: 'Ha aceptado usar documentos y firmas electrónicos.',
    needed: 'Acepte primero la información sobre la firma electrónica.',
  },

  declining: {
    title: 'Rechazar la firma',
    what: 'El remitente puede leer su motivo. Después, este documento ya no se podrá firmar.',
    reason: '¿Por qué rechaza firmar?',
    noReason: 'Indique el motivo.',
    sure: 'Rechazar la firma',
    back: 'Volver al documento',
  },

  outcomes: {
    waiting: {
      title: 'Todavía no es su turno',
      text: 'Otros firmantes firman antes que usted. Recibirá un correo cuando sea su turno. Hasta entonces puede leer el documento.',
    },
    signed: {
      title: 'Ha firmado',
      text: 'Han firmado {completed} de {total}. Podrá descargar aquí el documento final cuando todos hayan firmado.',
    },
    preparing: {
      title: 'Todos los firmantes han firmado',
      text: 'Se está preparando el documento final. Tardará un momento.',
    },
    completed: {
      title: 'El documento está completo',
      text: 'Todos los firmantes han firmado. Guarde una copia.',
      download: 'Descargar el PDF firmado',
      digest: 'SHA-256 del archivo',
    },
    declined: {
      title: 'Ha rechazado la firma',
      text: 'El remitente puede ver esto y su motivo. El documento ya no se puede firmar.',
    },
    declinedByOther: {
      title: 'El documento fue rechazado',
      text: 'Otro firmante lo ha rechazado, por lo que ya no se puede firmar.',
    },
    voided: {
      title: 'El documento fue retirado',
      text: 'El remitente lo ha retirado, por lo que ya no se puede firmar.',
    },
    expired: {
      title: 'El plazo para firmar ha terminado',
      text: 'Pida al remitente que envíe el documento de nuevo.',
    },
    linkExpired: {
      title: 'Este enlace ha caducado',
      text: 'Los enlaces a documentos finalizados son válidos durante un tiempo limitado. Podemos enviar un nuevo enlace al correo electrónico del firmante.',
      request: 'Enviar un nuevo enlace por correo',
      sent: 'Se ha enviado un nuevo enlace al correo electrónico del firmante.',
      tooMany: 'Se han enviado demasiados correos. Inténtelo de nuevo más tarde.',
      refused: 'No se ha podido enviar un nuevo enlace. Póngase en contacto con el remitente.',
    },
    unknownLink: {
      title: 'Este enlace no es válido',
      text: 'Abra el enlace completo del correo o busque un correo más reciente.',
    },
    failed: {
      title: 'No se pudo abrir el documento',
      text: 'Compruebe su conexión e inténtelo de nuevo.',
    },
  },
};
