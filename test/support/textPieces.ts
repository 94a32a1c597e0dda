import fc from 'fast-check';

/** Cuts the text into parts of these lengths, over and over. */
export function cutIntoPieces(text: string, lengths: readonly number[]): string[] {
  const pieces: string[] = [];
  for (let at = 0, part = 0; at < text.length; part += 1) {
    const length = lengths[part % lengths.length] ?? text.length;
    pieces.push(text.slice(at, at + length));
    at += length;
  }
  return pieces;
}

export const pieceLengths = fc.array(fc.integer({ min: 1, max: 12 }), { minLength: 1, maxLength: 8 });
