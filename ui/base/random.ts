export const lettersAndDigits = 'abcdefghijklmnopqrstuvwxyz0123456789';

/**
 * Returns random text for passwords and ids; every character of the alphabet (1 to 256 of them) is equally
 * likely. Uses getRandomValues, which unlike randomUUID needs no secure context.
 */
export function randomText(length: number, alphabet: string = lettersAndDigits): string {
  if (alphabet.length < 1 || alphabet.length > 256)
    throw new RangeError('The alphabet must have 1 to 256 characters.');
  // Bytes from the last multiple of the alphabet's length on are discarded, because they would make the first
  // characters likelier.
  const bound = 256 - (256 % alphabet.length);
  let text = '';
  while (text.length < length) {
    for (const byte of crypto.getRandomValues(new Uint8Array(length - text.length))) {
      if (byte < bound) text += alphabet.charAt(byte % alphabet.length);
    }
  }
  return text;
}
