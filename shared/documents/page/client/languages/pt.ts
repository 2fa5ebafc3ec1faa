import type { Texts } from './texts.ts';

export const pt: Texts = {
  pageTitle: 'Assinar um documento',
  skip: 'Ir para o documento',
  titleOf: '{document} – assinatura',
  forSigner: 'Para {name} ({email})',
  until: 'Assine até {time}.',
  askedBy: '{sender} pede a sua assinatura.',
  noteOfSender: 'Mensagem do remetente',
  language: 'Idioma',
  documentRegion: 'Documento',
  pageOf: 'Página {page} de {pages}',
  loading: 'A carregar o documento…',
  loadingRest: 'A carregar o resto do documento…',
  pdfFailed: 'Não foi possível carregar o documento.',
  pdfFailedWhat: 'Nada se perdeu. Verifique a sua ligação e tente novamente.',
  tryAgain: 'Tentar novamente',
  checkAgain: 'Verificar novamente',
  stillWaiting: 'Outros signatários ainda não assinaram.',
  wholePage: 'Mostrar a página inteira',

  signing: 'Assinatura',
  nothingToFill: 'Nada a preencher',
  onlyOptional: 'Apenas campos opcionais',
  progress: {
    one: '{filled} de {count} campo',
    many: '{filled} de {count} campos',
    other: '{filled} de {count} campos',
  },
  next: 'Campo seguinte',
  finish: 'Concluir',
  finishing: 'A concluir…',
  decline: 'Recusar',
  consent: 'Ao escolher «Concluir», assina este documento eletronicamente.',
  errorsTitle: {
    one: 'Um campo precisa da sua atenção',
    many: '{count} campos precisam da sua atenção',
    other: '{count} campos precisam da sua atenção',
  },
  notesTitle: 'Como será impresso',
  linesPrinted: {
    one: 'Só será impressa a primeira linha.',
    many: 'Só serão impressas as primeiras {count} linhas.',
    other: 'Só serão impressas as primeiras {count} linhas.',
  },
  tooLong: 'Mais longo do que a caixa: o resto será impresso fora dela.',
  notSaved: 'As suas últimas entradas não estão guardadas. Está sem ligação?',
  notReached: 'O serviço não respondeu. Está sem ligação?',
  labelled: '{label}: {message}',

  kinds: {
    signature: 'Assinatura',
    initials: 'Rubrica',
    date: 'Data',
    text: 'Texto',
    checkbox: 'Caixa de seleção',
    dropdown: 'Escolha',
  },
  requiredLabel: '{label}, obrigatório',
  signHere: 'Assinar aqui',
  initialHere: 'Rubricar',
  toSign: '{action}: {label}',
  signed: '{label}: assinado, prima para alterar',
  filledWith: '{label}: {value}',
  ofOther: '{label}, preenchido por outro signatário',
  checked: 'marcada',
  choose: 'Escolher…',
  withFormat: '{label} ({format})',
  dateHint: 'Prima Enter ou clique para inserir a data de hoje. Pode alterá-la.',
  dateHintWithFormat:
    'No formato {format}. Prima Enter ou clique para inserir a data de hoje. Pode alterá-la.',
  groupHint: 'Só é possível escolher uma destas opções.',
  placeHint: 'Prima para colocar a assinatura que adotou.',

  invalid: {
    missing: '{label} é obrigatório.',
    missingWhen: '{label} é obrigatório quando {controller} está selecionado.',
    missingOne: 'Escolha uma destas opções: {labels}.',
    date: 'Introduza uma data.',
    dateAs: 'Introduza uma data no formato {format}.',
    choice: 'Escolha uma das opções.',
    picture: 'Não é possível usar esta imagem. Escolha ou desenhe outra.',
    other: 'Não é possível usar este valor. Verifique o formato e os caracteres.',
  },

  refused: {
    changed_meanwhile:
      'O documento mudou desde que lhe foi mostrado. Volte a vê-lo e depois conclua.',
    not_your_turn: 'Outros signatários têm de assinar antes de si.',
    signed_already: 'Já assinou. Já não é possível alterar nada.',
    document_closed: 'O documento já não pode ser assinado.',
    read_only: 'Este campo já não pode ser alterado.',
    trail_full: 'Os campos deste documento foram alterados demasiadas vezes e ficam como estão.',
    consent_required: 'Aceite primeiro as informações sobre a assinatura eletrónica.',
    other: 'O serviço recusou este pedido. Recarregue a página e tente novamente.',
  },

  signature: {
    title: { signature: 'A sua assinatura', initials: 'A sua rubrica' },
    ways: 'Modo de assinar',
    draw: 'Desenhar',
    type: 'Escrever',
    upload: 'Carregar',
    pad: 'Área para desenhar com o dedo, uma caneta ou o rato. Se não os tiver, use «Escrever».',
    padHint: 'Desenhe aqui',
    undo: 'Desfazer',
    clear: 'Limpar',
    typed: { signature: 'O seu nome', initials: 'As suas iniciais' },
    file: 'Imagem da sua assinatura (PNG ou JPEG)',
    fileHint: 'O melhor é tinta escura em papel branco. As margens vazias são cortadas.',
    notAPicture: 'Este ficheiro não é uma imagem PNG ou JPEG legível.',
    blankPicture:
      'Não se vê nenhuma assinatura nesta imagem. Use tinta escura em papel claro e preencha a imagem com a assinatura.',
    notDrawable:
      'Não é possível mostrar este texto como assinatura. Use outros caracteres ou um texto mais curto, ou escolha «Desenhar».',
    tooLargeFile: 'Esta imagem é demasiado grande. Pode ter no máximo 20 MB.',
    nothing: {
      draw: 'Desenhe primeiro.',
      type: 'Escreva primeiro.',
      upload: 'Escolha primeiro uma imagem.',
    },
    useAgain: {
      signature: {
        one: 'Colocá-la também no meu outro campo de assinatura',
        many: 'Colocá-la também nos meus outros {count} campos de assinatura',
        other: 'Colocá-la também nos meus outros {count} campos de assinatura',
      },
      initials: {
        one: 'Colocá-la também no meu outro campo de rubrica',
        many: 'Colocá-la também nos meus outros {count} campos de rubrica',
        other: 'Colocá-la também nos meus outros {count} campos de rubrica',
      },
    },
    use: 'Usar',
    remove: 'Remover',
    cancel: 'Cancelar',
  },

  disclosure: {
    title: 'Documentos e assinaturas eletrónicos',
    summary: 'É-lhe pedido que assine eletronicamente. Leia estas informações antes de assinar.',
    read: 'Ler as informações',
    paragraphs: [
      'Recebe, lê e assina este documento em formato eletrónico. A sua assinatura eletrónica destina-se a ter o mesmo efeito que uma assinatura manuscrita, na medida em que a lei aplicável o permita.',
      'Não é obrigado a assinar eletronicamente. Se preferir papel, escolha «Recusar» ou contacte o remetente e peça uma cópia em papel. O remetente indica-lhe se existem custos.',
      'Pode retirar o seu consentimento até concluir a assinatura: escolha «Recusar» ou feche esta página. A retirada não afeta o que assinou antes.',
      'Precisa de um navegador atual, de acesso ao seu e-mail e de um programa que mostre ficheiros PDF. Quando todos os signatários tiverem assinado, pode descarregar o documento assinado nesta página. Guarde uma cópia.',
      'O serviço regista quando abriu, preencheu e assinou o documento, o seu endereço IP e o seu navegador. Este registo faz parte da prova da sua assinatura e está disponível para o remetente.',
    ],
    accept: 'Li as informações e aceito usar documentos e assinaturas eletrónicos.',
    accepted: 'Aceitou usar documentos e assinaturas eletrónicos.',
    needed: 'Aceite primeiro as informações sobre a assinatura eletrónica.',
  },

  declining: {
    title: 'Recusar a assinatura',
    what: 'O remetente pode ler o seu motivo. Depois disso, este documento já não pode ser assinado.',
    reason: 'Por que motivo recusa?',
    noReason: 'Indique o motivo.',
    sure: 'Recusar a assinatura',
    back: 'Voltar ao documento',
  },

  outcomes: {
    waiting: {
      title: 'Ainda não é a sua vez',
      text: 'Outros signatários assinam antes de si. Receberá um e-mail quando for a sua vez. Até lá, pode ler o documento.',
    },
    signed: {
      title: 'Assinou o documento',
      text: 'Assinaram {completed} de {total}. Poderá descarregar aqui o documento final quando todos tiverem assinado.',
    },
    preparing: {
      title: 'Todos os signatários assinaram',
      text: 'O documento final está a ser preparado. Demora um momento.',
    },
    completed: {
      title: 'O documento está completo',
      text: 'Todos os signatários assinaram. Guarde uma cópia.',
      download: 'Descarregar o PDF assinado',
      digest: 'SHA-256 do ficheiro',
    },
    declined: {
      title: 'Recusou a assinatura',
      text: 'O remetente pode ver isto e o seu motivo. O documento já não pode ser assinado.',
    },
    declinedByOther: {
      title: 'O documento foi recusado',
      text: 'Outro signatário recusou, pelo que já não pode ser assinado.',
    },
    voided: {
      title: 'O documento foi retirado',
      text: 'O remetente retirou-o, pelo que já não pode ser assinado.',
    },
    expired: {
      title: 'O prazo para assinar terminou',
      text: 'Peça ao remetente que envie o documento novamente.',
    },
    unknownLink: {
      title: 'Este link não é válido',
      text: 'Abra o link completo do e-mail ou procure um e-mail mais recente.',
    },
    failed: {
      title: 'Não foi possível abrir o documento',
      text: 'Verifique a sua ligação e tente novamente.',
    },
  },
};
