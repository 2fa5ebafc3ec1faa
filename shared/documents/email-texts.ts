import type { LanguageCode } from '@assay/signing-page';

/**
 * Texts of the emails to signers. `{sender}` is the sender's name, with the organization if both
 * are known; texts under `unnamed` are for documents sent without either.
 */
export interface EmailTexts {
  greeting: string;
  senderOf: string;
  messageFrom: string;
  invitation: { subject: string; opening: string; action: string; closing: string };
  completion: { subject: string; opening: string; action: string };
  closed: {
    subject: string;
    declined: string;
    voided: string;
    expired: string;
    closing: string;
  };
  unnamed: { subject: string; opening: string; messageFrom: string; voided: string };
  /** Introduces the URL of the button in plain text. */
  fallback: string;
  onBehalfOf: string;
}

const en: EmailTexts = {
  greeting: 'Hello {signer},',
  senderOf: '{sender} ({organization})',
  messageFrom: 'Message from {sender}:',
  invitation: {
    subject: '{sender} asks you to sign: {document}',
    opening: '{sender} asks you to sign “{document}”.',
    action: 'Review and sign',
    closing: 'This link is for you only. Don’t forward it. It expires on {moment}.',
  },
  completion: {
    subject: 'Completed: {document}',
    opening: 'All signers have signed “{document}”. The sealed document is ready.',
    action: 'Download the document',
  },
  closed: {
    subject: '{document} is no longer available for signing',
    declined: '“{document}” was declined by one of its signers.',
    voided: '“{document}” was withdrawn by {sender}.',
    expired: '“{document}” was not signed by all signers before it expired.',
    closing: 'It can no longer be signed. You don’t need to do anything.',
  },
  unnamed: {
    subject: 'Please sign: {document}',
    opening: 'You have been asked to sign “{document}”.',
    messageFrom: 'Message from the sender:',
    voided: '“{document}” was withdrawn by its sender.',
  },
  fallback: 'If the button doesn’t work, open this link:',
  onBehalfOf: 'This email was sent on behalf of {organization}.',
};

const de: EmailTexts = {
  greeting: 'Guten Tag {signer},',
  senderOf: '{sender} ({organization})',
  messageFrom: 'Nachricht von {sender}:',
  invitation: {
    subject: '{sender} bittet um Ihre Unterschrift: {document}',
    opening: '{sender} bittet Sie, das Dokument „{document}“ zu unterschreiben.',
    action: 'Ansehen und unterschreiben',
    closing: 'Dieser Link ist nur für Sie bestimmt. Bitte leiten Sie ihn nicht weiter. Er ist gültig bis {moment}.',
  },
  completion: {
    subject: 'Abgeschlossen: {document}',
    opening: 'Das Dokument „{document}“ wurde von allen unterschrieben. Das versiegelte Dokument steht bereit.',
    action: 'Dokument herunterladen',
  },
  closed: {
    subject: '{document} kann nicht mehr unterschrieben werden',
    declined: 'Eine der Personen, die unterschreiben sollten, hat das Dokument „{document}“ abgelehnt.',
    voided: '{sender} hat das Dokument „{document}“ zurückgezogen.',
    expired: 'Das Dokument „{document}“ wurde nicht fristgerecht von allen unterschrieben.',
    closing: 'Es kann nicht mehr unterschrieben werden. Sie müssen nichts weiter tun.',
  },
  unnamed: {
    subject: 'Bitte unterschreiben: {document}',
    opening: 'Sie werden gebeten, das Dokument „{document}“ zu unterschreiben.',
    messageFrom: 'Nachricht des Absenders:',
    voided: 'Das Dokument „{document}“ wurde vom Absender zurückgezogen.',
  },
  fallback: 'Falls die Schaltfläche nicht funktioniert, öffnen Sie diesen Link:',
  onBehalfOf: 'Diese E-Mail wurde im Auftrag von {organization} gesendet.',
};

const fr: EmailTexts = {
  greeting: 'Bonjour {signer},',
  senderOf: '{sender} ({organization})',
  messageFrom: 'Message de {sender} :',
  invitation: {
    subject: '{sender} vous demande de signer : {document}',
    opening: '{sender} vous demande de signer le document « {document} ».',
    action: 'Consulter et signer',
    closing: 'Ce lien vous est personnel. Veuillez ne pas le transférer. Il expire le {moment}.',
  },
  completion: {
    subject: 'Signatures terminées : {document}',
    opening: 'Tous les signataires ont signé le document « {document} ». Le document scellé est disponible.',
    action: 'Télécharger le document',
  },
  closed: {
    subject: '{document} ne peut plus être signé',
    declined: 'L’un des signataires a refusé de signer le document « {document} ».',
    voided: 'Le document « {document} » a été retiré par {sender}.',
    expired: 'Le document « {document} » n’a pas été signé par tous les signataires dans le délai.',
    closing: 'Il ne peut plus être signé. Aucune action de votre part n’est nécessaire.',
  },
  unnamed: {
    subject: 'Signature demandée : {document}',
    opening: 'Il vous est demandé de signer le document « {document} ».',
    messageFrom: 'Message de l’expéditeur :',
    voided: 'Le document « {document} » a été retiré par son expéditeur.',
  },
  fallback: 'Si le bouton ne fonctionne pas, ouvrez ce lien :',
  onBehalfOf: 'Cet e-mail a été envoyé pour le compte de {organization}.',
};

const es: EmailTexts = {
  greeting: 'Hola, {signer}:',
  senderOf: '{sender} ({organization})',
  messageFrom: 'Mensaje de {sender}:',
  invitation: {
    subject: '{sender} le pide que firme: {document}',
    opening: '{sender} le pide que firme el documento «{document}».',
    action: 'Revisar y firmar',
    closing: 'Este enlace es personal. No lo reenvíe. Caduca el {moment}.',
  },
  completion: {
    subject: 'Firma completada: {document}',
    opening: 'Todos los firmantes han firmado el documento «{document}». El documento sellado está disponible.',
    action: 'Descargar el documento',
  },
  closed: {
    subject: '{document} ya no se puede firmar',
    declined: 'Uno de los firmantes ha rechazado el documento «{document}».',
    voided: '{sender} ha retirado el documento «{document}».',
    expired: 'No todos los firmantes firmaron el documento «{document}» dentro del plazo.',
    closing: 'Ya no se puede firmar. No tiene que hacer nada.',
  },
  unnamed: {
    subject: 'Se solicita su firma: {document}',
    opening: 'Se le solicita que firme el documento «{document}».',
    messageFrom: 'Mensaje del remitente:',
    voided: 'El remitente ha retirado el documento «{document}».',
  },
  fallback: 'Si el botón no funciona, abra este enlace:',
  onBehalfOf: 'Este correo se ha enviado en nombre de {organization}.',
};

const pt: EmailTexts = {
  greeting: 'Olá, {signer}:',
  senderOf: '{sender} ({organization})',
  messageFrom: 'Mensagem de {sender}:',
  invitation: {
    subject: '{sender} pede a sua assinatura: {document}',
    opening: '{sender} pede-lhe que assine o documento «{document}».',
    action: 'Rever e assinar',
    closing: 'Esta ligação é pessoal. Não a reencaminhe. Expira em {moment}.',
  },
  completion: {
    subject: 'Assinatura concluída: {document}',
    opening: 'Todos os signatários assinaram o documento «{document}». O documento selado está disponível.',
    action: 'Transferir o documento',
  },
  closed: {
    subject: '{document} já não pode ser assinado',
    declined: 'Um dos signatários recusou o documento «{document}».',
    voided: 'O documento «{document}» foi retirado por {sender}.',
    expired: 'O documento «{document}» não foi assinado por todos os signatários dentro do prazo.',
    closing: 'Já não pode ser assinado. Não precisa de fazer nada.',
  },
  unnamed: {
    subject: 'Pedido de assinatura: {document}',
    opening: 'Pede-se que assine o documento «{document}».',
    messageFrom: 'Mensagem do remetente:',
    voided: 'O documento «{document}» foi retirado pelo remetente.',
  },
  fallback: 'Se o botão não funcionar, abra esta ligação:',
  onBehalfOf: 'Este e-mail foi enviado em nome de {organization}.',
};

const pl: EmailTexts = {
  greeting: 'Dzień dobry, {signer},',
  senderOf: '{sender} ({organization})',
  messageFrom: 'Wiadomość od: {sender}',
  invitation: {
    subject: '{sender} prosi o podpis: {document}',
    opening: '{sender} prosi o podpisanie dokumentu „{document}”.',
    action: 'Przejrzyj i podpisz',
    closing: 'Ten link jest przeznaczony wyłącznie dla Ciebie. Nie przekazuj go innym. Ważny do: {moment}.',
  },
  completion: {
    subject: 'Zakończono podpisywanie: {document}',
    opening: 'Dokument „{document}” został podpisany przez wszystkie osoby. Opieczętowany dokument jest gotowy.',
    action: 'Pobierz dokument',
  },
  closed: {
    subject: 'Podpisanie nie jest już możliwe: {document}',
    declined: 'Jedna z osób podpisujących odmówiła podpisania dokumentu „{document}”.',
    voided: 'Dokument „{document}” został wycofany. Nadawca: {sender}.',
    expired: 'Dokument „{document}” nie został podpisany w terminie przez wszystkie osoby.',
    closing: 'Nie można go już podpisać. Nie musisz nic robić.',
  },
  unnamed: {
    subject: 'Prośba o podpis: {document}',
    opening: 'Prosimy o podpisanie dokumentu „{document}”.',
    messageFrom: 'Wiadomość od nadawcy:',
    voided: 'Dokument „{document}” został wycofany przez nadawcę.',
  },
  fallback: 'Jeśli przycisk nie działa, otwórz ten link:',
  onBehalfOf: 'Wiadomość wysłano w imieniu: {organization}.',
};

const ar: EmailTexts = {
  greeting: 'مرحبًا {signer}،',
  senderOf: '{sender} ({organization})',
  messageFrom: 'رسالة من {sender}:',
  invitation: {
    subject: 'طلب توقيع من {sender}: {document}',
    opening: 'تلقيت طلبًا من {sender} لتوقيع المستند «{document}».',
    action: 'المراجعة والتوقيع',
    closing: 'هذا الرابط مخصص لك وحدك. يُرجى عدم إعادة توجيهه. تنتهي صلاحيته في {moment}.',
  },
  completion: {
    subject: 'اكتمل التوقيع: {document}',
    opening: 'وقّع جميع الموقّعين المستند «{document}». المستند المختوم جاهز.',
    action: 'تنزيل المستند',
  },
  closed: {
    subject: 'لم يعد بالإمكان التوقيع: {document}',
    declined: 'رفض أحد الموقّعين توقيع المستند «{document}».',
    voided: 'سُحب المستند «{document}» من قِبل {sender}.',
    expired: 'لم يوقّع جميع الموقّعين المستند «{document}» قبل انتهاء صلاحيته.',
    closing: 'لم يعد بالإمكان توقيعه. لا يلزمك اتخاذ أي إجراء.',
  },
  unnamed: {
    subject: 'يُرجى التوقيع: {document}',
    opening: 'تلقيت طلبًا لتوقيع المستند «{document}».',
    messageFrom: 'رسالة من المرسل:',
    voided: 'سُحب المستند «{document}» من قِبل المرسل.',
  },
  fallback: 'إذا لم يعمل الزر، فافتح هذا الرابط:',
  onBehalfOf: 'أُرسلت هذه الرسالة نيابةً عن {organization}.',
};

const zh: EmailTexts = {
  greeting: '{signer}，您好：',
  senderOf: '{sender}（{organization}）',
  messageFrom: '{sender} 的留言：',
  invitation: {
    subject: '{sender} 请您签署：{document}',
    opening: '{sender} 请您签署《{document}》。',
    action: '查看并签署',
    closing: '此链接仅供您本人使用，请勿转发。链接有效期至 {moment}。',
  },
  completion: {
    subject: '签署完成：{document}',
    opening: '所有签署人均已签署《{document}》。已封存的文件可供下载。',
    action: '下载文件',
  },
  closed: {
    subject: '文件已无法签署：{document}',
    declined: '一位签署人拒绝签署《{document}》。',
    voided: '{sender} 已撤回《{document}》。',
    expired: '《{document}》未能在到期前由所有签署人签署。',
    closing: '该文件已无法签署。您无需进行任何操作。',
  },
  unnamed: {
    subject: '请签署：{document}',
    opening: '请您签署《{document}》。',
    messageFrom: '发件人留言：',
    voided: '《{document}》已被发件人撤回。',
  },
  fallback: '如果按钮无法使用，请打开以下链接：',
  onBehalfOf: '本邮件代表 {organization} 发送。',
};

const ja: EmailTexts = {
  greeting: '{signer} 様',
  senderOf: '{sender}（{organization}）',
  messageFrom: '{sender} からのメッセージ：',
  invitation: {
    subject: '{sender} からの署名依頼：{document}',
    opening: '{sender} から「{document}」への署名の依頼が届いています。',
    action: '内容を確認して署名',
    closing: 'このリンクはご本人専用です。転送しないでください。有効期限は {moment} です。',
  },
  completion: {
    subject: '署名完了：{document}',
    opening: 'すべての署名者が「{document}」に署名しました。封印された文書をダウンロードできます。',
    action: '文書をダウンロード',
  },
  closed: {
    subject: '署名できなくなりました：{document}',
    declined: '署名者の一人が「{document}」への署名を辞退しました。',
    voided: '{sender} が「{document}」を取り下げました。',
    expired: '「{document}」は、期限までにすべての署名者の署名がそろいませんでした。',
    closing: 'この文書には署名できなくなりました。お手続きは不要です。',
  },
  unnamed: {
    subject: '署名のお願い：{document}',
    opening: '「{document}」への署名の依頼が届いています。',
    messageFrom: '送信者からのメッセージ：',
    voided: '「{document}」は送信者により取り下げられました。',
  },
  fallback: 'ボタンが機能しない場合は、次のリンクを開いてください：',
  onBehalfOf: 'このメールは {organization} の依頼により送信されました。',
};

export const EMAIL_TEXTS: Record<LanguageCode, EmailTexts> = { en, de, fr, es, pt, pl, ar, zh, ja };
