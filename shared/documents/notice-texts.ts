import type { LanguageCode } from '@assay/signing-page';

/** Texts of the emails to senders. `{signer}` is the signer that the email is about. */
interface NoticeTexts {
  /** For senders without a name. */
  unnamedGreeting: string;
  declined: { subject: string; opening: string };
  /** Introduces the reason that the signer gave for declining. */
  reason: string;
  bounced: { subject: string; opening: string };
  expired: { subject: string };
  action: string;
  closing: string;
}

/** Texts of reminders: subjects, and openings with and without the name of a sender. */
interface ReminderTexts {
  subject: string;
  expiring: string;
  named: string;
  unnamed: string;
}

export const NOTICE_TEXTS: Record<LanguageCode, NoticeTexts> = {
  en: {
    unnamedGreeting: 'Hello,',
    declined: {
      subject: 'Declined: {document}',
      opening: '{signer} declined to sign “{document}”. It can no longer be signed.',
    },
    reason: 'Reason given by {signer}:',
    bounced: {
      subject: 'Email not delivered: {document}',
      opening: 'An email to {signer} about “{document}” was not delivered. Check the email address of the signer.',
    },
    expired: { subject: 'Expired: {document}' },
    action: 'Open the document',
    closing: 'You receive this email because “{document}” was sent for signing with your address.',
  },
  de: {
    unnamedGreeting: 'Guten Tag,',
    declined: {
      subject: 'Abgelehnt: {document}',
      opening: '{signer} hat das Dokument „{document}“ abgelehnt. Es kann nicht mehr unterschrieben werden.',
    },
    reason: 'Von {signer} angegebener Grund:',
    bounced: {
      subject: 'E-Mail nicht zugestellt: {document}',
      opening:
        'Eine E-Mail an {signer} zum Dokument „{document}“ wurde nicht zugestellt. Bitte prüfen Sie die E-Mail-Adresse.',
    },
    expired: { subject: 'Abgelaufen: {document}' },
    action: 'Dokument öffnen',
    closing:
      'Sie erhalten diese E-Mail, weil das Dokument „{document}“ mit Ihrer Adresse zur Unterschrift versandt wurde.',
  },
  fr: {
    unnamedGreeting: 'Bonjour,',
    declined: {
      subject: 'Refusé : {document}',
      opening: '{signer} a refusé de signer le document « {document} ». Il ne peut plus être signé.',
    },
    reason: 'Motif indiqué par {signer} :',
    bounced: {
      subject: 'E-mail non remis : {document}',
      opening:
        'Un e-mail destiné à {signer} au sujet du document « {document} » n’a pas été remis. Vérifiez l’adresse e-mail du signataire.',
    },
    expired: { subject: 'Expiré : {document}' },
    action: 'Ouvrir le document',
    closing: 'Vous recevez cet e-mail car le document « {document} » a été envoyé pour signature avec votre adresse.',
  },
  es: {
    unnamedGreeting: 'Hola:',
    declined: {
      subject: 'Rechazado: {document}',
      opening: '{signer} ha rechazado firmar el documento «{document}». Ya no se puede firmar.',
    },
    reason: 'Motivo indicado por {signer}:',
    bounced: {
      subject: 'Correo no entregado: {document}',
      opening:
        'No se ha podido entregar un correo a {signer} sobre el documento «{document}». Compruebe la dirección de correo del firmante.',
    },
    expired: { subject: 'Caducado: {document}' },
    action: 'Abrir el documento',
    closing: 'Recibe este correo porque el documento «{document}» se envió a firmar con su dirección.',
  },
  pt: {
    unnamedGreeting: 'Olá:',
    declined: {
      subject: 'Recusado: {document}',
      opening: '{signer} recusou assinar o documento «{document}». Já não pode ser assinado.',
    },
    reason: 'Motivo indicado por {signer}:',
    bounced: {
      subject: 'E-mail não entregue: {document}',
      opening:
        'Um e-mail para {signer} sobre o documento «{document}» não foi entregue. Verifique o endereço de e-mail do signatário.',
    },
    expired: { subject: 'Expirado: {document}' },
    action: 'Abrir o documento',
    closing: 'Recebe este e-mail porque o documento «{document}» foi enviado para assinatura com o seu endereço.',
  },
  pl: {
    unnamedGreeting: 'Dzień dobry,',
    declined: {
      subject: 'Odmowa podpisania: {document}',
      opening: 'Odmowa podpisania dokumentu „{document}”. Odmówił(a): {signer}. Dokumentu nie można już podpisać.',
    },
    reason: 'Powód podany przez: {signer}',
    bounced: {
      subject: 'Nie dostarczono wiadomości: {document}',
      opening:
        'Wiadomość w sprawie dokumentu „{document}” nie została dostarczona. Adresat: {signer}. Sprawdź adres e-mail tej osoby.',
    },
    expired: { subject: 'Upłynął termin: {document}' },
    action: 'Otwórz dokument',
    closing: 'Otrzymujesz tę wiadomość, ponieważ dokument „{document}” wysłano do podpisu z Twoim adresem.',
  },
  ar: {
    unnamedGreeting: 'مرحبًا،',
    declined: {
      subject: 'رُفض التوقيع: {document}',
      opening: 'رفض {signer} توقيع المستند «{document}». لم يعد بالإمكان توقيعه.',
    },
    reason: 'السبب الذي ذكره {signer}:',
    bounced: {
      subject: 'لم تُسلَّم الرسالة: {document}',
      opening: 'لم تُسلَّم رسالة إلى {signer} بشأن المستند «{document}». يُرجى التحقق من عنوان البريد الإلكتروني.',
    },
    expired: { subject: 'انتهت الصلاحية: {document}' },
    action: 'فتح المستند',
    closing: 'تصلك هذه الرسالة لأن المستند «{document}» أُرسل للتوقيع مع عنوانك.',
  },
  zh: {
    unnamedGreeting: '您好：',
    declined: {
      subject: '已拒签：{document}',
      opening: '{signer} 拒绝签署《{document}》。该文件已无法签署。',
    },
    reason: '{signer} 说明的原因：',
    bounced: {
      subject: '邮件未送达：{document}',
      opening: '发给 {signer} 的有关《{document}》的邮件未能送达。请检查该签署人的邮箱地址。',
    },
    expired: { subject: '已过期：{document}' },
    action: '打开文件',
    closing: '您收到此邮件，是因为《{document}》发送签署时使用了您的邮箱地址。',
  },
  ja: {
    unnamedGreeting: 'お世話になっております。',
    declined: {
      subject: '署名の辞退：{document}',
      opening: '{signer} 様が「{document}」への署名を辞退しました。この文書には署名できなくなりました。',
    },
    reason: '{signer} 様からの理由：',
    bounced: {
      subject: 'メール不達：{document}',
      opening: '「{document}」に関する {signer} 様宛てのメールが届きませんでした。メールアドレスをご確認ください。',
    },
    expired: { subject: '期限切れ：{document}' },
    action: '文書を開く',
    closing: 'このメールは、「{document}」がお客様のアドレスを指定して署名用に送信されたためお送りしています。',
  },
};

export const REMINDER_TEXTS: Record<LanguageCode, ReminderTexts> = {
  en: {
    subject: 'Reminder: please sign {document}',
    expiring: 'Expires soon: please sign {document}',
    named: '{sender} is waiting for you to sign “{document}”.',
    unnamed: '“{document}” is waiting for your signature.',
  },
  de: {
    subject: 'Erinnerung: Bitte unterschreiben Sie {document}',
    expiring: 'Läuft bald ab: Bitte unterschreiben Sie {document}',
    named: '{sender} wartet auf Ihre Unterschrift unter dem Dokument „{document}“.',
    unnamed: 'Das Dokument „{document}“ wartet auf Ihre Unterschrift.',
  },
  fr: {
    subject: 'Rappel : signature demandée pour {document}',
    expiring: 'Expire bientôt : signature demandée pour {document}',
    named: '{sender} attend votre signature sur le document « {document} ».',
    unnamed: 'Le document « {document} » attend votre signature.',
  },
  es: {
    subject: 'Recordatorio: firme {document}',
    expiring: 'Caduca pronto: firme {document}',
    named: '{sender} espera su firma en el documento «{document}».',
    unnamed: 'El documento «{document}» espera su firma.',
  },
  pt: {
    subject: 'Lembrete: assine {document}',
    expiring: 'Expira em breve: assine {document}',
    named: '{sender} aguarda a sua assinatura no documento «{document}».',
    unnamed: 'O documento «{document}» aguarda a sua assinatura.',
  },
  pl: {
    subject: 'Przypomnienie o podpisie: {document}',
    expiring: 'Termin wkrótce upływa: {document}',
    named: '{sender} czeka na Twój podpis pod dokumentem „{document}”.',
    unnamed: 'Dokument „{document}” czeka na Twój podpis.',
  },
  ar: {
    subject: 'تذكير بالتوقيع: {document}',
    expiring: 'تنتهي الصلاحية قريبًا: {document}',
    named: 'ينتظر {sender} توقيعك على المستند «{document}».',
    unnamed: 'المستند «{document}» في انتظار توقيعك.',
  },
  zh: {
    subject: '提醒：请签署 {document}',
    expiring: '即将到期：请签署 {document}',
    named: '{sender} 正在等待您签署《{document}》。',
    unnamed: '《{document}》正在等待您签署。',
  },
  ja: {
    subject: 'リマインダー：{document} への署名のお願い',
    expiring: 'まもなく期限切れ：{document} への署名のお願い',
    named: '{sender} が「{document}」へのご署名をお待ちしています。',
    unnamed: '「{document}」がご署名をお待ちしています。',
  },
};
