/** A text of which some parts are code. */
export type Words = readonly (string | { readonly code: string })[];

/** Reads text in backticks as code. Only for texts of this page: user data may contain a backtick. */
export function words(text: string): Words {
  return text
    .split('`')
    .map((part, at) => (at % 2 === 1 ? { code: part } : part))
    .filter((part) => part !== '');
}

export function codeWords(codes: readonly string[]): Words {
  return codes.flatMap((code, at) => (at === 0 ? [{ code }] : [', ', { code }]));
}
