/** The server cannot run the rule; the message is a sentence. */
export class RuleFailure extends Error {}
/** The translation does not support the rule; the message is a sentence. */
export class NotSimulated extends Error {}

export const jsonReason = 'The rule compares json with all of several values.';
export const orderReason = 'The rule compares a number with a text.';
