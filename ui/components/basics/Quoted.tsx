/** A sentence of this page in which names stand in double quotes: those are not translated with it. */
export function Quoted({ text }: { text: string }) {
  return text.split(/("[^"]*")/).map((part, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have nothing else
    <span key={at} translate={part.startsWith('"') ? 'no' : undefined}>
      {part}
    </span>
  ));
}
