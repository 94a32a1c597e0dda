import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { lettersAndDigits } from './random';

// SHA-256 without crypto.subtle, which plain http does not have.

/** Returns the digest of a file in hex. Reads it in pieces, so that the page stays responsive. */
export async function digestOf(file: Blob, signal: AbortSignal): Promise<string> {
  const hash = sha256.create();
  const reader = file.stream().getReader();
  for (let step = await reader.read(); !step.done; step = await reader.read()) {
    signal.throwIfAborted();
    hash.update(step.value);
  }
  return bytesToHex(hash.digest());
}

/** Returns `length` lower case letters and digits, at most 25. Only somebody with the salt can make the same text again. */
export function derivedText(salt: string, number: number, length: number): string {
  // Bytes from 252 (7 times 36) on are discarded, because they would make the first characters likelier.
  const bytes = sha256(utf8ToBytes(`${salt} ${number}`)).filter((byte) => byte < 252);
  return Array.from(bytes.slice(0, length), (byte) => lettersAndDigits.charAt(byte % 36)).join('');
}
