/**
 * Common Western European names, and a few others, that the rules for Arabic and Cyrillic would
 * equate with another name (Allen with Alan, Berry with Barry, Mitchell with Michel). They get no
 * keys by rules.
 */
export const NOT_BY_RULES: ReadonlySet<string> = new Set(
  `allen ellen helen alena allah bella berry barry kelly kerry kyle jerry terry gary karen karin robin ruben
  francis frances irene roman rumen ruth rose reid dean diane joan jane jean june simone martine philippe
  felipe philippa herman harman andres andris mary marie sally sherry takeshi takashi mitchell michele eden
  cali perry harry henry larry lewis louis moore reyes rios rees emma anne danielle gabrielle nicole
  helene denise louise leslie wesley stanley wendy penny peggy betty patty hector nestor lester`.split(/\s+/),
);
