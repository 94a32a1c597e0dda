import KeyRound from 'lucide-react/icons/key-round';
import Undo2 from 'lucide-react/icons/undo-2';
import { useLayoutEffect, useRef } from 'react';
import { redacted } from '../../model/settings';
import { IconButton } from '../basics/IconButton';
import { PasswordInput } from './PasswordInput';
import { TextInput, type TextInputProps } from './TextInput';

export interface SecretInputProps extends Omit<TextInputProps, 'type' | 'end'> {
  /** True if the server has a stored secret to return to. */
  isStored: boolean;
}

/**
 * A secret that the server keeps and never sends: a mask replaces it until the user types a new one. The eye
 * button shows the new one; another button restores the stored one.
 */
export function SecretInput({ isStored, ...props }: SecretInputProps) {
  const input = useRef<HTMLSpanElement>(null);
  const isMasked = props.value === redacted && isStored;
  const takesFocus = useRef(false);
  // Checked during the render, while the input that may be replaced (as after a save by Enter) is still mounted.
  const hadFocus = input.current?.contains(document.activeElement) ?? false;

  // biome-ignore lint/correctness/useExhaustiveDependencies: the input it leads to has changed then
  useLayoutEffect(() => {
    if (takesFocus.current || hadFocus) input.current?.querySelector<HTMLElement>('input, button')?.focus();
    takesFocus.current = false;
  }, [isMasked]);

  function change(text: string) {
    takesFocus.current = true;
    props.onChange(text);
  }

  return (
    <span ref={input} style={{ display: 'contents' }}>
      {isMasked ? (
        <TextInput
          {...props}
          readOnly
          autoComplete="off"
          end={
            <IconButton
              icon={KeyRound}
              label="Set new value"
              size="small"
              disabled={props.readOnly}
              onClick={() => change('')}
            />
          }
        />
      ) : (
        <PasswordInput
          autoComplete="new-password"
          {...props}
          endStart={
            isStored && (
              <IconButton
                icon={Undo2}
                label="Keep the stored value"
                size="small"
                disabled={props.readOnly}
                onClick={() => change(redacted)}
              />
            )
          }
        />
      )}
    </span>
  );
}
