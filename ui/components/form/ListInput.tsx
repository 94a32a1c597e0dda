import { listFromText, textFromList, withOriginals } from './listText';
import { TextInput, type TextInputProps } from './TextInput';
import { useTypedText } from './useTypedText';

export interface ListInputProps extends Omit<TextInputProps, 'type' | 'value' | 'onChange'> {
  value: readonly string[];
  onChange: (list: string[]) => void;
}

/** A list typed as free text with commas between the entries; `\,` is a comma within one. */
export function ListInput({ value, onChange, ...props }: ListInputProps) {
  const read = (typed: string) => withOriginals(listFromText(typed), value);
  const { text, type } = useTypedText<readonly string[]>(value, textFromList, read);
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
