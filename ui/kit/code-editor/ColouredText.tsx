import colours from '../basics/codeColours.module.css';
import { type ColouredLanguage, coloursOf } from './codeColours';

export function ColouredText({ text, language }: { text: string; language: ColouredLanguage }) {
  return coloursOf(text, language).map((part, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: parts of a text have no other key
    <span key={at} className={part.kind ? colours[part.kind] : undefined}>
      {part.text}
    </span>
  ));
}
