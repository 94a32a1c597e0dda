import Eye from 'lucide-react/icons/eye';
import EyeOff from 'lucide-react/icons/eye-off';
import { type ReactNode, useState } from 'react';
import { IconButton } from '../basics/IconButton';
import { TextInput, type TextInputProps } from './TextInput';

interface PasswordInputProps extends Omit<TextInputProps, 'type' | 'end'> {
  /** Shown before the eye button. */
  endStart?: ReactNode;
}

export function PasswordInput({ endStart, ...props }: PasswordInputProps) {
  const [isShown, setIsShown] = useState(false);
  return (
    <TextInput
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      {...props}
      type={isShown ? 'text' : 'password'}
      end={
        <>
          {endStart}
          <IconButton
            icon={isShown ? EyeOff : Eye}
            label={isShown ? 'Hide password' : 'Show password'}
            size="small"
            disabled={props.disabled}
            onClick={() => setIsShown(!isShown)}
          />
        </>
      }
    />
  );
}
