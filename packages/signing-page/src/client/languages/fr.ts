import type { Texts } from './texts.ts';

export const fr: Texts = {
  pageTitle: 'Signer un document',
  skip: 'Aller au document',
  titleOf: '{document} – signature',
  forSigner: 'Pour {name} ({email})',
  until: 'Veuillez signer avant le {time}.',
  askedBy: '{sender} vous demande de signer.',
  noteOfSender: 'Message de l’expéditeur',
  language: 'Langue',
  documentRegion: 'Document',
  pageOf: 'Page {page} sur {pages}',
  loading: 'Chargement du document…',
  loadingRest: 'Chargement de la suite du document…',
  pdfFailed: 'Le document n’a pas pu être chargé.',
  pdfFailedWhat: 'Rien n’est perdu. Vérifiez votre connexion et réessayez.',
  tryAgain: 'Réessayer',
  checkAgain: 'Vérifier à nouveau',
  stillWaiting: 'D’autres signataires n’ont pas encore signé.',
  wholePage: 'Afficher la page entière',

  signing: 'Signature',
  nothingToFill: 'Rien à remplir',
  onlyOptional: 'Champs facultatifs uniquement',
  progress: {
    one: '{filled} champ sur {count}',
    many: '{filled} champs sur {count}',
    other: '{filled} champs sur {count}',
  },
  next: 'Champ suivant',
  finish: 'Terminer',
  finishing: 'Finalisation…',
  decline: 'Refuser',
  consent: 'En choisissant « Terminer », vous signez ce document par voie électronique.',
  errorsTitle: {
    one: 'Un champ demande votre attention',
    many: '{count} champs demandent votre attention',
    other: '{count} champs demandent votre attention',
  },
  notesTitle: 'Rendu à l’impression',
  linesPrinted: {
    one: 'Seule la première ligne sera imprimée.',
    many: 'Seules les {count} premières lignes seront imprimées.',
    other: 'Seules les {count} premières lignes seront imprimées.',
  },
  tooLong: 'Plus long que son cadre : le reste sera imprimé au-delà.',
  notSaved: 'Vos dernières saisies ne sont pas enregistrées. Êtes-vous hors ligne ?',
  notReached: 'Le service n’a pas répondu. Êtes-vous hors ligne ?',
  labelled: '{label} : {message}',

  kinds: {
    signature: 'Signature',
    initials: 'Paraphe',
    date: 'Date',
    text: 'Texte',
    checkbox: 'Case à cocher',
    dropdown: 'Choix',
  },
  requiredLabel: '{label}, obligatoire',
  signHere: 'Signer ici',
  initialHere: 'Parapher',
  toSign: '{action} : {label}',
  signed: '{label} : signé, appuyez pour modifier',
  filledWith: '{label} : {value}',
  ofOther: '{label}, rempli par un autre signataire',
  checked: 'coché',
  choose: 'Choisir…',
  withFormat: '{label} ({format})',
  dateHint: 'Appuyez sur Entrée ou cliquez pour insérer la date du jour. Vous pouvez la modifier.',
  dateHintWithFormat:
    'Au format {format}. Appuyez sur Entrée ou cliquez pour insérer la date du jour. Vous pouvez la modifier.',
  groupHint: 'Un seul de ces choix est possible.',
  placeHint: 'Appuyez pour apposer la signature que vous avez adoptée.',

  invalid: {
    missing: '{label} est obligatoire.',
    missingWhen: '{label} est obligatoire lorsque {controller} est sélectionné.',
    missingOne: 'Choisissez une de ces options : {labels}.',
    date: 'Saisissez une date.',
    dateAs: 'Saisissez une date au format {format}.',
    choice: 'Choisissez une des options.',
    picture: 'Cette image ne peut pas être utilisée. Choisissez-en ou dessinez-en une autre.',
    other:
      'Cette valeur ne peut pas être utilisée. Vérifiez son format et les caractères utilisés.',
  },

  refused: {
    changed_meanwhile:
      'Le document a changé depuis qu’il vous a été présenté. Veuillez le relire, puis terminer.',
    not_your_turn: 'D’autres signataires doivent signer avant vous.',
    signed_already: 'Vous avez signé. Aucune modification n’est plus possible.',
    document_closed: 'Le document ne peut plus être signé.',
    read_only: 'Ce champ ne peut plus être modifié.',
    trail_full: 'Des champs de ce document ont été modifiés trop souvent et restent inchangés.',
    consent_required: 'Veuillez d’abord accepter les informations sur la signature électronique.',
    other: 'Le service a refusé cette demande. Rechargez la page et réessayez.',
  },

  signature: {
    title: { signature: 'Votre signature', initials: 'Votre paraphe' },
    ways: 'Mode de signature',
    draw: 'Dessiner',
    type: 'Saisir',
    upload: 'Importer',
    pad: 'Zone où dessiner avec le doigt, un stylet ou la souris. À défaut, utilisez « Saisir ».',
    padHint: 'Dessinez ici',
    undo: 'Annuler le trait',
    clear: 'Effacer',
    typed: { signature: 'Votre nom', initials: 'Vos initiales' },
    file: 'Image de votre signature (PNG ou JPEG)',
    fileHint:
      'Une encre foncée sur papier blanc convient le mieux. Les marges vides sont supprimées.',
    notAPicture: 'Ce fichier n’est pas une image PNG ou JPEG lisible.',
    blankPicture:
      'Aucune signature n’est visible sur cette image. Utilisez une encre foncée sur papier clair et cadrez la signature.',
    notDrawable:
      'Ce texte ne peut pas être affiché comme signature. Utilisez d’autres caractères ou un texte plus court, ou choisissez « Dessiner ».',
    tooLargeFile: 'Cette image est trop volumineuse. La limite est de 20 Mo.',
    nothing: {
      draw: 'Veuillez d’abord dessiner.',
      type: 'Veuillez d’abord saisir un texte.',
      upload: 'Veuillez d’abord choisir une image.',
    },
    useAgain: {
      signature: {
        one: 'L’apposer aussi dans mon autre champ de signature',
        many: 'L’apposer aussi dans mes {count} autres champs de signature',
        other: 'L’apposer aussi dans mes {count} autres champs de signature',
      },
      initials: {
        one: 'L’apposer aussi dans mon autre champ de paraphe',
        many: 'L’apposer aussi dans mes {count} autres champs de paraphe',
        other: 'L’apposer aussi dans mes {count} autres champs de paraphe',
      },
    },
    use: 'Utiliser',
    remove: 'Supprimer',
    cancel: 'Annuler',
  },

  disclosure: {
    title: 'Documents et signatures électroniques',
    summary:
      'Il vous est demandé de signer par voie électronique. Veuillez lire ces informations avant de signer.',
    read: 'Lire les informations',
    paragraphs: [
      'Vous recevez, lisez et signez ce document sous forme électronique. Votre signature électronique est destinée à produire le même effet qu’une signature manuscrite, dans la mesure où le droit applicable le permet.',
      'Vous n’êtes pas obligé de signer par voie électronique. Si vous préférez le papier, choisissez « Refuser » ou adressez-vous à l’expéditeur pour obtenir un exemplaire papier. L’expéditeur vous indique si des frais s’appliquent.',
      'Vous pouvez retirer votre consentement jusqu’à la fin de la signature : choisissez « Refuser » ou fermez cette page. Ce retrait est sans effet sur ce que vous avez signé auparavant.',
      'Vous avez besoin d’un navigateur récent, d’un accès à votre messagerie et d’un programme affichant les fichiers PDF. Lorsque tous les signataires ont signé, vous pouvez télécharger le document signé sur cette page. Conservez-en une copie.',
      'Le service enregistre quand vous avez ouvert, rempli et signé le document, ainsi que votre adresse IP et votre navigateur. Cet enregistrement fait partie de la preuve de votre signature et est accessible à l’expéditeur.',
    ],
    accept:
      'J’ai lu ces informations et j’accepte d’utiliser des documents et des signatures électroniques.',
    accepted: 'Vous avez accepté d’utiliser des documents et des signatures électroniques.',
    needed: 'Veuillez d’abord accepter les informations sur la signature électronique.',
  },

  declining: {
    title: 'Refuser de signer',
    what: 'L’expéditeur peut lire votre motif. Ensuite, ce document ne pourra plus être signé.',
    reason: 'Pourquoi refusez-vous ?',
    noReason: 'Veuillez indiquer un motif.',
    sure: 'Refuser de signer',
    back: 'Retour au document',
  },

  outcomes: {
    waiting: {
      title: 'Ce n’est pas encore votre tour',
      text: 'D’autres signataires signent avant vous. Vous recevrez un e-mail quand ce sera votre tour. D’ici là, vous pouvez lire le document.',
    },
    signed: {
      title: 'Vous avez signé',
      text: '{completed} signataires sur {total} ont signé. Vous pourrez télécharger ici le document final lorsque tous auront signé.',
    },
    preparing: {
      title: 'Tous les signataires ont signé',
      text: 'Le document final est en cours de préparation. Cela prend un instant.',
    },
    completed: {
      title: 'Le document est complet',
      text: 'Tous les signataires ont signé. Conservez une copie dans vos dossiers.',
      download: 'Télécharger le PDF signé',
      digest: 'SHA-256 du fichier',
    },
    declined: {
      title: 'Vous avez refusé',
      text: 'L’expéditeur le voit, ainsi que votre motif. Le document ne peut plus être signé.',
    },
    declinedByOther: {
      title: 'Le document a été refusé',
      text: 'Un autre signataire a refusé ; le document ne peut donc plus être signé.',
    },
    voided: {
      title: 'Le document a été retiré',
      text: 'L’expéditeur l’a retiré ; il ne peut donc plus être signé.',
    },
    expired: {
      title: 'Le délai de signature est écoulé',
      text: 'Veuillez demander à l’expéditeur de renvoyer le document.',
    },
    linkExpired: {
      title: 'Ce lien a expiré',
      text: 'Les liens vers les documents terminés sont valables pour une durée limitée. Nous pouvons envoyer un nouveau lien à l’adresse e-mail du signataire.',
      request: 'Envoyer un nouveau lien par e-mail',
      sent: 'Un nouveau lien a été envoyé à l’adresse e-mail du signataire.',
      tooMany: 'Trop d’e-mails ont été envoyés. Veuillez réessayer plus tard.',
      refused: 'Aucun nouveau lien n’a pu être envoyé. Veuillez contacter l’expéditeur.',
    },
    unknownLink: {
      title: 'Ce lien n’est pas valide',
      text: 'Veuillez ouvrir le lien complet reçu par e-mail ou chercher un e-mail plus récent.',
    },
    failed: {
      title: 'Le document n’a pas pu être ouvert',
      text: 'Vérifiez votre connexion et réessayez.',
    },
  },
};
