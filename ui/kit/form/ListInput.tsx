import { TextInput, type TextInputProps } from './TextInput';
import { useTextDraft } from './useTextDraft';

interface ListInputProps extends Omit<TextInputProps, 'type' | 'value' | 'onChange'> {
  value: readonly string[];
  onChange: (list: string[]) => void;
}

/** A list typed as text with commas between the entries; `\,` is a comma inside an entry. */
export function ListInput({ value, onChange, ...props }: ListInputProps) {
  const read = (typed: string) => withOriginals(listFromText(typed), value);
  const { text, type } = useTextDraft<readonly string[]>(value, textFromList, read);
  return (
    <TextInput
      autoComplete="off"
      spellCheck={false}
      {...props}
      value={text}
      onChange={(typed) => onChange([...type(typed)])}
    />
  );
}

/** Returns the trimmed entries without empty ones. Every other backslash is literal. */
export function listFromText(text: string): string[] {
  const entries = text.match(/(?:\\,|[^,])+/g) ?? [];
  return entries.map((entry) => entry.replaceAll('\\,', ',').trim()).filter((entry) => entry !== '');
}

export function textFromList(list: readonly string[]): string {
  return list
    .map((entry, at) => {
      const text = entry.replaceAll(',', '\\,');
      // Without the space, a backslash at the end would escape the comma after it.
      return text.endsWith('\\') && at < list.length - 1 ? `${text} ` : text;
    })
    .join(', ');
}

/**
 * Restores entries that differ from the original only by outer spaces and line breaks, which one line cannot
 * show.
 */
export function withOriginals(typed: readonly string[], originals: readonly string[]): string[] {
  const shown = (entry: string) => entry.replace(/[\r\n]+/g, '').trim();
  const left = originals.filter((entry) => shown(entry) !== entry);
  return typed.map((entry) => {
    const at = left.findIndex((original) => shown(original) === shown(entry));
    return at < 0 ? entry : (left.splice(at, 1)[0] ?? entry);
  });
}
