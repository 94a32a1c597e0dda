/** Explains a manual change of `verified`. The second sentence holds for servers since 0.22.42. */
export function verifiedQuestion(isTurnedOn: boolean): string {
  const question = 'Do you really want to manually change the verified account state?';
  if (!isTurnedOn) return question;
  return `${question} If the user signs in by linked providers, newer servers remove these links and sign the user out.`;
}
