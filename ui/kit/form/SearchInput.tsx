import Search from 'lucide-react/icons/search';
import X from 'lucide-react/icons/x';
import { useRef } from 'react';
import { IconButton } from '../basics/IconButton';
import { TextInput, type TextInputProps } from './TextInput';

interface Props extends Pick<TextInputProps, 'value' | 'onChange' | 'isPlain' | 'isMono' | 'className'> {
  label: string;
  placeholder: string;
}

export function SearchInput({ label, value, onChange, ...rest }: Props) {
  const input = useRef<HTMLInputElement>(null);
  function clear() {
    onChange('');
    input.current?.focus();
  }
  return (
    <TextInput
      {...rest}
      ref={input}
      icon={Search}
      type="search"
      aria-label={label}
      value={value}
      onChange={onChange}
      end={value && <IconButton icon={X} label="Clear" size="small" onClick={clear} />}
    />
  );
}
