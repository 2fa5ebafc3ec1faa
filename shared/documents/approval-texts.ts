import type { LanguageCode } from '@assay/signing-page';

/** Texts of the emails to approvers, in place of those that ask for a signature. */
interface ApprovalTexts {
  subject: string;
  opening: string;
  action: string;
  /** For documents that were sent without the name of a sender. */
  unnamed: { subject: string; opening: string };
  reminder: { subject: string; expiring: string; named: string; unnamed: string };
}

export const APPROVAL_TEXTS: Record<LanguageCode, ApprovalTexts> = {
  en: {
    subject: '{sender} asks you to approve: {document}',
    opening: '{sender} asks you to approve “{document}”.',
    action: 'Review and approve',
    unnamed: {
      subject: 'Please approve: {document}',
      opening: 'You have been asked to approve “{document}”.',
    },
    reminder: {
      subject: 'Reminder: please approve {document}',
      expiring: 'Expires soon: please approve {document}',
      named: '{sender} is waiting for you to approve “{document}”.',
      unnamed: '“{document}” is waiting for your approval.',
    },
  },
  de: {
    subject: '{sender} bittet um Ihre Freigabe: {document}',
    opening: '{sender} bittet Sie, das Dokument „{document}“ freizugeben.',
    action: 'Ansehen und freigeben',
    unnamed: {
      subject: 'Bitte freigeben: {document}',
      opening: 'Sie werden gebeten, das Dokument „{document}“ freizugeben.',
    },
    reminder: {
      subject: 'Erinnerung: Bitte geben Sie {document} frei',
      expiring: 'Läuft bald ab: Bitte geben Sie {document} frei',
      named: '{sender} wartet auf Ihre Freigabe des Dokuments „{document}“.',
      unnamed: 'Das Dokument „{document}“ wartet auf Ihre Freigabe.',
    },
  },
  fr: {
    subject: '{sender} vous demande d’approuver : {document}',
    opening: '{sender} vous demande d’approuver le document « {document} ».',
    action: 'Consulter et approuver',
    unnamed: {
      subject: 'Approbation demandée : {document}',
      opening: 'Il vous est demandé d’approuver le document « {document} ».',
    },
    reminder: {
      subject: 'Rappel : approbation demandée pour {document}',
      expiring: 'Expire bientôt : approbation demandée pour {document}',
      named: '{sender} attend votre approbation du document « {document} ».',
      unnamed: 'Le document « {document} » attend votre approbation.',
    },
  },
  es: {
    subject: '{sender} le pide que apruebe: {document}',
    opening: '{sender} le pide que apruebe el documento «{document}».',
    action: 'Revisar y aprobar',
    unnamed: {
      subject: 'Se solicita su aprobación: {document}',
      opening: 'Se le solicita que apruebe el documento «{document}».',
    },
    reminder: {
      subject: 'Recordatorio: apruebe {document}',
      expiring: 'Caduca pronto: apruebe {document}',
      named: '{sender} espera su aprobación del documento «{document}».',
      unnamed: 'El documento «{document}» espera su aprobación.',
    },
  },
  pt: {
    subject: '{sender} pede a sua aprovação: {document}',
    opening: '{sender} pede-lhe que aprove o documento «{document}».',
    action: 'Rever e aprovar',
    unnamed: {
      subject: 'Aprovação pedida: {document}',
      opening: 'É-lhe pedido que aprove o documento «{document}».',
    },
    reminder: {
      subject: 'Lembrete: aprove {document}',
      expiring: 'Expira em breve: aprove {document}',
      named: '{sender} aguarda a sua aprovação do documento «{document}».',
      unnamed: 'O documento «{document}» aguarda a sua aprovação.',
    },
  },
  pl: {
    subject: '{sender} prosi o akceptację: {document}',
    opening: '{sender} prosi o akceptację dokumentu „{document}”.',
    action: 'Przejrzyj i zaakceptuj',
    unnamed: {
      subject: 'Prośba o akceptację: {document}',
      opening: 'Dokument „{document}” wymaga Twojej akceptacji.',
    },
    reminder: {
      subject: 'Przypomnienie o akceptacji: {document}',
      expiring: 'Termin wkrótce upływa: {document}',
      named: '{sender} czeka na Twoją akceptację dokumentu „{document}”.',
      unnamed: 'Dokument „{document}” czeka na Twoją akceptację.',
    },
  },
  ar: {
    subject: 'يطلب منك {sender} الموافقة: {document}',
    opening: 'يطلب منك {sender} الموافقة على المستند «{document}».',
    action: 'المراجعة والموافقة',
    unnamed: {
      subject: 'يُرجى الموافقة: {document}',
      opening: 'طُلبت منك الموافقة على المستند «{document}».',
    },
    reminder: {
      subject: 'تذكير بالموافقة: {document}',
      expiring: 'تنتهي الصلاحية قريبًا: {document}',
      named: 'ينتظر {sender} موافقتك على المستند «{document}».',
      unnamed: 'المستند «{document}» في انتظار موافقتك.',
    },
  },
  zh: {
    subject: '{sender} 请您批准：{document}',
    opening: '{sender} 请您批准《{document}》。',
    action: '查看并批准',
    unnamed: {
      subject: '请批准：{document}',
      opening: '请您批准《{document}》。',
    },
    reminder: {
      subject: '提醒：请批准 {document}',
      expiring: '即将到期：请批准 {document}',
      named: '{sender} 正在等待您批准《{document}》。',
      unnamed: '《{document}》正在等待您批准。',
    },
  },
  ja: {
    subject: '{sender} からの承認のお願い：{document}',
    opening: '{sender} から「{document}」の承認の依頼が届いています。',
    action: '確認して承認',
    unnamed: {
      subject: '承認のお願い：{document}',
      opening: '「{document}」の承認をお願いします。',
    },
    reminder: {
      subject: 'リマインダー：{document} の承認のお願い',
      expiring: 'まもなく期限切れ：{document} の承認のお願い',
      named: '{sender} が「{document}」の承認をお待ちしています。',
      unnamed: '「{document}」が承認をお待ちしています。',
    },
  },
};
