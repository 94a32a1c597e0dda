/** The names in double quotes are not translated. */
export function Quoted({ text }: { text: string }) {
  return text.split(/("[^"]*")/).map((part, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: parts of a text have no other key
    <span key={at} translate={part.startsWith('"') ? 'no' : undefined}>
      {part}
    </span>
  ));
}
