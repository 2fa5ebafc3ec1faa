import type { LanguageCode } from '@assay/signing-page';

/** Emails to the sender about a signer whose identity document has another name. */
export const NAME_DIFFERS_TEXTS: Record<LanguageCode, { subject: string; opening: string }> = {
  en: {
    subject: 'Another name: {document}',
    opening:
      'The identity document of {signer} has another name than “{document}”, so they cannot sign. Correct the name of the signer, or have their identity checked again.',
  },
  de: {
    subject: 'Anderer Name: {document}',
    opening:
      'Der Ausweis von {signer} nennt einen anderen Namen als das Dokument „{document}“. Die Unterschrift ist daher nicht möglich. Bitte berichtigen Sie den Namen oder lassen Sie die Identität erneut prüfen.',
  },
  fr: {
    subject: 'Nom différent : {document}',
    opening:
      'La pièce d’identité de {signer} porte un autre nom que « {document} » : la signature est impossible. Corrigez le nom du signataire ou faites vérifier à nouveau son identité.',
  },
  es: {
    subject: 'Nombre distinto: {document}',
    opening:
      'El documento de identidad de {signer} tiene un nombre distinto del de «{document}», por lo que no puede firmar. Corrija el nombre del firmante o repita la comprobación de identidad.',
  },
  pt: {
    subject: 'Nome diferente: {document}',
    opening:
      'O documento de identidade de {signer} tem um nome diferente do de “{document}”, pelo que não é possível assinar. Corrija o nome do signatário ou repita a verificação de identidade.',
  },
  pl: {
    subject: 'Inne nazwisko: {document}',
    opening:
      'Dokument tożsamości osoby {signer} zawiera inne imię lub nazwisko niż „{document}”, dlatego podpis nie jest możliwy. Proszę poprawić dane lub ponownie sprawdzić tożsamość.',
  },
  ar: {
    subject: 'اسم مختلف: {document}',
    opening:
      'تحمل وثيقة هوية {signer} اسمًا يختلف عن الاسم في «{document}»، لذلك لا يمكن التوقيع. صحّح اسم الموقّع أو أعد التحقق من هويته.',
  },
  zh: {
    subject: '姓名不一致：{document}',
    opening: '{signer} 的身份证件上的姓名与“{document}”不一致，因此无法签署。请更正签署人姓名，或重新核验身份。',
  },
  ja: {
    subject: '氏名の相違：{document}',
    opening:
      '{signer} 様の本人確認書類の氏名が「{document}」と異なるため、署名できません。署名者の氏名を訂正するか、本人確認をやり直してください。',
  },
};
