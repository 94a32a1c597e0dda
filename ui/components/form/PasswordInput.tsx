import Eye from 'lucide-react/icons/eye';
import EyeOff from 'lucide-react/icons/eye-off';
import { useState } from 'react';
import { IconButton } from '../basics/IconButton';
import { TextInput, type TextInputProps } from './TextInput';

/** A text input whose dots an eye button turns into letters and back. */
export function PasswordInput(props: Omit<TextInputProps, 'type' | 'end'>) {
  const [isShown, setIsShown] = useState(false);
  return (
    <TextInput
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      {...props}
      type={isShown ? 'text' : 'password'}
      end={
        <IconButton
          icon={isShown ? EyeOff : Eye}
          label={isShown ? 'Hide password' : 'Show password'}
          size="small"
          disabled={props.disabled}
          onClick={() => setIsShown(!isShown)}
        />
      }
    />
  );
}
